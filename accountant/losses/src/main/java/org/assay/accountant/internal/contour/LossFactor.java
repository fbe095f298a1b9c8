package org.assay.accountant.internal.contour;

import java.util.List;
import java.util.Optional;
import org.assay.accountant.numeric.Enclosure;

/**
 * Equal steps of one kind within a composition, in one direction of their dominating pair (P, Q).
 * They give a factor {@code M(s) = E_P[e^(s · loss)]} of the composition's moment generating
 * function.
 */
public interface LossFactor {
  /** Number of kinds of steps in the factor. */
  default int kinds() {
    return 1;
  }

  /**
   * {@code log M(c)} of all the steps, for c above 0 such that {@code 1 + c} is exact; infinitely
   * wide if no bound is known.
   */
  Enclosure logMoment(double c);

  /** Fast estimate of {@code log M(c)} to choose contours; no bound may depend on this value. */
  double roughLogMoment(double c);

  /** Upper bound of the largest loss of all the steps together. */
  double largestLoss();

  /**
   * The factor along the contour {@code Re s = c}.
   *
   * @param reach largest imaginary part at which values are wanted
   */
  LossTransform along(double c, double reach);

  /**
   * All outcomes of all the steps together.
   *
   * @param most largest number of outcomes that are listed
   * @return losses and the logarithms of their probabilities under P, which add up to 1; empty if
   *     there are more outcomes than {@code most}
   */
  default Optional<List<AtomsFactor.Atom>> outcomes(int most) {
    return Optional.empty();
  }
}
