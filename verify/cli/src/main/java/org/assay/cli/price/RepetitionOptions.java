package org.assay.cli.price;

import java.util.Optional;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.RepeatAndSelectEvent;
import org.assay.accountant.internal.selection.NegativeBinomialRepetitions;
import org.assay.accountant.internal.selection.PoissonRepetitions;
import org.assay.accountant.privacy.InvalidParameterException;
import org.assay.accountant.privacy.Parameters;
import org.assay.cli.input.InputException;
import picocli.CommandLine.Option;

/** A run that was repeated with other settings, of which the best result was released. */
final class RepetitionOptions {
  private static final String MEAN = "--repetitions-mean";
  private static final String SHAPE = "--repetitions-shape";
  private static final String PROBABILITY = "--repetitions-probability";

  @Option(
      names = MEAN,
      paramLabel = "M",
      description =
          "The whole run was repeated a Poisson number of times with this mean, and only the best"
              + " result released (a tuned model).")
  private Optional<Double> mean = Optional.empty();

  @Option(
      names = SHAPE,
      paramLabel = "H",
      description =
          "The same with a truncated negative binomial number: its shape, above -1 (1: geometric,"
              + " 0: logarithmic).")
  private Optional<Double> shape = Optional.empty();

  @Option(
      names = PROBABILITY,
      paramLabel = "G",
      description = "Success probability of that number; smaller means more repetitions.")
  private Optional<Double> probability = Optional.empty();

  /** What was run in all. */
  DpEvent of(DpEvent once) {
    if (mean.isPresent() && (shape.isPresent() || probability.isPresent())) {
      String other = shape.isPresent() ? SHAPE : PROBABILITY;
      throw new InputException(
          other + " was given with " + MEAN + ": the number of repetitions has one distribution");
    }
    if (shape.isPresent() != probability.isPresent()) {
      String missing = shape.isPresent() ? PROBABILITY : SHAPE;
      String given = shape.isPresent() ? SHAPE : PROBABILITY;
      throw new InputException(missing + " is missing: " + given + " needs it");
    }
    mean.ifPresent(value -> Parameters.requirePositive(MEAN, value));
    probability.ifPresent(value -> Parameters.requireOpenProbability(PROBABILITY, value));
    if (mean.isPresent()) {
      return new RepeatAndSelectEvent(once, new PoissonRepetitions(mean.get()));
    }
    return shape.isPresent() ? new RepeatAndSelectEvent(once, negativeBinomial()) : once;
  }

  /** The probability is known to be right, so a refusal is about the shape. */
  private NegativeBinomialRepetitions negativeBinomial() {
    try {
      return new NegativeBinomialRepetitions(shape.orElseThrow(), probability.orElseThrow());
    } catch (InvalidParameterException e) {
      throw new InputException(SHAPE + " " + e.problem(), e);
    }
  }
}
