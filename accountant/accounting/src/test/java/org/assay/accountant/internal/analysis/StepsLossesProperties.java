package org.assay.accountant.internal.analysis;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.assay.accountant.privacy.AdjacencyRelation.ZERO_OUT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collections;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;
import org.assay.accountant.curve.Accuracy;
import org.assay.accountant.curve.RenyiConversion;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.ExponentialMechanismEvent;
import org.assay.accountant.event.GeneralizedGaussianEvent;
import org.assay.accountant.event.MixtureOfGaussiansEvent;
import org.assay.accountant.event.ParallelEvent;
import org.assay.accountant.event.PermuteAndFlipEvent;
import org.assay.accountant.event.RandomizedResponseEvent;
import org.assay.accountant.event.ReportNoisyMaxEvent;
import org.assay.accountant.event.SparseVectorEvent;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.Sensitivity;

/** Loss distributions against the Rényi accountant, which does not use them. */
class StepsLossesProperties {
  private static final Sensitivity UNIT = Sensitivity.unit(ADD_OR_REMOVE);
  private static final Sensitivity TWO = new Sensitivity(2, ADD_OR_REMOVE);
  private static final Sensitivity REPLACED = Sensitivity.unit(REPLACE_ONE);
  private static final DpEvent GAUSSIAN = DpEvent.gaussian(1.3, UNIT);
  private static final DpEvent LAPLACE = DpEvent.laplace(2, UNIT);

  /** Every kind of event with a pair of its own, except bounded ranges. */
  private static final List<DpEvent> EVENTS =
      List.of(
          GAUSSIAN,
          LAPLACE,
          DpEvent.discreteGaussian(1.7, TWO),
          DpEvent.discreteGaussian(3, UNIT),
          DpEvent.discreteLaplace(3, TWO),
          DpEvent.randomizedResponse(0.6, REPLACE_ONE),
          new RandomizedResponseEvent(5, 0.4, ADD_OR_REMOVE),
          new RandomizedResponseEvent(4, 0.1, ADD_OR_REMOVE),
          new ReportNoisyMaxEvent(ReportNoisyMaxEvent.Noise.LAPLACE, 0.3, ADD_OR_REMOVE),
          new PermuteAndFlipEvent(0.2, ZERO_OUT),
          new SparseVectorEvent(8, 20, 3, false, UNIT),
          DpEvent.pure(0.4, ADD_OR_REMOVE),
          new GeneralizedGaussianEvent(2, 1, UNIT),
          new MixtureOfGaussiansEvent(
              2, List.of(0.0, 1.0, 2.0), List.of(0.7, 0.2, 0.1), ADD_OR_REMOVE),
          GAUSSIAN.poissonSampled(0.05),
          LAPLACE.poissonSampled(0.05),
          DpEvent.discreteGaussian(1.5, UNIT).poissonSampled(0.1),
          DpEvent.pure(1, ADD_OR_REMOVE).poissonSampled(0.1),
          DpEvent.gaussian(1.5, Sensitivity.unit(ZERO_OUT)).poissonSampled(0.02),
          DpEvent.gaussian(1.5, REPLACED).fixedSizeSampled(20, 400),
          DpEvent.laplace(1.5, REPLACED).fixedSizeSampled(20, 400),
          DpEvent.pure(1, REPLACE_ONE).fixedSizeSampled(20, 400),
          GAUSSIAN.forGroupsOf(3),
          DpEvent.laplace(4, UNIT).forGroupsOf(2),
          GAUSSIAN.poissonSampled(0.05).forGroupsOf(3),
          DpEvent.parallel(GAUSSIAN, LAPLACE, GAUSSIAN),
          DpEvent.sequence(GAUSSIAN.times(2), LAPLACE));

  /** These events under replace-one, where that relation differs from the events' own. */
  private static final List<DpEvent> RESTATED =
      List.of(
          GAUSSIAN,
          LAPLACE,
          DpEvent.discreteLaplace(3, TWO),
          GAUSSIAN.poissonSampled(0.05),
          LAPLACE.poissonSampled(0.05),
          new ParallelEvent(
              List.of(GAUSSIAN, LAPLACE.poissonSampled(0.3)), ParallelEvent.Assignment.BY_VALUE));

  @Provide
  Arbitrary<DpEvent> events() {
    return Arbitraries.of(EVENTS);
  }

  @Provide
  Arbitrary<DpEvent> restated() {
    return Arbitraries.of(RESTATED);
  }

  @Provide
  Arbitrary<Double> deltas() {
    return Arbitraries.of(1e-2, 1e-5, 1e-9);
  }

  @Tag("slow")
  @Property(tries = 70, seed = "20200504")
  void neverDisagreesWithRenyi(
      @ForAll("events") DpEvent event,
      @ForAll @IntRange(min = 1, max = 20) int count,
      @ForAll("deltas") double delta) {
    DpEvent repeated = event.times(count);
    Enclosure epsilon = Steps.of(repeated, event.adjacency()).losses().epsilon(delta);
    double renyi =
        RenyiConversion.bestEpsilon(Steps.of(repeated, event.adjacency()).renyi(), delta).upper();
    assertNotAbove(epsilon, renyi, () -> repeated.describe() + " at " + delta);
  }

