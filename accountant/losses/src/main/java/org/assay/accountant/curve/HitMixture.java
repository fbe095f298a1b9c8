package org.assay.accountant.curve;

import java.util.ArrayList;
import java.util.List;
import org.assay.accountant.internal.loss.DirectProfile;
import org.assay.accountant.internal.loss.HitCounts;
import org.assay.accountant.internal.loss.ProfileGrid;
import org.assay.accountant.internal.loss.pair.GaussianMixturePair;
import org.assay.accountant.internal.loss.pair.GaussianPair;
import org.assay.accountant.internal.loss.pair.OrderedPair;
import org.assay.accountant.internal.loss.pair.ProfilePair;
import org.assay.accountant.internal.loss.pair.PublishedMixturePair;
import org.assay.accountant.internal.loss.pair.SampledPair;
import org.assay.accountant.numeric.Enclosure;

/**
 * The Gaussian mechanism on a sample of fixed size when a unit of several records is replaced. η is
 * the probability of a hit. M is the profile of the mixture of shifts by the number of hits, and V
 * the mean of the shifts' profiles:
 *
 * <pre>
 *   H_γ' ≤ η ((1 - β) M(γ) + β V(γ)),   γ' = 1 + η (γ - 1),   β = γ'/γ,   γ ≥ 1
 * </pre>
 *
 * in both orders. The bound is evaluated at many γ' and joined by straight lines. Proof: {@code
 * internal/analysis/doc-files/counted-samples.md}.
 */
final class HitMixture {
  private final HitCounts hits;
  private final Enclosure mu;
  private final DirectProfile mixture;
  private final DirectProfile mean;

  private HitMixture(HitCounts hits, Enclosure mu) {
    this.hits = hits;
    this.mu = mu;
    List<Enclosure> shifts = new ArrayList<>();
    List<OrderedPair> parts = new ArrayList<>();
    for (int i = 0; i < hits.weights().size(); i++) {
      Enclosure shift = mu.times(Enclosure.ofCount(hits.smallest() + i));
      shifts.add(shift);
      parts.add(new GaussianPair(shift));
    }
    this.mixture = new DirectProfile(new GaussianMixturePair(hits.weights(), shifts, false));
    this.mean =
        new DirectProfile(new PublishedMixturePair(hits.weights(), parts, Enclosure.ZERO, 0));
  }

  /** The pair of a unit whose every record, replaced in the sample, shifts the centre by mu. */
  static OrderedPair of(HitCounts hits, Enclosure mu) {
    return new HitMixture(hits, mu).pair();
  }

  private OrderedPair pair() {
    double scale = new SampledPair(hits.share(), new GaussianPair(mu)).scale();
    ProfileGrid grid = ProfileGrid.of(scale, List.of());
    double[] bounds = new double[grid.factors().length];
    double last = 1;
    for (int i = 0; i < bounds.length; i++) {
      last = last < ProfileGrid.NEGLIGIBLE ? last : Math.min(last, bound(grid.factors()[i]));
      bounds[i] = last;
    }
    String name =
        "Gaussian of mu "
            + mu
            + " on a share "
            + hits.share()
            + " of fixed size, up to "
            + hits.weights().size()
            + " records replaced";
    return ProfilePair.of(name, grid.factors(), bounds, bounds.clone());
  }

  private double bound(double amplified) {
    Enclosure share = hits.share();
    Enclosure factor = Enclosure.exact(amplified).minus(1).dividedBy(share).plus(1);
    Enclosure beta = Enclosure.exact(amplified).dividedBy(factor).min(Enclosure.ONE);
    // Profiles fall with epsilon, and M is at most V.
    double epsilon = Math.max(0, Enclosure.exact(factor.lower()).log().lower());
    Enclosure inner = Enclosure.exact(mixture.delta(epsilon).upper()).plus(hits.rest());
    Enclosure outer = Enclosure.exact(mean.delta(epsilon).upper()).plus(hits.rest()).max(inner);
    Enclosure excess = outer.minus(inner).times(beta.upper());
    return share.times(inner.plus(excess)).min(Enclosure.ONE).upper();
  }
}
