package org.assay.accountant.accounting;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;

import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.event.CertifiedEvent;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.GradientSchedule;
import org.assay.accountant.event.LastIterateEvent;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.Citation;
import org.assay.accountant.privacy.Sensitivity;
import org.junit.jupiter.api.Nested;

/** Every kind of event keeps the contract. */
class EventContractTests {
  private static final DpEvent GAUSSIAN = DpEvent.gaussian(1.3, Sensitivity.unit(ADD_OR_REMOVE));

  @Nested
  class Gaussian extends EventContract {
    @Override
    DpEvent event() {
      return GAUSSIAN;
    }
  }

  @Nested
  class PoissonSampledGaussian extends EventContract {
    @Override
    DpEvent event() {
      return GAUSSIAN.poissonSampled(0.02);
    }
  }

  @Nested
  class Composed extends EventContract {
    @Override
    DpEvent event() {
      return DpEvent.sequence(GAUSSIAN, GAUSSIAN.poissonSampled(0.5).times(4));
    }
  }

  @Nested
  class LastIterate extends EventContract {
    @Override
    DpEvent event() {
      GradientSchedule schedule =
          GradientSchedule.of(
              new double[] {1, 0.5, 0.25}, new int[] {3, 5, 9}, new double[] {0.3, 0.4, 0.6});
      return new LastIterateEvent(schedule, 1, 0.25);
    }
  }

  @Nested
  class Certified extends EventContract {
    @Override
    DpEvent event() {
      return new CertifiedEvent(
          "exponential mechanism",
          new Citation("BunSteinke2016", "Proposition 1.4"),
          RdpCurve.zeroConcentrated(Enclosure.exact(0.125), REPLACE_ONE));
    }
  }
}
