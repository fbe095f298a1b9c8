package org.assay.verify.internal.log;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.assay.verify.internal.log.Finding.Check;
import org.assay.verify.internal.log.StepPlan.Placed;
import org.assay.verify.internal.log.StepPlan.Stretch;

/**
 * Checks whether the records of a batch are drawn by the event's sampling. Three sets of records
 * are chosen by the past: the records since an epoch seems to have begun, those of the batch
 * before, and all records seen so far. The bets are on the number of records of each set in the
 * next batch.
 */
final class ParticipationCheck {
  /** Number of these sets of records. */
  private static final int SETS = 3;

  private final TrainingLog log;
  private final Check check;
  private final OptionalLong records;
  private final List<Placed> placed;
  private final CountBets sinceEpoch;
  private final CountBets before;
  private final CountBets ever;

  /**
   * Bets on batches without any record of the epoch so far: shows whether the log has enough steps
   * to refute even such batches.
   */
  private final CountBets shuffled;

  private final boolean[] inEpoch;
  private final boolean[] seen;
  private final long[] lastStep;
  private long epochSize;
  private long seenSize;
  private long shuffledSize;
  private long previous = -1;
  private long previousSize;

  private ParticipationCheck(TrainingLog log, StepPlan plan, Check check) {
    this.log = log;
    this.check = check;
    this.records = log.records(plan);
    this.placed = plan.first(log.steps().size());
    double share = check.errorProbability() / SETS * (1 - 0x1p-40);
    this.sinceEpoch = CountBets.onOverlaps(share);
    this.before = CountBets.onOverlaps(share);
    this.ever = CountBets.onOverlaps(share);
    this.shuffled = CountBets.onOverlaps(share);
    this.inEpoch = new boolean[log.distinctRecords()];
    this.seen = new boolean[log.distinctRecords()];
    this.lastStep = new long[log.distinctRecords()];
    Arrays.fill(lastStep, -1);
  }

  static Finding of(TrainingLog log, StepPlan plan, Check check) {
    if (log.steps().stream().noneMatch(step -> step.hasMembers() && step.batchSize() > 0)
        && !log.steps().stream().allMatch(LoggedStep::hasMembers)) {
      return check.cannotTell("no step logs its members");
    }
    return new ParticipationCheck(log, plan, check).finding();
  }

  private Finding finding() {
    Optional<String> wrong = tooMany().or(this::repeated).or(this::misplaced);
    if (wrong.isPresent()) {
      return check.doesNotMatch(wrong.get());
    }
    for (int i = 0; i < placed.size() && !isRefuted(); i++) {
      if (log.steps().get(i).hasMembers()) {
        settle(i, log.steps().get(i), placed.get(i).stretch());
      }
    }
    return verdict();
  }

  private boolean isRefuted() {
    return sinceEpoch.isRefuted() || before.isRefuted() || ever.isRefuted();
  }

  private Finding verdict() {
    String words = Sampling.inWords(samplings());
    if (sinceEpoch.isRefuted()) {
      return refuted(words, "share too few or too many records with the batches before them");
    }
    if (before.isRefuted()) {
      return refuted(words, "depend on the batch before");
    }
    if (ever.isRefuted()) {
      return refuted(words, "prefer some records, or avoid them");
    }
    long said = log.steps().stream().limit(placed.size()).filter(LoggedStep::hasMembers).count();
    if (said < placed.size()) {
      return check.cannotTell("only " + said + " of " + placed.size() + " steps log their members");
    }
    return samplings().stream().allMatch(ParticipationCheck::isExact) || shuffled.isRefuted()
        ? check.matches("members of " + placed.size() + " batches, as by " + words)
        : check.cannotTell(
            placed.size() + " steps are too few: even shuffled epochs could not be refuted");
  }

  private List<Sampling> samplings() {
    return placed.stream().map(step -> step.stretch().sampling()).distinct().toList();
  }

  /** Whether the members of all batches are compared one by one, or not used at all. */
  private static boolean isExact(Sampling sampling) {
    return sampling.places().isPresent() || sampling.overlap(1, 0, 0).isEmpty();
  }

  private Finding refuted(String sampling, String how) {
    return check.doesNotMatch(
        "batches " + how + ", unlike " + sampling + ": refuted by " + place());
  }

  private String place() {
    return log.steps().get((int) previous).place();
  }

  private Optional<String> tooMany() {
    return records.isPresent() && log.distinctRecords() > records.getAsLong()
        ? Optional.of(
            String.format(
                "%d different records took part, of %d",
                log.distinctRecords(), records.getAsLong()))
        : Optional.empty();
  }

  private Optional<String> repeated() {
    for (int i = 0; i < placed.size(); i++) {
      LoggedStep step = log.steps().get(i);
      Set<Integer> batch = new HashSet<>();
      for (int record : step.members()) {
        if (!batch.add(record) && !placed.get(i).stretch().sampling().repeatsRecords()) {
          return Optional.of(
              step.place() + " has record " + step.nameOf(record) + " twice in one batch");
        }
      }
    }
    return Optional.empty();
  }

  private Optional<String> misplaced() {
    Optional<Places.Follower> follower = Optional.empty();
    for (int i = 0; i < placed.size(); i++) {
      LoggedStep step = log.steps().get(i);
      Stretch stretch = placed.get(i).stretch();
      if (placed.get(i).begins()) {
        follower =
            stretch
                .sampling()
                .places()
                .map(places -> new Places.Follower(places, log.distinctRecords()));
      }
      if (!step.hasMembers()) {
        follower = Optional.empty();
      }
      Optional<String> wrong = follower.flatMap(places -> places.see(step));
      if (wrong.isPresent()) {
        return wrong;
      }
    }
    return Optional.empty();
  }

  private void settle(int index, LoggedStep step, Stretch stretch) {
    long inEpochNow = 0;
    long inBefore = 0;
    long inEver = 0;
    for (int record : step.members()) {
      inEpochNow += inEpoch[record] ? 1 : 0;
      inBefore += previous >= 0 && lastStep[record] == previous ? 1 : 0;
      inEver += seen[record] ? 1 : 0;
    }
    bet(sinceEpoch, stretch, epochSize, inEpochNow, step);
    bet(before, stretch, previousSize, inBefore, step);
    bet(ever, stretch, seenSize, inEver, step);
    bet(shuffled, stretch, shuffledSize, 0, step);
    see(index, step, inEpochNow > 0);
  }

  private void bet(CountBets bets, Stretch stretch, long marked, long count, LoggedStep step) {
    if (marked > 0) {
      stretch
          .sampling()
          .overlap(records.orElse(0), marked, step.batchSize())
          .ifPresent(law -> bets.settle(count, law));
    }
  }

  /** An epoch begins with the batch that has a record of the epoch before. */
  private void see(int index, LoggedStep step, boolean begins) {
    if (begins) {
      Arrays.fill(inEpoch, false);
      epochSize = 0;
    }
    previousSize = 0;
    for (int record : step.members()) {
      epochSize += inEpoch[record] ? 0 : 1;
      seenSize += seen[record] ? 0 : 1;
      previousSize += lastStep[record] == index ? 0 : 1;
      inEpoch[record] = true;
      seen[record] = true;
      lastStep[record] = index;
    }
    previous = index;
    shuffledSize += step.batchSize();
    if (shuffledSize + step.batchSize() > records.orElse(Long.MAX_VALUE)) {
      shuffledSize = step.batchSize();
    }
  }
}
