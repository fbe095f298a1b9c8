package org.assay.accountant.internal.loss.lattice;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import org.assay.accountant.internal.calculus.CircularProduct;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.InterruptedComputationException;

/**
 * The profile of independent lattice losses, as enclosures: composition by fast Fourier transform
 * ([@KoskelaJalkoHonkela2020], [@GopiLeeWutschitz2021]). The distributions are tilted by {@code
 * e^(theta L)}, which moves the mass to the losses that decide the profile. They are convolved on a
 * circle whose length is chosen by Chernoff's bound. Every result includes rounding errors, wrapped
 * mass and the mass at infinity. Proof: {@code doc-files/lattice-composition.md}.
 */
public final class LatticeComposition {
  /** Binary logarithm of the smallest size of a transform. Not tuned. */
  private static final int SMALLEST_LOG_SIZE = 6;

  /** Binary logarithm of the largest size of a transform. Not tuned: bounds the memory. */
  static final int LARGEST_LOG_SIZE = 22;

  /** Tilted mass below which a point is dropped and counted as mass outside the window. */
  private static final double NEGLIGIBLE = 0x1p-900;

  /** Largest relative rounding error of one operation in doubles. */
  private static final double ROUNDOFF = 0x1p-53;

  private final double step;
  private final double theta;
  private final long start;
  private final CircularProduct product;
  private final Enclosure logScale;
  private final double relativeError;
  private final double wrapped;
  private final Enclosure infinite;
  private Optional<Suffixes> suffixes = Optional.empty();

  /**
   * Composes distributions on one step.
   *
   * @param laws the distributions, none without finite mass
   * @param counts number of occurrences of each distribution
   * @param theta the tilt, above 0
   * @param tail wanted bound of the tilted mass outside the window
   */
  public LatticeComposition(List<LatticeLaw> laws, long[] counts, double theta, double tail) {
    this.step = laws.get(0).step();
    this.theta = theta;
    LatticeWindow window = LatticeWindow.of(laws, counts, theta, tail, LARGEST_LOG_SIZE);
    int size = 1 << Math.max(SMALLEST_LOG_SIZE, window.logSize());
    this.start = window.start();
    List<double[]> vectors = new ArrayList<>();
    Enclosure scale = Enclosure.ZERO;
    double error = 0;
    double dropped = 0;
    for (int i = 0; i < counts.length; i++) {
      InterruptedComputationException.check();
      dropped += counts[i] * (laws.get(i).size() * NEGLIGIBLE);
      double shift = laws.get(i).logMoments(theta)[0];
      scale = scale.plus(Enclosure.exact(shift).times((double) counts[i]));
      error += counts[i] * tiltInto(vectors, laws.get(i), shift, size);
    }
    this.wrapped = window.outside(size) + 4 * dropped;
    this.logScale = scale;
    this.relativeError = Math.expm1(error) * 1.01;
    this.product = CircularProduct.of(vectors, counts);
    this.infinite = infinite(laws, counts);
  }

  /** Number of lattice points of the window of such a composition. */
  public static long length(List<LatticeLaw> laws, long[] counts, double theta, double tail) {
    return LatticeWindow.of(laws, counts, theta, tail, 62).length();
  }

  /** An enclosure of the profile of the composed distributions. */
  Enclosure delta(double epsilon) {
    Enclosure finite = expectation(epsilon, excess -> -Math.expm1(-excess), 1 / (theta + 1));
    return finite.plus(infinite).min(Enclosure.ONE);
  }

  /**
   * Delta from sums that all epsilons share; enclosures are a few times as wide: see "Many
   * epsilons" in the proof.
   */
  Enclosure deltaOfMany(double epsilon) {
    return finiteOfMany(epsilon).plus(infinite).min(Enclosure.ONE);
  }

