package org.assay.accountant.accounting;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.assay.accountant.privacy.AdjacencyRelation.ZERO_OUT;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.event.ApproximateEvent;
import org.assay.accountant.event.CertifiedEvent;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.EventKinds;
import org.assay.accountant.event.GaussianSparseVectorEvent;
import org.assay.accountant.event.GeneralizedGaussianEvent;
import org.assay.accountant.event.GradientSchedule;
import org.assay.accountant.event.LastIterateEvent;
import org.assay.accountant.event.MatrixMechanismEvent;
import org.assay.accountant.event.MixtureOfGaussiansEvent;
import org.assay.accountant.event.NoisyGradientDescentEvent;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdEvent;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.event.PermuteAndFlipEvent;
import org.assay.accountant.event.RandomAllocationEvent;
import org.assay.accountant.event.RandomizedResponseEvent;
import org.assay.accountant.event.RepeatAndSelectEvent;
import org.assay.accountant.event.ReportNoisyMaxEvent;
import org.assay.accountant.event.SampledMatrixEvent;
import org.assay.accountant.event.ShuffledBatchesEvent;
import org.assay.accountant.event.ShuffledReportsEvent;
import org.assay.accountant.event.SparseVectorEvent;
import org.assay.accountant.event.StaircaseEvent;
import org.assay.accountant.event.StrategyMatrix;
import org.assay.accountant.internal.selection.NegativeBinomialRepetitions;
import org.assay.accountant.internal.selection.PoissonRepetitions;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Citation;
import org.assay.accountant.privacy.Sensitivity;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Every kind of event keeps the contract. */
class EventContractTests {
  /**
   * Kinds that are printed as other kinds, and kinds whose Rényi divergences are infinite or
   * refused.
   */
  private static final Set<String> WITHOUT_CONTRACT =
      Set.of(
          "binomial",
          "no-op",
          "non-private",
          "repeat",
          "partition-selection",
          "thresholded-counts",
          "truncated-laplace",
          "truncated-poisson");

  private static final Sensitivity UNIT = Sensitivity.unit(ADD_OR_REMOVE);
  private static final DpEvent GAUSSIAN = DpEvent.gaussian(1.3, Sensitivity.unit(ADD_OR_REMOVE));

  /** Events that keep the whole contract, with the width of most divergences. */
  static List<DpEvent> events() {
    return List.of(
        GAUSSIAN,
        GAUSSIAN.poissonSampled(0.02),
        DpEvent.sequence(GAUSSIAN, GAUSSIAN.poissonSampled(0.5).times(4)),
        DpEvent.laplace(2, UNIT),
        DpEvent.discreteGaussian(1.7, UNIT),
        DpEvent.discreteLaplace(3, new Sensitivity(2, ADD_OR_REMOVE)),
        DpEvent.randomizedResponse(0.6, REPLACE_ONE),
        new RandomizedResponseEvent(5, 0.4, ADD_OR_REMOVE),
        DpEvent.exponentialMechanism(0.4, REPLACE_ONE),
        new ReportNoisyMaxEvent(ReportNoisyMaxEvent.Noise.LAPLACE, 0.3, ADD_OR_REMOVE),
        new ReportNoisyMaxEvent(ReportNoisyMaxEvent.Noise.GUMBEL, 0.3, ADD_OR_REMOVE),
        new PermuteAndFlipEvent(0.2, ZERO_OUT),
        new SparseVectorEvent(8, 20, 3, false, UNIT),
        new GeneralizedGaussianEvent(5, 2.5, UNIT),
        DpEvent.pure(0.3, ADD_OR_REMOVE),
        new ApproximateEvent(0.3, 0, REPLACE_ONE),
        DpEvent.zcdp(0.05, ZERO_OUT),
        DpEvent.sequence(GAUSSIAN, DpEvent.laplace(4, UNIT).poissonSampled(0.1)).forGroupsOf(3),
        DpEvent.parallel(GAUSSIAN, DpEvent.laplace(2, UNIT), GAUSSIAN),
        DpEvent.laplace(2, UNIT).poissonSampled(0.05),
        DpEvent.discreteGaussian(1.5, UNIT).poissonSampled(0.05),
        DpEvent.pure(1, UNIT.adjacency()).poissonSampled(0.05),
        DpEvent.gaussian(1.5, Sensitivity.unit(REPLACE_ONE)).fixedSizeSampled(20, 1000),
        DpEvent.laplace(1.5, Sensitivity.unit(REPLACE_ONE)).fixedSizeSampled(20, 1000),
        DpEvent.discreteGaussian(1.5, Sensitivity.unit(REPLACE_ONE)).fixedSizeSampled(20, 1000),
        DpEvent.gaussian(1.5, Sensitivity.unit(REPLACE_ONE)).sampledWithReplacement(3, 1000),
        DpEvent.laplace(1.5, Sensitivity.unit(REPLACE_ONE)).sampledWithReplacement(4, 1000),
        DpEvent.discreteGaussian(2.5, Sensitivity.unit(REPLACE_ONE))
            .sampledWithReplacement(3, 1000),
        DpEvent.sequence(GAUSSIAN, GAUSSIAN.times(2)).poissonSampled(0.1),
        DpEvent.pure(0.5, REPLACE_ONE).sampledWithReplacement(20, 1000),
        DpEvent.gaussian(1.5, Sensitivity.unit(ZERO_OUT)).poissonSampled(0.02),
        new MixtureOfGaussiansEvent(
            2, List.of(0.0, 1.0, 2.0), List.of(0.7, 0.2, 0.1), ADD_OR_REMOVE),
        new ShuffledBatchesEvent(100, 2, 3, true, ZERO_OUT),
        new MatrixMechanismEvent(StrategyMatrix.squareRoot(50, 50), 3, 10, 4, ADD_OR_REMOVE),
        new ShuffledReportsEvent(40, 0.5, OptionalLong.empty()),
        new RepeatAndSelectEvent(GAUSSIAN, new NegativeBinomialRepetitions(0.5, 0.05)),
        new RepeatAndSelectEvent(GAUSSIAN, new PoissonRepetitions(7)),
        new GaussianSparseVectorEvent(20, 40, 1_000, 2, false, UNIT),
        new StaircaseEvent(0.3, 0.4, ZERO_OUT),
        DpEvent.parse("pair([1/3, 1/2, 1/6], [0.1, 0.2, 0.7])", ADD_OR_REMOVE),
        DpEvent.parse("renyi([2, 8, 1024], [0.1, 0.5, 9])", REPLACE_ONE),
        DpEvent.parse("profile([0.2, 0.5], [0.01, 0], name=\"it\")", ZERO_OUT));
  }

