package org.assay.accountant.internal.analysis;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import org.assay.accountant.event.ApproximateEvent;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.ExponentialMechanismEvent;
import org.assay.accountant.event.PermuteAndFlipEvent;
import org.assay.accountant.event.RandomizedResponseEvent;
import org.assay.accountant.event.ReportNoisyMaxEvent;
import org.assay.accountant.event.SparseVectorEvent;
import org.assay.accountant.internal.composition.MixedComposition;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Sensitivity;

/** Runs of unlike steps: contours against convolutions of the same pairs, which share no code. */
class StepsCompositionProperties {
  private static final Sensitivity UNIT = Sensitivity.unit(ADD_OR_REMOVE);
  private static final Sensitivity TWO = new Sensitivity(2, ADD_OR_REMOVE);

  private static final List<DpEvent> DECAYING =
      List.of(
          DpEvent.gaussian(1.3, UNIT),
          DpEvent.gaussian(20, UNIT),
          DpEvent.gaussian(1, UNIT).poissonSampled(0.05).times(100),
          DpEvent.gaussian(2, UNIT).poissonSampled(0.5).times(10));

  private static final List<DpEvent> OTHERS =
      List.of(
          DpEvent.laplace(2, UNIT),
          DpEvent.laplace(0.5, UNIT),
          DpEvent.laplace(30, UNIT).times(20),
          DpEvent.laplace(4, UNIT).forGroupsOf(3),
          DpEvent.discreteLaplace(3, TWO),
          DpEvent.discreteLaplace(10, UNIT).forGroupsOf(5),
          DpEvent.discreteGaussian(1.7, TWO),
          DpEvent.discreteGaussian(8, UNIT).times(10),
          DpEvent.randomizedResponse(0.6, ADD_OR_REMOVE),
          new RandomizedResponseEvent(5, 0.4, ADD_OR_REMOVE),
          new RandomizedResponseEvent(4, 0.1, ADD_OR_REMOVE).times(3),
          new ReportNoisyMaxEvent(ReportNoisyMaxEvent.Noise.LAPLACE, 0.3, ADD_OR_REMOVE),
          new ReportNoisyMaxEvent(ReportNoisyMaxEvent.Noise.GUMBEL, 0.3, ADD_OR_REMOVE),
          new PermuteAndFlipEvent(0.2, ADD_OR_REMOVE).times(4),
          new SparseVectorEvent(8, 20, 3, false, UNIT),
          new ExponentialMechanismEvent(0.1, ADD_OR_REMOVE).times(30),
          new ExponentialMechanismEvent(3, ADD_OR_REMOVE),
          DpEvent.pure(0.4, ADD_OR_REMOVE),
          DpEvent.pure(0.2, ADD_OR_REMOVE).forGroupsOf(4),
          new ApproximateEvent(0.3, 1e-7, ADD_OR_REMOVE).times(2),
          new ApproximateEvent(0, 1e-7, ADD_OR_REMOVE));

  @Provide
  Arbitrary<DpEvent> runs() {
    Arbitrary<DpEvent> decaying = Arbitraries.of(DECAYING);
    Arbitrary<List<DpEvent>> others = Arbitraries.of(OTHERS).list().ofMinSize(1).ofMaxSize(5);
    return decaying.flatMap(
        first ->
            others.map(
                rest -> {
                  List<DpEvent> all = new ArrayList<>(rest);
                  all.add(all.size() / 2, first);
                  return DpEvent.sequence(all.toArray(DpEvent[]::new));
                }));
  }

  @Provide
  Arbitrary<Double> deltas() {
    return Arbitraries.of(1e-2, 1e-5, 1e-6);
  }

  @Tag("slow")
  @Property(tries = 60, seed = "20200504")
  void contoursMeetConvolutions(
      @ForAll("runs") DpEvent run, @ForAll("deltas") double delta, @ForAll boolean replacing) {
    AdjacencyRelation relation = replacing ? REPLACE_ONE : ADD_OR_REMOVE;
    MixedComposition composition = Steps.of(run, relation).composition().orElseThrow();
    Enclosure contour = composition.epsilon(delta);
    Enclosure convolved = Steps.of(run, relation).losses().epsilon(delta);
    boolean apart = contour.upper() < convolved.lower() || convolved.upper() < contour.lower();
    assertFalse(apart, () -> run.describe() + ": " + contour + " and " + convolved);
    assertTrue(contour.relativeWidth() < 1e-9, () -> run.describe() + ": " + contour);
    if (contour.lower() > 0) {
      Enclosure back = composition.delta(contour.midpoint());
      assertTrue(
          back.contains(delta) || Math.abs(back.midpoint() / delta - 1) < 1e-8,
          () -> run.describe() + ": " + back);
    }
  }
}