  @Tag("slow")
  @Property(tries = 20, seed = "20200504")
  void neverDisagreesWithRenyiWhenRestated(
      @ForAll("restated") DpEvent event,
      @ForAll @IntRange(min = 1, max = 8) int count,
      @ForAll("deltas") double delta) {
    DpEvent repeated = event.times(count);
    Enclosure epsilon = Steps.of(repeated, REPLACE_ONE).losses().epsilon(delta);
    double renyi =
        RenyiConversion.bestEpsilon(Steps.of(repeated, REPLACE_ONE).renyi(), delta).upper();
    assertNotAbove(epsilon, renyi, () -> repeated.describe() + " at " + delta);
  }

  private static void assertNotAbove(
      Enclosure epsilon, double renyi, java.util.function.Supplier<String> what) {
    assertTrue(epsilon.lower() <= renyi, () -> what.get() + ": " + epsilon + " above " + renyi);
    assertTrue(
        epsilon.upper() <= renyi + epsilon.width(),
        () -> what.get() + ": " + epsilon + " above " + renyi);
    assertTrue(
        epsilon.relativeWidth() <= Accuracy.ROUGH.needed() || epsilon.upper() < 1e-6,
        () -> what.get() + ": wide " + epsilon);
  }

  /**
   * One use is exact, and at most the Rényi bound. For many uses the envelope of all ranges is
   * above the worst range, which only the Rényi accountant fixes.
   */
  @Property(tries = 10, seed = "20200504")
  void singleBoundedRangesBeatRenyi(@ForAll("deltas") double delta) {
    DpEvent event = new ExponentialMechanismEvent(0.5, ADD_OR_REMOVE);
    Enclosure epsilon = Steps.of(event, ADD_OR_REMOVE).losses().epsilon(delta);
    double renyi =
        RenyiConversion.bestEpsilon(Steps.of(event, ADD_OR_REMOVE).renyi(), delta).upper();
    assertTrue(epsilon.upper() <= renyi + epsilon.width(), () -> epsilon + " above " + renyi);
    DpEvent pure = DpEvent.pure(0.5, ADD_OR_REMOVE).times(10);
    Enclosure range = Steps.of(event.times(10), ADD_OR_REMOVE).losses().epsilon(delta);
    assertTrue(range.upper() <= Steps.of(pure, ADD_OR_REMOVE).losses().epsilon(delta).upper());
  }

  /** A list and a count describe the same runs. */
  @Property(tries = 30, seed = "20200504")
  void countsAreRepetitions(
      @ForAll("events") DpEvent event, @ForAll @IntRange(min = 2, max = 5) int count) {
    DpEvent listed = DpEvent.sequence(Collections.nCopies(count, event).toArray(DpEvent[]::new));
    Enclosure one = Steps.of(event.times(count), event.adjacency()).losses().epsilon(1e-6);
    Enclosure two = Steps.of(listed, event.adjacency()).losses().epsilon(1e-6);
    assertTrue(one.lower() <= two.upper() && two.lower() <= one.upper(), () -> one + ", " + two);
    Enclosure single = Steps.of(event, event.adjacency()).losses().epsilon(1e-6);
    assertTrue(single.lower() <= one.upper(), () -> single + " above " + one);
    assertTrue(one.lower() > 0, one::toString);
  }

  /** A group of one record in the sample, of two, or of none. */
  @Example
  void groupsOfSampledRecordsAreBinomialMixtures() {
    DpEvent group = GAUSSIAN.poissonSampled(0.25).forGroupsOf(2).times(4);
    DpEvent mixture =
        new MixtureOfGaussiansEvent(
                1.3, List.of(0.0, 1.0, 2.0), List.of(0.5625, 0.375, 0.0625), ADD_OR_REMOVE)
            .times(4);
    Enclosure one = Steps.of(group, ADD_OR_REMOVE).losses().epsilon(1e-6);
    Enclosure two = Steps.of(mixture, ADD_OR_REMOVE).losses().epsilon(1e-6);
    assertEquals(one.midpoint(), two.midpoint(), 1e-9);
  }

  /** A record is in one part: the worst part is the worst case, unless the parts change. */
  @Example
  void disjointPartsCostTheWorstOne() {
    DpEvent strong = DpEvent.gaussian(4, UNIT);
    Enclosure both =
        Steps.of(DpEvent.parallel(strong, GAUSSIAN), ADD_OR_REMOVE).losses().epsilon(1e-6);
    assertEquals(Steps.of(GAUSSIAN, ADD_OR_REMOVE).losses().epsilon(1e-6), both);
    DpEvent mixed = DpEvent.parallel(GAUSSIAN, LAPLACE);
    Enclosure twice = Steps.of(mixed.times(2), ADD_OR_REMOVE).losses().epsilon(1e-6);
    Enclosure changed =
        Steps.of(DpEvent.sequence(GAUSSIAN, LAPLACE), ADD_OR_REMOVE).losses().epsilon(1e-6);
    Enclosure kept = Steps.of(GAUSSIAN.times(2), ADD_OR_REMOVE).losses().epsilon(1e-6);
    assertTrue(twice.upper() >= changed.lower() && twice.upper() >= kept.lower());
    assertTrue(twice.lower() <= Math.max(changed.upper(), kept.upper()));
  }
}
