package org.assay.accountant.internal.loss.lattice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assay.accountant.internal.loss.DirectProfile;
import org.assay.accountant.internal.loss.lattice.Discretization.Grouping;
import org.assay.accountant.internal.loss.pair.AtomicPair;
import org.assay.accountant.internal.loss.pair.BoundedRangePair;
import org.assay.accountant.internal.loss.pair.DiscreteNoise;
import org.assay.accountant.internal.loss.pair.FixedSizePair;
import org.assay.accountant.internal.loss.pair.GaussianPair;
import org.assay.accountant.internal.loss.pair.LaplacePair;
import org.assay.accountant.internal.loss.pair.OrderedPair;
import org.assay.accountant.internal.loss.pair.SampledPair;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.LossAtom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The two lattice distributions of a pair are on either side of its profile, closer as the step
 * falls.
 */
class DiscretizationTest {
  private static final double[] EPSILONS = {0, 0.05, 0.33, 0.7, 1, 1.4, 2.2};

  static Stream<OrderedPair> pairs() {
    GaussianPair gaussian = new GaussianPair(Enclosure.exact(0.8));
    LaplacePair laplace = new LaplacePair(Enclosure.exact(1.5));
    Enclosure q = Enclosure.exact(0.25);
    return Stream.of(
        gaussian,
        laplace,
        new BoundedRangePair(Enclosure.exact(1.1)),
        new SampledPair(q, gaussian),
        new SampledPair(q, laplace).reversed(),
        new FixedSizePair(new SampledPair(q, laplace)),
        DiscreteNoise.gaussian(2, 3),
        DiscreteNoise.laplace(1.7, 2),
        AtomicPair.of(
            "three",
            List.of(
                LossAtom.exact(0.5, 0.125),
                LossAtom.exact(0.125, 0.5),
                LossAtom.exact(0.25, 0.25),
                LossAtom.exact(0.125, 0),
                LossAtom.exact(0, 0.125)),
            0));
  }

  private static double delta(LatticeLaw law, double epsilon) {
    double sum = law.infinite();
    for (int i = 0; i < law.size(); i++) {
      double excess = law.loss(i) - epsilon;
      sum += excess > 0 ? -law.mass(i) * Math.expm1(-excess) : 0;
    }
    return sum;
  }

  private static double massUnderQ(LatticeLaw law) {
    double sum = 0;
    for (int i = 0; i < law.size(); i++) {
      sum += law.mass(i) * Math.exp(-law.loss(i));
    }
    return sum;
  }

