package org.assay.accountant.internal.loss.pair;

import java.util.List;
import org.assay.accountant.internal.calculus.NormalTail;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.LossAtom;

/**
 * P = Σ p_k N(s_k, 1) with s_k ≥ 0 against Q = N(0, 1), or against P's mirror image Q = Σ p_k
 * N(-s_k, 1). With {@code m(z) = log Σ p_k e^(s_k z - s_k²/2)} the loss is {@code m(z)}, or {@code
 * m(z) - m(-z)}. The loss rises with the output z. Newton's method finds the output of a loss,
 * which is then proved to lie between two nearby numbers ({@code
 * doc-files/mixture-of-gaussians.md}).
 *
 * @param weights enclosures of the p_k
 * @param shifts enclosures of the s_k, at least one of them above 0
 * @param mirrored whether Q is the mirror image
 */
public record GaussianMixturePair(List<Enclosure> weights, List<Enclosure> shifts, boolean mirrored)
    implements OrderedPair {
  /** Truncation of outputs in standard deviations; the mass beyond underflows. */
  private static final double FAR = 40;

  /** Largest number of Newton steps. Not tuned: ends the search. */
  private static final int MOST_STEPS = 200;

  public GaussianMixturePair {
    weights = List.copyOf(weights);
    shifts = List.copyOf(shifts);
  }

  @Override
  public String name() {
    String name = "Gaussian mixture of weights " + weights + " and shifts " + shifts;
    return mirrored ? name + ", against its mirror image" : name;
  }

  @Override
  public List<LossAtom> atoms() {
    return List.of();
  }

  @Override
  public boolean continuous() {
    return true;
  }

  @Override
  public LossTails tails(Enclosure loss) {
    Enclosure output = output(loss);
    Enclosure opposite = output.negate();
    Enclosure pBelow = mixtureBelow(output);
    Enclosure pAbove = mixtureAbove(output);
    return mirrored
        ? new LossTails(pBelow, pAbove, mixtureAbove(opposite), mixtureBelow(opposite))
        : new LossTails(
            pBelow, pAbove, NormalTail.upperTail(opposite), NormalTail.upperTail(output));
  }

  private Enclosure mixtureBelow(Enclosure output) {
    Enclosure sum = Enclosure.ZERO;
    for (int k = 0; k < shifts.size(); k++) {
      Enclosure centered = output.minus(shifts.get(k));
      sum = sum.plus(NormalTail.upperTail(centered.negate()).times(weights.get(k)));
    }
    return sum;
  }

  private Enclosure mixtureAbove(Enclosure output) {
    Enclosure sum = Enclosure.ZERO;
    for (int k = 0; k < shifts.size(); k++) {
      Enclosure centered = output.minus(shifts.get(k));
      sum = sum.plus(NormalTail.upperTail(centered).times(weights.get(k)));
    }
    return sum;
  }

  /** The root of the mixture's second moment under Q minus one, or its largest shift. */
  @Override
  public double scale() {
    double square = 0;
    for (int j = 0; j < shifts.size(); j++) {
      for (int k = 0; k < shifts.size(); k++) {
        double weight = weights.get(j).midpoint() * weights.get(k).midpoint();
        double product = shifts.get(j).midpoint() * shifts.get(k).midpoint();
        square += weight * Math.expm1(Math.min(product, 100));
      }
    }
    return (mirrored ? 2 : 1) * Math.min(largestShift(), Math.sqrt(square));
  }

  /** A reflection exchanges a mixture and its mirror image. */
  @Override
  public OrderedPair reversed() {
    return mirrored ? this : new ReversedPair(this);
  }

  private double largestShift() {
    return shifts.stream().mapToDouble(Enclosure::upper).max().orElseThrow();
  }

  /** The output of a loss; an end is infinite if no output within the truncation has the loss. */
  private Enclosure output(Enclosure loss) {
    double left = mirrored ? -largestShift() - FAR : -FAR;
    double right = largestShift() + FAR;
    if (!(lossAt(left).upper() <= loss.lower())) {
      while (left < right && !(lossAt(left).lower() >= loss.upper())) {
        left++;
      }
      return Enclosure.of(Double.NEGATIVE_INFINITY, Math.min(left, right));
    }
    if (!(lossAt(right).lower() >= loss.upper())) {
      while (right > left && !(lossAt(right).upper() <= loss.lower())) {
        right--;
      }
      return Enclosure.of(Math.max(left, right), Double.POSITIVE_INFINITY);
    }
    double guess = newton(loss.midpoint(), left, right);
    double low = guess;
    double high = guess;
    for (double radius = 0x1p-51 * (1 + Math.abs(guess)); ; radius *= 4) {
      low = low > left && lossAt(low).upper() > loss.lower() ? guess - radius : low;
      high = high < right && lossAt(high).lower() < loss.upper() ? guess + radius : high;
      boolean lowProved = low <= left || lossAt(low).upper() <= loss.lower();
      boolean highProved = high >= right || lossAt(high).lower() >= loss.upper();
      if (lowProved && highProved) {
        return Enclosure.of(Math.max(left, low), Math.min(right, high));
      }
    }
  }

  /** An estimate by Newton's method, kept inside a shrinking bracket. */
  private double newton(double loss, double left, double right) {
    double low = left;
    double high = right;
    double x = Math.max(low, Math.min(high, loss / largestShift() + largestShift() / 2));
    for (int i = 0; i < MOST_STEPS && high - low > 0x1p-52 * (1 + Math.abs(x)); i++) {
      double[] value = lossAndSlope(x);
      low = value[0] < loss ? x : low;
      high = value[0] < loss ? high : x;
      double next = x - (value[0] - loss) / value[1];
      double proposed = next > low && next < high ? next : low + (high - low) / 2;
      if (Math.abs(proposed - x) <= 0x1p-53 * (1 + Math.abs(x))) {
        return proposed;
      }
      x = proposed;
    }
    return x;
  }

  private double[] lossAndSlope(double x) {
    double[] value = mixtureAndSlope(x);
    if (mirrored) {
      double[] opposite = mixtureAndSlope(-x);
      return new double[] {value[0] - opposite[0], value[1] + opposite[1]};
    }
    return value;
  }

  private double[] mixtureAndSlope(double x) {
    double peak = Double.NEGATIVE_INFINITY;
    for (Enclosure shift : shifts) {
      peak = Math.max(peak, exponent(shift.midpoint(), x));
    }
    double sum = 0;
    double slope = 0;
    double small = 0;
    for (int k = 0; k < shifts.size(); k++) {
      double shift = shifts.get(k).midpoint();
      double part = weights.get(k).midpoint() * Math.exp(exponent(shift, x) - peak);
      sum += part;
      slope += shift * part;
      small += weights.get(k).midpoint() * Math.expm1(Math.min(exponent(shift, x), 1));
    }
    boolean near = Math.abs(peak) < 1;
    return new double[] {near ? Math.log1p(small) : peak + Math.log(sum), slope / sum};
  }

  private static double exponent(double shift, double x) {
    return shift * (x - shift / 2);
  }

  private Enclosure lossAt(double x) {
    return mirrored ? mixtureAt(x).minus(mixtureAt(-x)) : mixtureAt(x);
  }

  /** {@code m(x)}. */
  private Enclosure mixtureAt(double x) {
    double peak = Double.NEGATIVE_INFINITY;
    Enclosure[] exponents = new Enclosure[shifts.size()];
    for (int k = 0; k < exponents.length; k++) {
      Enclosure shift = shifts.get(k);
      exponents[k] = Enclosure.exact(x).minus(shift.times(0.5)).times(shift);
      peak = Math.max(peak, exponents[k].upper());
    }
    Enclosure sum = Enclosure.ZERO;
    boolean near = Math.abs(peak) < 1;
    for (int k = 0; k < exponents.length; k++) {
      Enclosure part = near ? exponents[k].expm1() : exponents[k].minus(peak).exp();
      sum = sum.plus(part.times(weights.get(k)));
    }
    if (near) {
      return Enclosure.of(Math.max(-1, sum.lower()), Math.max(-1, sum.upper())).log1p();
    }
    return sum.log().plus(peak);
  }
}
