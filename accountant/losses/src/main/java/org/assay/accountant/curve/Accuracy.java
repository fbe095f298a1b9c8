package org.assay.accountant.curve;

import org.assay.accountant.privacy.Parameters;

/**
 * The wanted width of an answer of convolutions, relative to its upper end. An answer is first made
 * as narrow as needed. Then it is made as narrow as wanted, if lattices of a limited size suffice
 * ({@link Refinement}). Neither width is a promise; every answer is an enclosure.
 *
 * @param needed the relative width for which all work up to its limit is spent, in (0, 1)
 * @param wanted the relative width for which about two more seconds are spent, at most the needed
 *     one
 */
public record Accuracy(double needed, double wanted) {
  /** Relative accuracy of points of curves and of searches: half a percent. Not tuned. */
  public static final Accuracy ROUGH = of(5e-3);

  /** Relative accuracy of single answers, unless the caller sets another one. Not tuned. */
  public static final Accuracy FINE = new Accuracy(ROUGH.needed, 1e-4);

  /**
   * Checks the widths.
   *
   * @throws IllegalArgumentException if a width is out of range
   */
  public Accuracy {
    Parameters.requireOpenProbability("accuracy", needed);
    Parameters.requireOpenProbability("wanted accuracy", wanted);
    if (!(wanted <= needed)) {
      throw new IllegalArgumentException(
          "wanted accuracy was " + wanted + ": it must be at most the needed one, " + needed);
    }
  }

  /**
   * One width, without refinement.
   *
   * @param relative the relative width, in (0, 1)
   * @return the accuracy
   * @throws IllegalArgumentException if the width is out of range
   */
  public static Accuracy of(double relative) {
    Parameters.requireOpenProbability("accuracy", relative);
    return new Accuracy(relative, relative);
  }

  /**
   * A needed width of at most another one, without refinement.
   *
   * @param least the other width, in (0, 1)
   * @return the accuracy
   * @throws IllegalArgumentException if the width is out of range
   */
  public Accuracy finer(double least) {
    return of(Math.min(needed, least));
  }
}
