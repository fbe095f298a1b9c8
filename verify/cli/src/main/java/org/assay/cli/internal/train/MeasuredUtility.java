package org.assay.cli.internal.train;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVRecord;
import org.assay.algorithms.run.TrainingTask.Labels;

/**
 * What algorithms were worth on the example data, as in {@code docs/why/utility.md}, and what that
 * says of other tasks.
 *
 * <p>The <em>gain</em> of an algorithm is the share of what can be gained over a constant
 * prediction that it gains: 0 where it is no better than the more frequent class or the mean of the
 * labels, 1 where it is as good as the best model without privacy. Noise matters by the budget
 * {@code epsilon n/√d}; so a task of n records in d coordinates is compared with the example data
 * at the epsilon for which that number is the same, between the measured ones by a line in its
 * logarithm, and beyond them at the nearest. This is experience and no guarantee.
 */
public final class MeasuredUtility {
  private static final MeasuredUtility SHIPPED = read();

  private static final List<Example> EXAMPLES =
      List.of(
          new Example("breast-cancer", Labels.SIGNS, 456, 30),
          new Example("digits", Labels.SIGNS, 1438, 64),
          new Example("diabetes", Labels.BOUNDED_NUMBERS, 354, 10));

  /** What the table calls the more frequent class, or the mean of the labels. */
  public static final String CONSTANT = "constant-prediction";

  /** By dataset and algorithm, then by epsilon. */
  private final Map<String, NavigableMap<Double, Double>> means;

  private MeasuredUtility(Map<String, NavigableMap<Double, Double>> means) {
    this.means = means;
  }

  /** A dataset of the table and the size of what was trained on. */
  private record Example(String name, Labels labels, int records, int features) {}

  /**
   * The table that ships with the command.
   *
   * @return what was measured
   */
  public static MeasuredUtility shipped() {
    return SHIPPED;
  }

  private static MeasuredUtility read() {
    try (InputStream in =
            Objects.requireNonNull(
                MeasuredUtility.class.getResourceAsStream("/org/assay/cli/utility.csv"));
        InputStreamReader reader = new InputStreamReader(in, StandardCharsets.UTF_8)) {
      Map<String, NavigableMap<Double, Double>> means = new HashMap<>();
      CSVFormat format = CSVFormat.DEFAULT.builder().setHeader().setSkipHeaderRecord(true).get();
      for (CSVRecord row : format.parse(reader)) {
        if (row.get("note").isEmpty()) {
          means
              .computeIfAbsent(
                  key(row.get("dataset"), row.get("algorithm")), key -> new TreeMap<>())
              .put(Double.valueOf(row.get("epsilon")), Double.valueOf(row.get("mean")));
        }
      }
      return new MeasuredUtility(means);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String key(String dataset, String algorithm) {
    return dataset + "/" + algorithm;
  }

  /**
   * What an algorithm gained at a comparable budget.
   *
   * @param algorithm its name
   * @param labels what labels are; several classes are compared with two
   * @param budget {@code epsilon n/√d}, above 0
   * @return the mean gain over the datasets with such labels; empty if it refused the budget or was
   *     not measured
   */
  OptionalDouble gain(String algorithm, Labels labels, double budget) {
    Labels measured = labels == Labels.CLASSES ? Labels.SIGNS : labels;
    double sum = 0;
    int count = 0;
    for (Example example : EXAMPLES) {
      if (example.labels() == measured) {
        OptionalDouble gain = gain(algorithm, example, budget);
        if (gain.isEmpty()) {
          return gain;
        }
        sum += gain.getAsDouble();
        count++;
      }
    }
    return OptionalDouble.of(sum / count);
  }

  private OptionalDouble gain(String algorithm, Example example, double budget) {
    NavigableMap<Double, Double> all = means.get(key(example.name(), algorithm));
    if (all == null) {
      return OptionalDouble.empty();
    }
    NavigableMap<Double, Double> finite =
        new TreeMap<>(all.headMap(Double.POSITIVE_INFINITY, false));
    double epsilon = budget * Math.sqrt(example.features()) / example.records();
    double least = constants(example).firstKey();
    double nearest = Math.max(least, epsilon);
    Map.Entry<Double, Double> below = finite.floorEntry(nearest);
    if (below == null) {
      return OptionalDouble.empty();
    }
    Map.Entry<Double, Double> above = finite.ceilingEntry(nearest);
    double mean = above == null ? below.getValue() : between(below, above, nearest);
    double constant = constants(example).firstEntry().getValue();
    return OptionalDouble.of((mean - constant) / (best(example) - constant));
  }

  private static double between(
      Map.Entry<Double, Double> below, Map.Entry<Double, Double> above, double epsilon) {
    if (below.getKey().equals(above.getKey())) {
      return below.getValue();
    }
    double share = Math.log(epsilon / below.getKey()) / Math.log(above.getKey() / below.getKey());
    return below.getValue() + share * (above.getValue() - below.getValue());
  }

  private NavigableMap<Double, Double> constants(Example example) {
    return Objects.requireNonNull(means.get(key(example.name(), CONSTANT)));
  }

  /** The best of the models without privacy. */
  private double best(Example example) {
    boolean largest = example.labels() == Labels.SIGNS;
    double best = largest ? 0 : Double.POSITIVE_INFINITY;
    for (Map.Entry<String, NavigableMap<Double, Double>> entry : means.entrySet()) {
      Double optimum = entry.getValue().get(Double.POSITIVE_INFINITY);
      if (optimum != null && entry.getKey().startsWith(example.name() + "/")) {
        best = largest ? Math.max(best, optimum) : Math.min(best, optimum);
      }
    }
    return best;
  }
}
