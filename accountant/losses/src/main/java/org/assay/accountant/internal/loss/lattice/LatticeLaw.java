package org.assay.accountant.internal.loss.lattice;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rounding;

/**
 * The distribution under P of a loss that takes only multiples of a step, and infinity. The masses
 * are exact numbers; their total may differ from 1.
 */
public final class LatticeLaw {
  private final double step;
  private final long[] index;
  private final double[] mass;
  private final double[] logMass;
  private final double infinite;

  public LatticeLaw(double step, Map<Long, Double> masses, double infinite) {
    this.step = step;
    this.infinite = infinite;
    TreeMap<Long, Double> sorted = new TreeMap<>(masses);
    sorted.values().removeIf(value -> value == 0);
    this.index = sorted.keySet().stream().mapToLong(Long::longValue).toArray();
    this.mass = sorted.values().stream().mapToDouble(Double::doubleValue).toArray();
    this.logMass = DoubleStream.of(mass).map(Math::log).toArray();
  }

  /** An enclosure of a multiple of a step. */
  static Enclosure loss(double step, long multiple) {
    return Enclosure.exact(step).times((double) multiple);
  }

  double step() {
    return step;
  }

  int size() {
    return index.length;
  }

  long index(int i) {
    return index[i];
  }

  double loss(int i) {
    return index[i] * step;
  }

  double mass(int i) {
    return mass[i];
  }

  /** The mass at infinity. */
  double infinite() {
    return infinite;
  }

  /** The total of all masses. */
  Enclosure total() {
    double low = infinite;
    double high = infinite;
    for (double part : mass) {
      low = Rounding.addDown(low, part);
      high = Rounding.addUp(high, part);
    }
    return Enclosure.of(low, high);
  }

  /**
   * {@code log of sum of mass e^(theta loss)} over the finite losses, with its first two
   * derivatives in theta; plain numbers, see {@link #logMomentError}.
   */
  public double[] logMoments(double theta) {
    double peak = Double.NEGATIVE_INFINITY;
    double[] exponent = new double[mass.length];
    for (int i = 0; i < mass.length; i++) {
      exponent[i] = logMass[i] + theta * loss(i);
      peak = Math.max(peak, exponent[i]);
    }
    double sum = 0;
    double first = 0;
    double second = 0;
    for (int i = 0; i < mass.length; i++) {
      double weight = exponent[i] - peak < -700 ? 0 : Math.exp(exponent[i] - peak);
      sum += weight;
      first += weight * loss(i);
      second += weight * loss(i) * loss(i);
    }
    double mean = first / sum;
    return new double[] {peak + Math.log(sum), mean, Math.max(0, second / sum - mean * mean)};
  }

  /**
   * A bound on the error of the first of {@link #logMoments}: 2 units of roundoff for each addition
   * and function, and the rounding of exponents of size up to {@code |theta| max |loss| + 745}.
   */
  double logMomentError(double theta) {
    double reach = Math.max(Math.abs(loss(0)), Math.abs(loss(mass.length - 1)));
    return (mass.length + 8 * (Math.abs(theta) * reach + 745) + 100) * 0x1p-51;
  }
}
