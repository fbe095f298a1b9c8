package org.assay.cli.internal.train;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.assay.algorithms.model.FeaturePreparation;
import org.assay.algorithms.objective.FeatureColumns;
import org.assay.algorithms.objective.FeatureScaling;
import org.assay.algorithms.objective.RangeScaling;
import org.assay.algorithms.objective.RecordNorm;
import org.assay.cli.internal.input.DocumentReader;
import org.assay.cli.internal.input.InputException;
import org.assay.cli.internal.table.ColumnsReader;
import picocli.CommandLine.Option;

/** The constants that bring records to norm at most 1. */
final class PreparationOptions {
  @Option(
      names = "--scaling",
      paramLabel = "FILE",
      description = "Constants known beforehand, center and scale of each feature, as YAML.")
  private Optional<Path> scaling = Optional.empty();

  @Option(
      names = "--range",
      arity = "2",
      paramLabel = "LIMIT",
      description = "Two limits of all features, known beforehand, that become -1 and 1.")
  private List<Double> range = List.of();

  @Option(
      names = "--clip-norm",
      paramLabel = "C",
      description =
          "Scaled records are divided by C and clipped to Euclidean norm 1 (default: 1; with"
              + " --columns the root of their number, which clips nothing). Choose it without"
              + " looking at the data.")
  private Optional<Double> clipNorm = Optional.empty();

  @Option(
      names = "--record-norm",
      defaultValue = "euclidean",
      paramLabel = "NORM",
      description =
          "The norm that records are clipped in: euclidean (default), or infinity, where every"
              + " feature divided by C is cut off at -1 and 1 by itself (C is 1 with --columns,"
              + " too). Infinity is for private-frank-wolfe, generalized-gaussian-mechanism,"
              + " noisy-mirror-descent and noisy-frank-wolfe; all others refuse it.")
  private RecordNorm recordNorm = RecordNorm.EUCLIDEAN;

  @Option(
      names = "--intercept",
      description =
          "Let predictions have a constant term: after clipping, features are multiplied by 1/√2,"
              + " and each record gets a last feature of 1/√2, so that norms stay at most 1 (with"
              + " --record-norm infinity a last feature of 1, and nothing is multiplied). The"
              + " model's last coordinate belongs to it.")
  private boolean intercept;

  /** The preparation of the features that columns became. */
  FeaturePreparation preparation(FeatureColumns columns, boolean declared) {
    if (scaling.isPresent() && !range.isEmpty()) {
      throw new InputException("--scaling and --range were both given: give one of them");
    }
    if (declared && (scaling.isPresent() || !range.isEmpty())) {
      throw new InputException(
          "--columns and --discover give the range of every column: leave out --scaling and"
              + " --range");
    }
    return new FeaturePreparation(
        constants(columns.features().size()), norm(columns, declared), intercept, recordNorm);
  }

  /** Numbers of a declared range and categories are at most 1 in magnitude. */
  private double norm(FeatureColumns columns, boolean declared) {
    boolean several = declared && recordNorm == RecordNorm.EUCLIDEAN;
    return clipNorm.orElseGet(() -> several ? Math.sqrt(columns.columns().size()) : 1);
  }

  private Optional<FeatureScaling> constants(int features) {
    if (!range.isEmpty()) {
      RangeScaling limits = RangeScaling.of("--range", range.get(0), range.get(1));
      return Optional.of(FeaturePreparation.uniform(limits, features));
    }
    return scaling.map(file -> ColumnsReader.scaling(DocumentReader.read(file)));
  }

  /** What is done to features, in words. */
  String words(FeaturePreparation preparation, Optional<String> ranges) {
    return String.format(
        "scaling %s; divided by %s%s",
        ranges.map(kind -> "by the " + kind + " ranges").orElseGet(this::scalingWords),
        preparation.clipNorm(),
        switch (recordNorm) {
          case EUCLIDEAN ->
              ", clipped to Euclidean norm 1"
                  + (intercept
                      ? ", multiplied by 1/√2, and a last one of 1/√2 for the intercept"
                      : "");
          case INFINITY ->
              ", each cut off at -1 and 1"
                  + (intercept ? ", and a last one of 1 for the intercept" : "");
        });
  }

  private String scalingWords() {
    if (!range.isEmpty()) {
      return "from [" + range.get(0) + ", " + range.get(1) + "] to [-1, 1]";
    }
    return scaling
        .map(file -> "(x - center)/scale with the constants of " + file)
        .orElse(
            "none, features are taken as they are (--scaling or --range bring them to a common"
                + " size)");
  }
}