  @Nested
  @ParameterizedClass
  @MethodSource("org.assay.accountant.accounting.EventContractTests#events")
  class EveryEvent extends EventContract {
    private final DpEvent event;

    EveryEvent(DpEvent event) {
      this.event = event;
    }

    @Override
    DpEvent event() {
      return event;
    }
  }

  @Test
  void everyKindHasAContract() throws ReflectiveOperationException {
    Set<String> missing = new TreeSet<>();
    EventKinds.all().forEach(kind -> missing.add(kind.name()));
    List<DpEvent> events = new ArrayList<>(events());
    for (Class<?> nested : EventContractTests.class.getDeclaredClasses()) {
      if (nested != EveryEvent.class) {
        events.add(
            ((EventContract)
                    nested.getDeclaredConstructor(EventContractTests.class).newInstance(this))
                .event());
      }
    }
    for (DpEvent event : events) {
      String printed = event.describe();
      missing.removeIf(kind -> Pattern.compile("\\b" + kind + "\\(").matcher(printed).find());
    }
    assertEquals(WITHOUT_CONTRACT, missing);
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
  class NoisyGradientDescent extends EventContract {
    @Override
    DpEvent event() {
      GradientSchedule epoch =
          GradientSchedule.of(
              new double[] {1, 0.5, 0.25}, new int[] {3, 5, 9}, new double[] {3, 4, 6});
      return new NoisyGradientDescentEvent(
          epoch, 20, 1, 0.25, 0.125, 2, NoisyGradientDescentEvent.Form.LAST_ITERATE);
    }
  }

  @Nested
  @Tag("slow")
  class NoisySgdOfFixedSize extends EventContract {
    @Override
    DpEvent event() {
      return new NoisySgdEvent(
          NoisySgd.of(NoisySgdSampling.FIXED_SIZE, AdjacencyRelation.REPLACE_ONE)
              .batches(10, 100)
              .steps(40, 0.5)
              .noise(1)
              .lipschitzConstant(1)
              .curvature(0.5, 1)
              .diameter(2)
              .build());
    }
  }

  @Nested
  @Tag("slow")
  class NoisySgdOfPoissonSamples extends EventContract {
    @Override
    DpEvent event() {
      return new NoisySgdEvent(
          NoisySgd.of(NoisySgdSampling.POISSON, AdjacencyRelation.REPLACE_ONE)
              .batches(10, 100)
              .steps(40, 0.5)
              .noise(1)
              .lipschitzConstant(1)
              .curvature(0, 1)
              .diameter(2)
              .build());
    }
  }

  @Nested
  class Certified extends EventContract {
    /** The curve is code, which no notation can represent. */
    @Override
    boolean hasNotation() {
      return false;
    }

    @Override
    DpEvent event() {
      return new CertifiedEvent(
          "exponential mechanism",
          new Citation("BunSteinke2016", "Proposition 1.4"),
          RdpCurve.zeroConcentrated(Enclosure.exact(0.125), REPLACE_ONE));
    }
  }

  @Nested
  class SampledMatrix extends EventContract {
    @Override
    DpEvent event() {
      return new SampledMatrixEvent(StrategyMatrix.squareRoot(50, 10), 0.1, 4, ADD_OR_REMOVE);
    }

    @Override
    boolean boundsGroups() {
      return false;
    }
  }

  @Nested
  class RandomAllocation extends EventContract {
    @Override
    DpEvent event() {
      return new RandomAllocationEvent(20, 1, GAUSSIAN);
    }

    /** The width at an order near 1, where a moment near 1 is divided by a small number. */
    @Override
    double documentedWidth() {
      return 1e-7;
    }
  }

  @Tag("slow")
  @Nested
  class RepeatAndSelectOfSamples extends EventContract {
    @Override
    DpEvent event() {
      return new RepeatAndSelectEvent(
          GAUSSIAN.poissonSampled(0.02).times(3), new NegativeBinomialRepetitions(0.5, 0.05));
    }
  }
}
