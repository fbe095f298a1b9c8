package org.assay.accountant.internal.analysis;

import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.assay.accountant.curve.DominatingPairs;
import org.assay.accountant.curve.PrivacyLossDistribution;
import org.assay.accountant.curve.PrivacyProfile;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.event.ProfileEvent;
import org.assay.accountant.internal.analysis.ApproximateStep.Stated;
import org.assay.accountant.internal.loss.pair.PairGuards;
import org.assay.accountant.internal.loss.pair.ProfilePair;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.Guarantee;

/**
 * A mechanism for which several (epsilon, delta) hold at once.
 *
 * <p>Let {@code D(u) = sup P(A) - u Q(A)} for the distributions P and Q of neighbours, so that
 * {@code δ(ε) = D(e^ε)}. D is the largest of functions that are linear in u, so D is convex and
 * falls. In the other order of neighbours it is {@code 1 - u + u D(1/u)}, so a point (ε, δ) of both
 * orders also says {@code D(e^-ε) <= 1 - e^-ε (1 - δ)}. The largest convex function through or
 * below all these points, (0, 1), and constant from the last point on, is the profile of a pair
 * ([@ZhuDongWang2022], Proposition 8). Nothing smaller follows from the points: that pair keeps
 * them. Between two points it is their chord in u, and below the first point the chord to its
 * mirror image. One point gives the pair of {@link ApproximateStep}.
 */
final class ProfileStep extends Step {
  private final ProfileEvent mechanism;

  ProfileStep(ProfileEvent event, Neighbours neighbours) {
    super(event, neighbours);
    this.mechanism = event;
  }

  /** The smallest epsilon whose delta is 0. */
  @Override
  public Enclosure epsilon() {
    Enclosure steps = neighbours().steps(mechanism);
    for (Map.Entry<Double, Double> point : points().entrySet()) {
      if (point.getValue() == 0) {
        return steps.times(point.getKey());
      }
    }
    return super.epsilon();
  }

  private NavigableMap<Double, Double> points() {
    return mechanism.statement().deltaByEpsilon();
  }

  @Override
  public RdpCurve renyi() {
    if (!points().containsValue(0.0)) {
      throw ZcdpStep.carriesDelta(mechanism);
    }
    return renyiOfPure(epsilon());
  }

  @Override
  public RunShape shape() {
    return RunShape.MIXTURE;
  }

  @Override
  public PrivacyLossDistribution losses() {
    long steps = neighbours().stepCount(mechanism);
    NavigableMap<Double, Double> all = new TreeMap<>();
    points()
        .forEach(
            (epsilon, delta) -> {
              Stated stated = new Stated(epsilon, delta).over(steps, mechanism);
              all.merge(stated.epsilon(), stated.delta(), Math::min);
            });
    PairGuards.requireModerate(mechanism.describe(), all.lastKey());
    Guarantee.Profile statement = new Guarantee.Profile(all, neighbours().adjacency());
    PrivacyProfile implied = PrivacyProfile.of(statement);
    NavigableMap<Double, Double> bounds = new TreeMap<>();
    bounds.put(1.0, implied.delta(0).upper());
    // A larger factor has no larger delta.
    all.keySet()
        .forEach(
            epsilon ->
                bounds.merge(Rounding.expUp(epsilon), implied.delta(epsilon).upper(), Math::min));
    double[] factors = bounds.keySet().stream().mapToDouble(factor -> factor).toArray();
    double[] deltas = bounds.values().stream().mapToDouble(delta -> delta).toArray();
    return DominatingPairs.of(
        ProfilePair.of("points of a profile", factors, deltas, deltas), neighbours().adjacency());
  }
}
