package org.assay.cli.internal.train;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import org.assay.accountant.privacy.Parameters;
import org.assay.algorithms.model.PredictionTarget;
import org.assay.algorithms.objective.CsvOptions;
import org.assay.algorithms.objective.RangeScaling;
import org.assay.cli.internal.input.InputException;
import org.assay.cli.internal.input.OneLine;
import picocli.CommandLine.Option;

/** What labels mean. */
final class LabelOptions {
  @Option(
      names = "--positive",
      paramLabel = "LABEL",
      description = "Two classes: this label against all others.")
  private Optional<String> positive = Optional.empty();

  @Option(
      names = "--classes",
      split = ",",
      paramLabel = "LABEL",
      description =
          "Two classes or more, all of them declared beforehand, separated by commas. A record with"
              + " another label is refused.")
  private List<String> classes = List.of();

  @Option(
      names = "--label-range",
      arity = "2",
      paramLabel = "LIMIT",
      description =
          "Regression: two limits, known beforehand, that become -1 and 1; labels are clipped to them.")
  private List<Double> labelRange = List.of();

  @Option(
      names = "--residual-threshold",
      paramLabel = "H",
      description =
          "Regression: errors beyond H, in the unit of the labels, count linearly and not squared"
              + " (Huber's loss). A smaller H needs less noise (default: none).")
  private Optional<Double> threshold = Optional.empty();

  void require() {
    int given =
        (positive.isPresent() ? 1 : 0)
            + (classes.isEmpty() ? 0 : 1)
            + (labelRange.isEmpty() ? 0 : 1);
    if (given != 1) {
      throw new InputException(
          "the labels must be two classes (--positive LABEL), classes known beforehand (--classes"
              + " A,B,C) or numbers in a range known beforehand (--label-range LOW HIGH)");
    }
    if (threshold.isPresent() && labelRange.isEmpty()) {
      throw new InputException(
          "--residual-threshold was given: it applies to regression (--label-range) only");
    }
    threshold.ifPresent(value -> Parameters.requirePositive("--residual-threshold", value));
  }

  /** How labels are read; numbers in their own unit. */
  CsvOptions.LabelMeaning meaning() {
    if (!classes.isEmpty()) {
      return new CsvOptions.Classes(classes);
    }
    return positive
        .<CsvOptions.LabelMeaning>map(CsvOptions.Signs::new)
        .orElseGet(CsvOptions.Numbers::new);
  }

  /** What a model predicts. */
  PredictionTarget target() {
    if (!labelRange.isEmpty()) {
      double low = Objects.requireNonNull(labelRange.get(0));
      double high = Objects.requireNonNull(labelRange.get(1));
      return new PredictionTarget.Numbers(RangeScaling.of("--label-range", low, high));
    }
    if (positive.isPresent()) {
      return new PredictionTarget.TwoClasses("not " + positive.get(), positive.get());
    }
    return classes.size() == 2
        ? new PredictionTarget.TwoClasses(classes.get(0), classes.get(1))
        : new PredictionTarget.ManyClasses(classes);
  }

  /** The threshold in the unit in which labels lie in [-1, 1]. */
  OptionalDouble scaledThreshold(PredictionTarget target) {
    return threshold.isPresent()
        ? OptionalDouble.of(threshold.get() / target.range().orElseThrow().scale())
        : OptionalDouble.empty();
  }

  /** What labels become, in words. */
  String words() {
    if (!labelRange.isEmpty()) {
      return labelRange.get(0)
          + " to "
          + labelRange.get(1)
          + " become -1 to 1"
          + threshold.map(value -> ", errors beyond " + value + " count linearly").orElse("");
    }
    return positive
        .map(label -> OneLine.of(label) + " is +1, all others are -1")
        .orElseGet(() -> "classes " + OneLine.of(String.join(", ", classes)));
  }
}
