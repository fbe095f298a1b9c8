package org.assay.accountant.internal.contour;

import java.util.Arrays;
import org.assay.accountant.numeric.Enclosure;

/**
 * Nodes of a quadrature rule for a moment generating function along a vertical contour: {@code M(c
 * + it) ≈ Σ w_j e^(itλ_j)} with complex weights and {@code Im λ_j ≥ 0}. Bounds of the nodes' own
 * errors are summed up beside them.
 */
public final class LineNodes {
  /** Factor above the roundoff of a computed upper bound. */
  private static final double UP = 1 + 0x1p-40;

  /**
   * Least binary exponent of |λ| with a group of its own; sums of errors are grouped by the
   * exponent. Not tuned.
   */
  private static final int SMALLEST_EXPONENT = -80;

  /** Binary exponent from which all larger |λ| share one group. Not tuned. */
  private static final int LARGEST_EXPONENT = 20;

  private static final int GROUPS = LARGEST_EXPONENT - SMALLEST_EXPONENT + 1;

  /** First capacity: most lines have few nodes, and there may be thousands of lines. */
  private static final int FEW = 4;

  public int size;
  public double[] logWeight = new double[FEW];
  public double[] turn = new double[FEW];
  double[] loss = new double[FEW];
  public double[] decay = new double[FEW];

  private final double[] mass = new double[GROUPS];
  private final double[] massTimesLoss = new double[GROUPS];
  private final double[] errorMass = new double[GROUPS];
  private final double[] errorMassTimesLoss = new double[GROUPS];

  /** The non-empty groups: from {@code firstGroup} to below {@code endOfGroups}. */
  private int firstGroup = GROUPS;

  private int endOfGroups;

  /** Upper bound of the sum of |w| times the relative error of w. */
  public double weightErrors;

  /** Upper bound of the sum of |w| times the error of λ. */
  public double lossErrors;

  /**
   * Adds a node.
   *
   * @param log {@code log |w|}
   * @param angle argument of w
   * @param relative bound of the relative error of w
   * @param re real part of λ
   * @param im imaginary part of λ, at least 0
   * @param lossError bound of the modulus of the error of λ
   */
  public void add(
      double log, double angle, double relative, double re, double im, double lossError) {
    if (size == loss.length) {
      grow();
    }
    logWeight[size] = log;
    turn[size] = angle;
    loss[size] = re;
    decay[size] = im;
    size++;
    double modulus = upperWeight(log, relative);
    double length = (Math.abs(re) + im + lossError) * UP;
    int exponent = Math.getExponent(length);
    int group =
        Math.max(SMALLEST_EXPONENT, Math.min(LARGEST_EXPONENT, exponent)) - SMALLEST_EXPONENT;
    firstGroup = Math.min(firstGroup, group);
    endOfGroups = Math.max(endOfGroups, group + 1);
    mass[group] += modulus * UP;
    massTimesLoss[group] += modulus * length * UP;
    errorMass[group] += modulus * relative * UP;
    errorMassTimesLoss[group] += modulus * relative * length * UP;
    weightErrors += modulus * relative * UP;
    lossErrors += modulus * lossError * UP;
  }

  /**
   * Adds a node with a positive weight and a real λ.
   *
   * @param logWeight an enclosure of {@code log w}
   * @param lossEnclosure an enclosure of λ
   */
  public void addReal(Enclosure logWeight, Enclosure lossEnclosure) {
    double error = logWeight.width() + 0x1p-50;
    double relative = error < 0.5 ? error + error * error : Double.POSITIVE_INFINITY;
    double middle = lossEnclosure.midpoint();
    double lossError = lossEnclosure.width() + 0x1p-51 * Math.abs(middle);
    add(logWeight.midpoint(), 0, relative, middle, 0, lossError);
  }

  /** Upper bound of |w|, infinite if the relative error is not below 1/2. */
  public static double upperWeight(double log, double relative) {
    return relative < 0.5 ? Math.exp(log) * (1 + relative) * UP : Double.POSITIVE_INFINITY;
  }

  private void grow() {
    logWeight = Arrays.copyOf(logWeight, 2 * size);
    turn = Arrays.copyOf(turn, 2 * size);
    loss = Arrays.copyOf(loss, 2 * size);
    decay = Arrays.copyOf(decay, 2 * size);
  }

  /**
   * Bound of the error of {@code Σ w_j (e^(itλ_j) - 1)}, as {@code |e^(itλ) - 1| ≤ min(t|λ|, 2)}.
   *
   * @param relative error of each value {@code e^(itλ) - 1} and of the sum, over its bound
   */
  double error(double t, double relative) {
    double error = t == 0 ? 0 : t * lossErrors;
    for (int i = firstGroup; i < endOfGroups; i++) {
      if (mass[i] > 0) {
        error += relative * Math.min(t * massTimesLoss[i], 2 * mass[i]);
        error += Math.min(t * errorMassTimesLoss[i], 2 * errorMass[i]);
      }
    }
    return error * UP;
  }
}
