package org.assay.cli.train;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.assay.accountant.privacy.Parameters;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.FeatureScaling;
import org.assay.algorithms.objective.UnitNormClipping;
import org.assay.cli.input.DocumentReader;
import org.assay.cli.input.Fields;
import org.assay.cli.input.InputException;
import org.assay.cli.input.Shape;
import org.assay.cli.input.Value;

/**
 * Brings features to Euclidean norm at most 1, record by record, by constants that do not depend on
 * the data: scaled, divided by a norm, and clipped to 1.
 *
 * @param scaling the constants, if any; features are taken as they are without
 * @param clipNorm the norm after scaling that becomes 1, finite and above 0
 * @param words where the constants come from
 */
public record FeaturePreparation(Optional<FeatureScaling> scaling, double clipNorm, String words) {
  private static final Shape SHAPE = new Shape("scaling", List.of("center", "scale"), List.of());

  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if the norm is out of range
   */
  public FeaturePreparation {
    Parameters.requirePositive("--clip-norm", clipNorm);
  }

  /**
   * Features as they are.
   *
   * @param clipNorm the norm that becomes 1
   * @return the preparation
   */
  public static FeaturePreparation none(double clipNorm) {
    return new FeaturePreparation(
        Optional.empty(),
        clipNorm,
        "none, features are taken as they are (--scaling or --range bring them to a common size)");
  }

  /**
   * Features that lie in one range, which becomes [-1, 1].
   *
   * @param low its lower end
   * @param high its upper end, above the lower one
   * @param features number of features
   * @param clipNorm the norm after scaling that becomes 1
   * @return the preparation
   * @throws IllegalArgumentException if the range is empty or not finite
   */
  public static FeaturePreparation range(double low, double high, int features, double clipNorm) {
    requireRange("--range", low, high);
    double[] center = new double[features];
    double[] scale = new double[features];
    Arrays.fill(center, low / 2 + high / 2);
    Arrays.fill(scale, high / 2 - low / 2);
    return new FeaturePreparation(
        Optional.of(new FeatureScaling(center, scale)),
        clipNorm,
        "from [" + low + ", " + high + "] to [-1, 1]");
  }

  static void requireRange(String name, double low, double high) {
    if (!(low < high && Double.isFinite(high - low))) {
      throw new IllegalArgumentException(
          name + " was " + low + " " + high + ": the first number must be below the second");
    }
  }

  /**
   * Constants from a file.
   *
   * @param file YAML or JSON with lists {@code center} and {@code scale}
   * @param clipNorm the norm after scaling that becomes 1
   * @return the preparation
   * @throws InputException if the file holds no such constants
   */
  public static FeaturePreparation file(Path file, double clipNorm) {
    Value document = DocumentReader.read(file);
    Fields fields = document.fields(SHAPE);
    FeatureScaling constants =
        document.checked(
            () -> new FeatureScaling(numbers(fields.get("center")), numbers(fields.get("scale"))));
    return new FeaturePreparation(
        Optional.of(constants), clipNorm, "(x - center)/scale with the constants of " + file);
  }

  private static double[] numbers(Value value) {
    return value.items().stream().mapToDouble(Value::number).toArray();
  }

  /**
   * Prepares every record.
   *
   * @param raw the records as they were read
   * @return records of norm at most 1
   * @throws IllegalArgumentException if there is not one constant for each feature
   */
  public Dataset apply(Dataset raw) {
    Dataset scaled = scaling.map(constants -> constants.apply(raw)).orElse(raw);
    Dataset divided = clipNorm == 1 ? scaled : byNorm(scaled.dimension()).apply(scaled);
    return new UnitNormClipping().apply(divided);
  }

  /**
   * Multiplies all features by 1/√2 and adds a last one that is always 1/√2, whose coefficient is
   * the model's intercept: norms of at most 1 stay at most 1, whatever the data.
   *
   * @param prepared records of norm at most 1
   * @return records of norm at most 1 with one feature more
   */
  public static Dataset withIntercept(Dataset prepared) {
    double share = Math.sqrt(0.5);
    double[][] rows = new double[prepared.size()][];
    double[] labels = new double[prepared.size()];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = Arrays.copyOf(prepared.copyRow(i), prepared.dimension() + 1);
      for (int j = 0; j < prepared.dimension(); j++) {
        rows[i][j] *= share;
      }
      rows[i][prepared.dimension()] = share;
      labels[i] = prepared.label(i);
    }
    // Rounding may have put a norm above 1.
    return new UnitNormClipping().apply(Dataset.of(rows, labels));
  }

  private FeatureScaling byNorm(int features) {
    double[] scale = new double[features];
    Arrays.fill(scale, clipNorm);
    return new FeatureScaling(new double[features], scale);
  }
}