  private Enclosure finiteOfMany(double epsilon) {
    Suffixes sums = suffixes();
    int size = product.values().length;
    long first = Math.max(start, (long) Math.ceil(epsilon / step));
    double most = 1 / (theta + 1);
    Enclosure at = Enclosure.exact(epsilon);
    double slack = 1 + (2.0 * size + 16) * ROUNDOFF;
    if (first >= start + size) {
      return untilted(0, wrapped * most * slack, slack, at);
    }
    int index = (int) (first - start);
    double excess = Math.max(0, first * step - epsilon);
    double sum =
        Math.exp(-theta * excess)
            * (sums.ofProfile[index] - Math.expm1(-excess) * sums.ofMasses[index]);
    double weights = Math.min(size - index, 1 + 1 / (step * theta)) * most;
    double reach = Math.max(Math.abs(start), Math.abs(start + size)) * step + Math.abs(epsilon);
    double moved = 4 * ROUNDOFF * reach;
    double noise =
        (product.error() * (weights + moved * size) + moved * sums.mass + sums.underflow)
                * slack
                * slack
            + wrapped * most * slack;
    return untilted(sum, noise, slack * sums.slack, at);
  }

  /** Sums of tilted masses from a lattice point on, shared by profiles at many epsilons. */
  private static final class Suffixes {
    /** Four times the largest exponent whose exponential is not too small for a double. */
    private static final double LARGEST_EXPONENT = 4 * 746;

    /** Sums of each mass times {@code e^(-(1 + theta) t)}, at a distance t from the point. */
    private final double[] ofMasses;

    /** Sums of each mass times {@code e^(-theta t) (1 - e^-t)}. */
    private final double[] ofProfile;

    /** All tilted masses. */
    private final double mass;

    /** Largest factor by which rounding may change a sum. */
    private final double slack;

    /** An upper bound of the sum of all numbers that are too small for doubles. */
    private final double underflow;

    Suffixes(LatticeComposition of) {
      int size = of.product.values().length;
      double decay = Math.exp(-(1 + of.theta) * of.step);
      double untilt = Math.exp(-of.theta * of.step);
      double rise = -Math.expm1(-of.step);
      this.ofMasses = new double[size];
      this.ofProfile = new double[size];
      double masses = 0;
      double profile = 0;
      double plain = 0;
      for (int i = size - 1; i >= 0; i--) {
        double value = of.value(of.start + i);
        profile = untilt * (profile + rise * masses);
        masses = value + decay * masses;
        plain += value;
        ofMasses[i] = masses;
        ofProfile[i] = profile;
      }
      this.mass = plain;
      this.slack = 1 + (8.0 * (size + 4) + LARGEST_EXPONENT) * ROUNDOFF;
      this.underflow = 8.0 * size * (1 + plain) * Double.MIN_VALUE;
    }
  }

  private synchronized Suffixes suffixes() {
    if (suffixes.isEmpty()) {
      suffixes = Optional.of(new Suffixes(this));
    }
    return suffixes.get();
  }

  /** An enclosure of {@code E (L - strike)_+} of composed distributions without infinite losses. */
  public Enclosure call(double strike) {
    return expectation(strike, excess -> excess, 0.37 / theta);
  }

  /** An enclosure of the finite mass at a lattice point and above. */
  Enclosure atLeast(long first) {
    double[] values = product.values();
    int size = values.length;
    double sum = 0;
    double plain = 0;
    double weights = 0;
    for (long k = Math.max(start, first); k < start + size; k++) {
      double weight = Math.exp(-theta * ((k - first) * step));
      double value = value(k);
      sum += value * weight;
      plain += value;
      weights += weight;
    }
    // Rounding of the exponent moves a weight by 3 units of x e^(-x), rounding of the exponential
    // by 2 of the weight.
    double moved = 4 * ROUNDOFF;
    double slack = 1 + (2.0 * size + 16) * ROUNDOFF;
    double noise =
        (product.error() * (weights + moved * size) + moved * plain) * slack * slack
            + wrapped * slack;
    return untilted(sum, noise, slack, Enclosure.exact(step).times((double) first));
  }

  /** Estimate of the tilted mass at a lattice point; 0 outside the window. */
  double value(long k) {
    double[] values = product.values();
    boolean inside = k >= start && k < start + values.length;
    return inside ? Math.max(0, values[(int) Math.floorMod(k, (long) values.length)]) : 0;
  }

