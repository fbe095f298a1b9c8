package org.assay.accountant.curve;

import org.assay.accountant.internal.loss.lattice.ScoreTest;
import org.assay.accountant.numeric.Enclosure;

/**
 * Chooses the mesh of each convolution until the answer is narrow enough or the work reaches its
 * limit. The needed accuracy may take all passes. The wanted accuracy takes a few more, on lattices
 * of predictable size: the number of points grows as the step falls.
 *
 * <p>The width falls with the square of the step. Only the optimistic distribution of isolated
 * losses, which are merged with far ones, loses in proportion to the step; lower ends for the
 * wanted accuracy come from {@link ScoreTest} there. Every answer is intersected with all before,
 * so that no pass makes an answer worse.
 */
final class Refinement {
  /** Largest number of convolutions for the needed accuracy. Not tuned: bounds the time. */
  private static final int MOST_PASSES = 6;

  /** Largest number of further convolutions for the wanted accuracy. Not tuned: bounds the time. */
  private static final int MOST_FINE_PASSES = 4;

  /**
   * Lattice points of all passes together after which no further pass begins. Not tuned: bounds the
   * time.
   */
  private static final long MOST_WORK = 1L << 22;

  /**
   * Lattice points of all pairs and all passes together for the wanted accuracy, in addition to the
   * needed one: about two seconds.
   */
  private static final double MOST_FINE_WORK = 1L << 21;

  /**
   * Relative width of an answer that is too wide to predict the size of further lattices. Not
   * tuned.
   */
  private static final double WIDE = 0.05;

  /** Largest width of a cell in the first pass, times one plus the tilt. Not tuned. */
  static final double WIDEST = 0.5;

  /** Least ratio of successive meshes for which a finer pass is worth its work. Not tuned. */
  private static final double LEAST_GROWTH = 1.2;

  private final Accuracy accuracy;
  private final int kinds;
  private final boolean even;
  private final double enough;
  private double aim;
  private double step;
  private double spread = WIDEST;
  private int passes;
  private double work;
  private boolean fine;

  /**
   * Starts with a first mesh.
   *
   * @param kinds number of pairs that are convolved
   * @param even whether all losses are continuous
   * @param enough an answer of at most this is narrow enough
   */
  Refinement(Accuracy accuracy, double step, int kinds, boolean even, double enough) {
    this.accuracy = accuracy;
    this.aim = accuracy.needed();
    this.step = step;
    this.kinds = kinds;
    this.even = even;
    this.enough = enough;
  }

  /** The relative width that the next convolution aims at. */
  double aim() {
    return aim;
  }

  double step() {
    return step;
  }

  /** Largest width of a cell, times one plus the tilt. */
  double spread() {
    return spread;
  }

  /** Whether lower ends are taken from a test of scores. */
  boolean tests() {
    return fine && !even;
  }

  /**
   * Refines the mesh if the answer is worth another convolution.
   *
   * @param previous the answer before the last convolution
   * @param best the answer after it
   * @param points number of lattice points of that convolution
   * @return whether there is to be another one
   */
  boolean continues(Enclosure previous, Enclosure best, long points) {
    passes++;
    work += points;
    double width = best.relativeWidth();
    if (width <= accuracy.wanted() || best.upper() <= enough) {
      return false;
    }
    if (!fine) {
      boolean futile = passes > 1 && best.equals(previous);
      if (width > aim && work <= MOST_WORK && !futile && passes < MOST_PASSES) {
        refine(coarse(width));
        return true;
      }
      if (!(accuracy.wanted() < aim && width <= WIDE)) {
        return false;
      }
      fine = true;
      aim = accuracy.wanted();
      passes = 0;
      work = 0;
    }
    return passes < MOST_FINE_PASSES && continuesFinely(width, points);
  }

  private boolean continuesFinely(double width, long points) {
    double left = Math.max(0, MOST_FINE_WORK / kinds - work);
    // A circle has a power of two as its size.
    double affordable = Math.scalb(1.0, Math.getExponent(left / points));
    double growth = Math.min(1.25 * Math.sqrt(width / aim), affordable);
    if (!(growth >= LEAST_GROWTH)) {
      return false;
    }
    refine(1 / growth);
    return true;
  }

  private void refine(double factor) {
    step *= factor;
    spread *= factor;
  }

  private double coarse(double width) {
    return Math.max(1.0 / 16, Math.min(0.7, 0.8 * Math.sqrt(aim / width)));
  }
}
