package org.assay.algorithms.model;

import java.util.Arrays;
import java.util.Optional;
import org.assay.accountant.privacy.Parameters;
import org.assay.algorithms.objective.CoordinateClipping;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.FeatureScaling;
import org.assay.algorithms.objective.RangeScaling;
import org.assay.algorithms.objective.RecordNorm;
import org.assay.algorithms.objective.UnitNormClipping;

/**
 * Brings features to norm at most 1, record by record, by constants that do not depend on the data.
 * Features are scaled, divided by a norm, and clipped to norm 1. With an intercept, they are then
 * multiplied by 1/√2 and followed by a last feature of 1/√2, whose coefficient is the model's
 * intercept. For the maximum norm, features are scaled, divided and cut off at -1 and 1, and the
 * last feature is 1.
 *
 * @param scaling the constants, if any; without them, features are not scaled
 * @param clipNorm the norm after scaling that becomes 1, finite and above 0
 * @param intercept whether predictions have a constant term
 * @param recordNorm the norm of records that is at most 1: the Euclidean norm or the maximum norm
 */
public record FeaturePreparation(
    Optional<FeatureScaling> scaling, double clipNorm, boolean intercept, RecordNorm recordNorm) {
  private static final UnitNormClipping CLIPPING = new UnitNormClipping();
  private static final CoordinateClipping CUTTING = new CoordinateClipping(1);

  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if the norm is out of range
   */
  public FeaturePreparation {
    Parameters.requirePositive("clipNorm", clipNorm);
  }

  /**
   * A preparation to Euclidean norm at most 1.
   *
   * @param scaling the constants, if any
   * @param clipNorm the norm after scaling that becomes 1, finite and above 0
   * @param intercept whether predictions have a constant term
   * @throws IllegalArgumentException if the norm is out of range
   */
  public FeaturePreparation(Optional<FeatureScaling> scaling, double clipNorm, boolean intercept) {
    this(scaling, clipNorm, intercept, RecordNorm.EUCLIDEAN);
  }

  /**
   * Constants that bring features of one range to [-1, 1].
   *
   * @param range the range
   * @param features number of features, at least 1
   * @return the constants
   */
  public static FeatureScaling uniform(RangeScaling range, int features) {
    double[] center = new double[features];
    double[] scale = new double[features];
    Arrays.fill(center, range.center());
    Arrays.fill(scale, range.scale());
    return new FeatureScaling(center, scale);
  }

  /**
   * The divisor of features, besides their scaling: the norm, times √2 if records of Euclidean norm
   * at most 1 have an intercept. A model's coefficients are this number times those of the scaled
   * features.
   *
   * @return the divisor, above 0
   */
  public double divisor() {
    return intercept && recordNorm == RecordNorm.EUCLIDEAN ? clipNorm * Math.sqrt(2) : clipNorm;
  }

  /**
   * Prepares every record.
   *
   * @param raw the records as they were read
   * @return records of norm at most 1, with one feature more if there is an intercept
   * @throws IllegalArgumentException if there is not one constant for each feature
   */
  public Dataset apply(Dataset raw) {
    scaling.ifPresent(constants -> constants.requireDimension(raw));
    return raw.mapRows(raw.dimension() + (intercept ? 1 : 0), this::prepared);
  }

  private double[] prepared(double[] row) {
    scaling.ifPresent(constants -> constants.scale(row));
    for (int j = 0; j < row.length; j++) {
      row[j] = Math.max(-Double.MAX_VALUE, Math.min(Double.MAX_VALUE, row[j] / clipNorm));
    }
    return switch (recordNorm) {
      case EUCLIDEAN -> euclidean(CLIPPING.clip(row));
      case INFINITY -> intercept ? withIntercept(CUTTING.clip(row), 1) : CUTTING.clip(row);
    };
  }

  /**
   * Appends the intercept's feature and clips again, since rounding may put the norm of a record
   * above 1.
   */
  private double[] euclidean(double[] clipped) {
    return intercept ? CLIPPING.clip(withIntercept(clipped, Math.sqrt(0.5))) : clipped;
  }

  /** Appends the intercept's feature; norms of at most 1 stay at most 1. */
  private static double[] withIntercept(double[] prepared, double share) {
    double[] longer = Arrays.copyOf(prepared, prepared.length + 1);
    for (int j = 0; j < prepared.length; j++) {
      longer[j] *= share;
    }
    longer[prepared.length] = share;
    return longer;
  }
}
