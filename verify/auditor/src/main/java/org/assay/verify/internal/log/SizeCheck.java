package org.assay.verify.internal.log;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.assay.verify.internal.log.Finding.Check;
import org.assay.verify.internal.log.StepPlan.Placed;

/** Checks whether batches have the sizes of the event's sampling. */
final class SizeCheck {
  /** Bets on constant sizes: shows whether the log has enough steps to refute even such sizes. */
  private final CountBets constant;

  private final CountBets bets;
  private final Map<Sampling, Optional<CountLaw>> laws = new HashMap<>();
  private final Map<Sampling, Long> usualSizes = new HashMap<>();
  private final long records;
  private long used;
  private long usedIfConstant;
  private boolean known = true;

  private SizeCheck(long records, double errorProbability) {
    this.records = records;
    this.bets = CountBets.onSizes(errorProbability);
    this.constant = CountBets.onSizes(errorProbability);
  }

  static Finding of(TrainingLog log, StepPlan plan, Check check) {
    Optional<String> contradiction = contradiction(log, plan);
    if (contradiction.isPresent()) {
      return check.doesNotMatch(contradiction.get());
    }
    OptionalLong records = log.records(plan);
    if (records.isEmpty()) {
      return check.cannotTell(
          "the log declares no records: begin it with {\"run\": {\"records\": 60000}}");
    }
    SizeCheck sizes = new SizeCheck(records.getAsLong(), check.errorProbability());
    List<Placed> placed = plan.first(log.steps().size());
    for (int i = 0; i < placed.size() && !sizes.bets.isRefuted(); i++) {
      sizes.settle(log.steps().get(i), placed.get(i));
    }
    return sizes.finding(log, placed, check);
  }

  /** A contradiction between the log's declaration and the event, in words. */
  private static Optional<String> contradiction(TrainingLog log, StepPlan plan) {
    OptionalLong declared = log.declaration().records();
    OptionalLong stated = plan.statedRecords();
    if (declared.isPresent() && stated.isPresent() && !declared.equals(stated)) {
      return Optional.of(
          String.format(
              "the log declares %d records, and the event has %d",
              declared.getAsLong(), stated.getAsLong()));
    }
    OptionalDouble size = log.declaration().expectedBatchSize();
    OptionalLong records = log.records(plan);
    if (size.isEmpty() || records.isEmpty() || plan.stretches().size() != 1) {
      return Optional.empty();
    }
    // Loops round the expected size to a whole number.
    Sampling sampling = plan.stretches().get(0).sampling();
    double uncut = sampling.uncutSize(records.getAsLong()).orElse(Double.NaN);
    return sampling
        .expectedSize(records.getAsLong())
        .filter(expected -> !(Math.abs(expected - size.getAsDouble()) < 1))
        .filter(expected -> !(Math.abs(uncut - size.getAsDouble()) < 1))
        .map(
            expected ->
                String.format(
                    "the log declares batches of %s records on average, and the event has %s",
                    Shown.number(size.getAsDouble()), Shown.number(expected)));
  }

  private void settle(LoggedStep step, Placed placed) {
    Sampling sampling = placed.stretch().sampling();
    if (placed.position() == 0) {
      used = 0;
      usedIfConstant = 0;
    }
    Optional<CountLaw> law = law(placed, used);
    known &= law.isPresent();
    law.ifPresent(claimed -> bets.settle(step.batchSize(), claimed));
    used += step.batchSize();
    long usual = usualSizes.computeIfAbsent(sampling, this::usual);
    law(placed, usedIfConstant).ifPresent(claimed -> constant.settle(usual, claimed));
    usedIfConstant += usual;
  }

  private long usual(Sampling sampling) {
    return Math.round(sampling.expectedSize(records).orElse(0.0));
  }

  /**
   * The law of a step's size. If every step is a block, all steps have one law, which is computed
   * once.
   */
  private Optional<CountLaw> law(Placed placed, long before) {
    Sampling sampling = placed.stretch().sampling();
    return sampling.block() == 1
        ? laws.computeIfAbsent(sampling, one -> one.sizes(records, 0, 0))
        : sampling.sizes(records, placed.position(), before);
  }

  private Finding finding(TrainingLog log, List<Placed> placed, Check check) {
    List<Sampling> samplings =
        placed.stream().map(step -> step.stretch().sampling()).distinct().toList();
    String words = Sampling.inWords(samplings);
    LongStream seen = log.steps().stream().limit(placed.size()).mapToLong(LoggedStep::batchSize);
    String described = described(seen.toArray());
    if (bets.isRefuted()) {
      int last = (int) Math.min(placed.size(), Math.max(1, bets.steps())) - 1;
      return check.doesNotMatch(
          described
              + (bets.isImpossible()
                  ? ", and " + words + " never has such a size"
                  : ", unlike " + words + expected(samplings))
              + (": refuted by " + log.steps().get(last).place()));
    }
    if (!known) {
      return check.cannotTell("the event fixes no sizes: it is " + words);
    }
    return samplings.stream().allMatch(this::isExact) || constant.isRefuted()
        ? check.matches(described + ", as " + words + " has them")
        : check.cannotTell(
            placed.size() + " steps are too few: even constant sizes could not be refuted");
  }

  /**
   * The count of a law if the count is certain, which is then that of all its trials; otherwise -1.
   */
  private static long used(CountLaw law) {
    return law.mass(law.trials()).lower() == 1 ? law.trials() : -1;
  }

  private boolean isExact(Sampling sampling) {
    return sampling.sizes(records, 0, 0).filter(law -> law.trials() == used(law)).isPresent();
  }

  private String expected(List<Sampling> samplings) {
    return (samplings.size() == 1
            ? samplings.get(0).expectedSize(records)
            : Optional.<Double>empty())
        .map(mean -> ", whose mean is " + Shown.number(mean))
        .orElse("");
  }

  private static String described(long... sizes) {
    long least = LongStream.of(sizes).min().orElse(0);
    long most = LongStream.of(sizes).max().orElse(0);
    return least == most
        ? "all sizes are " + least
        : String.format(
            "sizes from %d to %d with mean %s",
            least, most, Shown.number(LongStream.of(sizes).average().orElse(0)));
  }
}
