package org.assay.verify.internal.inference;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Stream;
import org.assay.accountant.curve.PrivacyProfile;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.DefaultGuaranteeVisitor;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Parameters;

/**
 * Chooses the linear consequences of a claim that an audit bets against.
 *
 * <p>A pure or approximate claim has one line. The line for φ and the line for 1 - φ say everything
 * about the claim. {@link Bet} places bets on both together, and every other bet is a mixture of
 * the two. A profile or trade-off curve given by points has one line for each point or edge. Any
 * other claim is an envelope of tangents. They are spread over the slopes at which the implied
 * delta is not negligible, and are denser near slope 1. For Rényi and zero-concentrated claims the
 * lines support the region of pairs whose divergences satisfy the claim. The region is smaller than
 * after a conversion to (epsilon, delta).
 */
public final class SupportingLines {
  /**
   * Slopes at which the implied delta is smaller are left out: they differ too little to matter.
   */
  private static final double NEGLIGIBLE_DELTA = 1e-9;

  /** Largest logarithm of a slope; the odds of larger ones would overflow. */
  private static final double LARGEST_EPSILON = 300;

  /** Exponent of the spacing of epsilons: above 1, lines are denser near slope 1. Not tuned. */
  private static final double SPREAD = 1.5;

  /** Bisections for the largest useful epsilon. */
  private static final int BISECTIONS = 4;

  /** The largest useful epsilon is at least about this number. */
  private static final double SMALLEST_RANGE = 1e-6;

  private SupportingLines() {}

  /**
   * The lines of a claim.
   *
   * @param claim the claim
   * @param count how many tangents to spread over a curved claim, at least 2
   * @return at least one line, smallest epsilon first
   * @throws IllegalArgumentException if the claim allows everything, so nothing can refute it
   */
  public static List<SupportingLine> of(Guarantee claim, int count) {
    List<SupportingLine> lines = ifAny(claim, count);
    if (lines.isEmpty()) {
      throw new IllegalArgumentException(
          "claim was " + claim.describe() + ": it allows every mechanism; claim something finite");
    }
    return lines;
  }

  /**
   * The lines of a claim that may allow everything, or so much that no line with finite odds is
   * left.
   *
   * @param claim the claim
   * @param count how many tangents to spread over a curved claim, at least 2
   * @return lines, smallest epsilon first; empty if nothing can refute the claim
   */
  public static List<SupportingLine> ifAny(Guarantee claim, int count) {
    Parameters.requireAtLeastOne("count - 1", count - 1L);
    PrivacyProfile profile = PrivacyProfile.of(claim);
    DoubleUnaryOperator direct = claim.accept(new NativeDelta());
    List<SupportingLine> lines = new ArrayList<>();
    for (double epsilon : claim.accept(new Slopes(profile, count))) {
      double odds = Rounding.expUp(epsilon);
      double delta = Math.min(profile.delta(epsilon).upper(), direct.applyAsDouble(odds));
      if (delta < 1) {
        lines.add(new SupportingLine(epsilon, odds, delta));
      }
    }
    return List.copyOf(lines);
  }

  /** The delta that a claim's own divergences imply at a slope; 1 for other claims. */
  private static final class NativeDelta extends DefaultGuaranteeVisitor<DoubleUnaryOperator> {
    @Override
    public DoubleUnaryOperator visitRenyi(Guarantee.Renyi claim) {
      return RenyiRegion.of(claim)::delta;
    }

    @Override
    public DoubleUnaryOperator visitZeroConcentrated(Guarantee.ZeroConcentrated claim) {
      return RenyiRegion.of(claim)::delta;
    }

    @Override
    protected DoubleUnaryOperator visitOther(Guarantee claim) {
      return odds -> 1;
    }
  }

  /** The logarithms of the slopes of the lines, for each kind of claim. */
  private static final class Slopes extends DefaultGuaranteeVisitor<double[]> {
    private final PrivacyProfile profile;
    private final int count;

    Slopes(PrivacyProfile profile, int count) {
      this.profile = profile;
      this.count = count;
    }

    @Override
    public double[] visitPure(Guarantee.Pure claim) {
      return single(claim.epsilon());
    }

    @Override
    public double[] visitApproximate(Guarantee.Approximate claim) {
      return single(claim.epsilon());
    }

    @Override
    public double[] visitProfile(Guarantee.Profile claim) {
      return thinned(claim.deltaByEpsilon().keySet().stream(), count);
    }

    @Override
    public double[] visitTradeoff(Guarantee.Tradeoff claim) {
      return thinned(TradeoffEdges.slopes(claim).stream(), count);
    }

    @Override
    protected double[] visitOther(Guarantee claim) {
      double largest = largestUseful(profile);
      double[] slopes = new double[count];
      for (int i = 0; i < count; i++) {
        slopes[i] = largest * Math.pow(i / (count - 1.0), SPREAD);
      }
      return slopes;
    }
  }

  /** At most {@code count} of some ascending epsilons, including the first and the last. */
  private static double[] thinned(Stream<Double> epsilons, int count) {
    double[] all =
        epsilons.mapToDouble(epsilon -> epsilon).filter(e -> e <= LARGEST_EPSILON).toArray();
    if (all.length <= count) {
      return all;
    }
    double[] some = new double[count];
    for (int i = 0; i < count; i++) {
      some[i] = all[(int) Math.round(i * (all.length - 1.0) / (count - 1))];
    }
    return some;
  }

  private static double[] single(double epsilon) {
    return epsilon <= LARGEST_EPSILON ? new double[] {epsilon} : new double[0];
  }

  /** An epsilon above which the delta of a profile is negligible. */
  static double largestUseful(PrivacyProfile profile) {
    double high = 1;
    while (high < LARGEST_EPSILON && !isNegligible(profile, high)) {
      high *= 2;
    }
    while (high > SMALLEST_RANGE && isNegligible(profile, high / 2)) {
      high /= 2;
    }
    double low = high / 2;
    for (int i = 0; i < BISECTIONS; i++) {
      double middle = (low + high) / 2;
      boolean negligible = isNegligible(profile, middle);
      high = negligible ? middle : high;
      low = negligible ? low : middle;
    }
    return Math.min(high, LARGEST_EPSILON);
  }

  private static boolean isNegligible(PrivacyProfile profile, double epsilon) {
    return profile.delta(epsilon).upper() <= NEGLIGIBLE_DELTA;
  }
}