  private static LossCells cells(OrderedPair pair, double step) {
    return LossCells.of(pair, new LossCells.Plan(step, 1, 1e-14, 1e-14, 0.5));
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void profilesLieBetweenBothLaws(OrderedPair pair) {
    DirectProfile exact = new DirectProfile(pair);
    for (double step : new double[] {0.1, 0.01}) {
      LossCells cells = cells(pair, step);
      LatticeLaw above = Discretization.pessimistic(pair, cells, step);
      LatticeLaw below = Discretization.optimistic(pair, cells, step);
      double offset = Discretization.offset(step);
      for (double epsilon : EPSILONS) {
        Enclosure known = exact.delta(epsilon);
        double high = delta(above, epsilon - offset);
        double low = delta(below, epsilon + offset);
        assertTrue(high >= known.lower() * (1 - 1e-12), () -> high + " below " + known);
        assertTrue(low <= known.upper() * (1 + 1e-12), () -> low + " above " + known);
        // The error is of second order in the step where there is a density.
        double gap = pair.continuous() && pair.atoms().isEmpty() ? 1.5 * step * step : step / 2;
        assertTrue(high - known.upper() <= gap, () -> high + " far above " + known);
        assertTrue(known.lower() - low <= gap, () -> low + " far below " + known);
      }
    }
  }

  /** Splitting keeps the masses under P and under Q, up to roundings that raise them. */
  @ParameterizedTest
  @MethodSource("pairs")
  void pessimisticLawsKeepBothMasses(OrderedPair pair) {
    double step = 0.05;
    LatticeLaw above = Discretization.pessimistic(pair, cells(pair, step), step);
    assertEquals(1, above.total().midpoint(), 1e-11);
    assertTrue(above.total().upper() >= 1 - 1e-15);
    double onlyQ = 0;
    for (LossAtom atom : pair.atoms()) {
      onlyQ += atom.p().upper() == 0 ? atom.q().midpoint() : 0;
    }
    assertEquals(1 - onlyQ, massUnderQ(above), 1e-7);
    LatticeLaw below = Discretization.optimistic(pair, cells(pair, step), step);
    assertEquals(1, below.total().midpoint(), 1e-9);
    assertTrue(below.total().lower() <= 1);
    double lower = massUnderQ(below);
    assertTrue(
        lower >= 1 - onlyQ - 1e-7 && lower < 1 - onlyQ + step,
        () -> pair.name() + " under Q " + lower);
  }

  /** Atoms on the lattice stay where they are. */
  @Test
  void lossesOnTheLatticeAreKept() {
    double step = Math.log(2);
    AtomicPair pair =
        AtomicPair.of("halves", List.of(LossAtom.exact(0.5, 0.25), LossAtom.exact(0.5, 0.75)), 0);
    LatticeLaw above = Discretization.pessimistic(pair, cells(pair, step), step);
    double atStep = 0;
    for (int i = 0; i < above.size(); i++) {
      atStep += above.index(i) == 1 ? above.mass(i) : 0;
    }
    assertEquals(0.5, atStep, 1e-8);
    assertEquals(step * 0x1p-30, Discretization.offset(step));
    Enclosure ratio = Discretization.ratio(0.5, 3, 0.25);
    assertTrue(ratio.contains(Math.exp(1.25)) && ratio.relativeWidth() < 1e-14);
  }

  @Test
  void infiniteLossesStayInfinite() {
    OrderedPair pair =
        AtomicPair.of(
            "leak",
            List.of(LossAtom.exact(0.75, 1), LossAtom.exact(0.125, 0), LossAtom.exact(0.125, 0)),
            0);
    assertEquals(0.25, Discretization.pessimistic(pair, cells(pair, 0.1), 0.1).infinite());
    assertEquals(0.25, Discretization.optimistic(pair, cells(pair, 0.1), 0.1).infinite());
  }

  /** Cells tile the losses, are narrow at the centre and hold all but the tails. */
  @Test
  void cellsTileTheLosses() {
    GaussianPair pair = new GaussianPair(Enclosure.ONE);
    LossCells.Plan plan = new LossCells.Plan(0.01, 1, 1e-6, 1e-9, 0.5);
    LossCells cells = LossCells.of(pair, plan);
    List<LossCells.Cell> list = cells.cells();
    double p = 0;
    double q = 0;
    long narrowest = Long.MAX_VALUE;
    for (int i = 0; i < list.size(); i++) {
      LossCells.Cell cell = list.get(i);
      assertTrue(i == 0 || list.get(i - 1).to() == cell.from());
      assertTrue((cell.to() - cell.from()) * 0.01 <= 0.25 + 1e-12);
      narrowest = Math.min(narrowest, cell.to() - cell.from());
      p += cell.p().midpoint();
      q += cell.q().midpoint();
    }
    assertEquals(1, narrowest);
    assertEquals(1, p + cells.pBelow() + cells.pAbove(), 1e-12);
    assertTrue(cells.pBelow() <= 1e-6 && cells.pBelow() > 1e-9);
    assertTrue(cells.pAbove() <= 1e-9 && cells.pAbove() > 1e-14);
    assertEquals(1, q, 1e-3);
    assertTrue(list.size() < 560, () -> list.size() + " cells");
    LossCells none = cells(DiscreteNoise.laplace(1, 1), 0.1);
    assertTrue(none.cells().isEmpty() && none.pAbove() == 0 && none.pBelow() == 0);
  }

  /** Groups have exact ratios of at least their lattice point and lose no mass. */
  @Test
  void groupsReachTheirLatticePoints() {
    double step = 0.25;
    List<Grouping.Part> parts =
        List.of(
            new Grouping.Part(0.1, 0.3),
            new Grouping.Part(0.2, 0.25),
            new Grouping.Part(0.2, 0.2),
            new Grouping.Part(0.25, 0.15),
            new Grouping.Part(0.25, 0.1));
    Map<Long, Double> masses = new Grouping(parts, step, step * 0x1p-30).masses();
    double p = 0;
    double q = 0;
    for (Map.Entry<Long, Double> mass : masses.entrySet()) {
      p += mass.getValue();
      q += mass.getValue() * Math.exp(-mass.getKey() * step);
    }
    assertEquals(1, p, 1e-12);
    assertTrue(q >= 1 - 1e-9 && q < 1.15, "mass under Q " + q);
  }
}
