package org.assay.accountant.internal.loss.pair;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.assay.accountant.internal.composition.GaussianComposition;
import org.assay.accountant.internal.composition.MixedComposition;
import org.assay.accountant.internal.loss.DirectProfile;
import org.assay.accountant.numeric.Enclosure;
import org.junit.jupiter.api.Test;

/** Profiles of samples by their identities, against profiles from the loss distributions. */
class JointPairTest {
  private static final Enclosure MU = Enclosure.exact(0.75);

  /** A Gaussian with a far larger bound, so that only its exact profile can agree. */
  private static OrderedPair joint() {
    GaussianComposition gaussian =
        GaussianComposition.under(ADD_OR_REMOVE).withGaussian(MU.square());
    return new JointPair(new GaussianPair(Enclosure.exact(3)), MixedComposition.of(gaussian));
  }

  @Test
  void samplesInBothOrdersAgreeWithTheLaws() {
    OrderedPair base = new GaussianPair(MU);
    for (double q : new double[] {0.01, 0.25, 0.9}) {
      Enclosure share = Enclosure.exact(q);
      OrderedPair sampled = new SampledPair(share, joint());
      OrderedPair known = new SampledPair(share, base);
      for (double epsilon : new double[] {0, 0.001, 0.1, 0.7, 3, 20}) {
        agree(known, sampled, epsilon);
        agree(known.reversed(), sampled.reversed(), epsilon);
        agree(known, sampled.reversed().reversed(), epsilon);
        agree(
            new FixedSizePair(new SampledPair(share, base)),
            new FixedSizePair(new SampledPair(share, joint())),
            epsilon);
      }
    }
  }

  private static void agree(OrderedPair laws, OrderedPair identities, double epsilon) {
    Enclosure known = new DirectProfile(laws).delta(epsilon);
    Enclosure found = new DirectProfile(identities).delta(epsilon);
    assertEquals(known.midpoint(), found.midpoint(), 1e-12);
    assertTrue(found.lower() <= known.upper() && found.upper() >= known.lower());
  }
}