  double step() {
    return step;
  }

  double theta() {
    return theta;
  }

  long start() {
    return start;
  }

  long end() {
    return start + product.values().length;
  }

  /** Approximate logarithm by which tilted masses are scaled. */
  double logScale() {
    return logScale.midpoint();
  }

  /** A sum of tilted masses with its error, without the tilt. */
  private Enclosure untilted(double sum, double noise, double slack, Enclosure at) {
    double high = (sum * slack + noise) * (1 + relativeError) * slack;
    double low = Math.max(0, (sum / slack - noise) / (1 + relativeError) / slack);
    Enclosure untilt = logScale.minus(Enclosure.exact(theta).times(at)).exp();
    return Enclosure.of(low, high).times(untilt);
  }

  /**
   * The expectation of a function of the loss's excess over a point. The function rises from 0 with
   * a slope of at most 1.
   *
   * @param most an upper bound of {@code e^(-theta x)} times the function
   */
  private Enclosure expectation(double epsilon, DoubleUnaryOperator payoff, double most) {
    double[] values = product.values();
    int size = values.length;
    long first = Math.max(start, (long) Math.floor(epsilon / step));
    double sum = 0;
    double plain = 0;
    double weights = 0;
    for (long k = first; k < start + size; k++) {
      double excess = k * step - epsilon;
      if (excess <= 0) {
        continue;
      }
      double weight = Math.exp(-theta * excess) * payoff.applyAsDouble(excess);
      double value = value(k);
      sum += value * weight;
      plain += value;
      weights += weight;
    }
    // The rounding of each excess changes a weight by at most the same amount; see the proof.
    double reach = Math.max(Math.abs(start), Math.abs(start + size)) * step + Math.abs(epsilon);
    double moved = 4 * ROUNDOFF * reach;
    double slack = 1 + (2.0 * size + 16) * ROUNDOFF;
    double noise =
        (product.error() * (weights + moved * size) + moved * plain) * slack * slack
            + wrapped * most * slack;
    return untilted(sum, noise, slack, Enclosure.exact(epsilon));
  }

  /** Wraps the tilted masses onto the circle and returns their largest relative error. */
  private double tiltInto(List<double[]> vectors, LatticeLaw law, double shift, int size) {
    double[] vector = new double[size];
    double worst = 0;
    int collisions = 0;
    for (int i = 0; i < law.size(); i++) {
      double exponent = theta * law.loss(i) - shift;
      // The exponent may be up to minus the logarithm of a mass, so the exponential alone might
      // overflow.
      double half = Math.exp(exponent / 2);
      double tilted = law.mass(i) * half * half;
      if (tilted < NEGLIGIBLE) {
        continue;
      }
      int slot = (int) Math.floorMod(law.index(i), (long) size);
      collisions += vector[slot] > 0 ? 1 : 0;
      vector[slot] += tilted;
      worst = Math.max(worst, 3 * Math.abs(theta * law.loss(i)) + Math.abs(exponent));
    }
    vectors.add(vector);
    return (worst + 12 + collisions) * 2 * ROUNDOFF;
  }

  /**
   * The probability of at least one infinite loss: {@code T - F} with T the product of all totals
   * and F the product of the finite totals.
   */
  static Enclosure infinite(List<LatticeLaw> laws, long[] counts) {
    if (laws.stream().allMatch(law -> law.infinite() == 0)) {
      return Enclosure.ZERO;
    }
    Enclosure logTotal = Enclosure.ZERO;
    Enclosure logFinite = Enclosure.ZERO;
    for (int i = 0; i < counts.length; i++) {
      InterruptedComputationException.check();
      LatticeLaw law = laws.get(i);
      Enclosure total = law.total();
      Enclosure share = Enclosure.exact(law.infinite()).dividedBy(total).min(Enclosure.ONE);
      logTotal = logTotal.plus(total.log().times((double) counts[i]));
      logFinite = logFinite.plus(share.negate().log1p().times((double) counts[i]));
    }
    Enclosure result = logFinite.expm1().negate().times(logTotal.exp());
    return result.max(Enclosure.ZERO);
  }
}
