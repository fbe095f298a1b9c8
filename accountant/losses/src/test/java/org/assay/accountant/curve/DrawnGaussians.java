package org.assay.accountant.curve;

import java.util.ArrayList;
import java.util.List;
import org.assay.accountant.internal.loss.HitCounts;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;

/** Gaussian noise on records drawn with replacement, one of them replaced. */
final class DrawnGaussians {
  private DrawnGaussians() {}

  /** Draws from a population, each changed entry of the list worth mu. */
  static PrivacyLossDistribution of(long draws, long population, Enclosure mu) {
    Enclosure hit = Enclosure.ONE.dividedBy(Enclosure.ofCount(population));
    HitCounts hits = HitCounts.binomial(draws, hit);
    List<PrivacyLossDistribution> byCount = new ArrayList<>();
    for (int k = 1; k <= hits.weights().size(); k++) {
      Enclosure shift = mu.times((double) k);
      byCount.add(PrivacyLossDistribution.gaussian(shift, AdjacencyRelation.REPLACE_ONE));
    }
    return PrivacyLossDistribution.published(hits.weights(), byCount, Enclosure.ZERO, hits.rest())
        .fixedSizeSampled(hits.share());
  }
}
