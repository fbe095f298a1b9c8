package org.assay.cli.internal.train;

import java.util.List;
import java.util.Optional;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.InvalidParameterException;
import org.assay.algorithms.internal.tuning.RepetitionSampler;
import org.assay.cli.internal.input.InputException;
import picocli.CommandLine.Option;

/** Whether several candidates are tried, and how often. */
final class TuningOptions {
  private static final String TUNE = "--tune";
  private static final String MEAN = "--repetitions-mean";
  private static final double USUAL_MEAN = 10;

  @Option(
      names = TUNE,
      description =
          "Train a random number of candidates and release the one with the best noisy score: every"
              + " --algorithm with every --radius, both separated by commas. The target covers all"
              + " of it; it must be --epsilon with --delta.")
  private boolean tune;

  @Option(
      names = MEAN,
      paramLabel = "M",
      description =
          "With --tune: the expected number of trainings, 1.001 to 1000 (default: 10). It has the"
              + " logarithmic distribution.")
  private Optional<Double> mean = Optional.empty();

  boolean asked() {
    return tune;
  }

  /** Refuses several values where one is trained. */
  void requireOne(String option, List<?> values) {
    if (!tune && values.size() > 1) {
      throw new InputException(
          option + " was given " + values.size() + " values: give one, or " + TUNE);
    }
  }

  /** Refuses what does not go with tuning, or without it. */
  void requireUsage(double heldOut, boolean exactScore, boolean paperSchedule) {
    if (!tune && mean.isPresent()) {
      throw new InputException(MEAN + " was given: it applies to " + TUNE + " only");
    }
    if (tune && !(heldOut > 0)) {
      throw new InputException(
          "--held-out was 0: " + TUNE + " chooses by a score of held-out records");
    }
    if (tune && exactScore) {
      throw new InputException(
          "--exact-score was given: "
              + TUNE
              + " chooses by the score, which must have noise for the guarantee to hold");
    }
    if (tune && paperSchedule) {
      throw new InputException(
          "--paper-schedule was given: " + TUNE + " needs candidates that meet their target");
    }
  }

  /** How many runs there are; the range is checked. */
  RepetitionSampler sampler() {
    try {
      return RepetitionSampler.ofMean(mean.orElse(USUAL_MEAN));
    } catch (InvalidParameterException e) {
      throw new InputException(MEAN + " " + e.problem(), e);
    }
  }

  /** The target of a tuning, in the one currency in which it has a price. */
  static Guarantee.Approximate target(Guarantee wanted) {
    return wanted
        .asApproximate()
        .orElseThrow(
            () ->
                new InputException(
                    String.format(
                        "the target was %s: %s needs --epsilon with --delta, as no rho and no mu is"
                            + " known for the best of several runs",
                        wanted.describe(), TUNE)));
  }
}
