package org.assay.ledger.internal.range;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Predicate;
import org.assay.accountant.event.GaussianEvent;
import org.assay.accountant.event.PureEvent;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.ledger.internal.claim.Comparison;
import org.assay.ledger.internal.claim.Parameter;
import org.assay.ledger.internal.claim.Point;
import org.assay.ledger.internal.range.RangeSearch.ComparedPoints;
import org.assay.verify.audit.Verdict;
import org.junit.jupiter.api.Test;

/** Gaussians of noise s, k of them, whose mu is √k/s, against a claimed mu. */
class RangeSearchTest {
  private static final Parameter NOISE = Parameter.positive("s", 0.5, 8, 3);
  private static final Parameter COUNT = Parameter.choice("k", 1, 4, 9);

  private static RangeClaim claim(Predicate<Point> condition, Function<Point, Double> claimed) {
    return new RangeClaim(
        "mu",
        "mu of k Gaussians",
        List.of(NOISE, COUNT),
        condition,
        p ->
            new Instance(
                new GaussianEvent(p.get("s"), Sensitivity.unit(ADD_OR_REMOVE)).times(p.whole("k")),
                new Guarantee.Gaussian(claimed.apply(p), ADD_OR_REMOVE)));
  }

  private static RangeFinding found(Function<Point, Double> claimed) {
    return RangeSearch.of(claim(p -> true, claimed), 2, "repeat");
  }

  /** A claim of 1/s is short by √k, so 3 at worst, and 2 is shown, at the simplest s. */
  @Test
  void violationsComeWithTheSimplestInstance() {
    RangeFinding finding = found(p -> 1 / p.get("s"));
    assertEquals(Verdict.REFUTED, finding.verdict());
    assertEquals(3, finding.ratio().lower(), 1e-8);
    assertEquals(9, finding.worst().get("k"));
    RangeWitness witness = finding.witness().orElseThrow();
    assertEquals(Map.of("s", 1.0, "k", 9.0), witness.parameters());
    assertEquals(3, witness.cost().lower(), 1e-12);
    assertEquals(1, witness.claimed());
    assertTrue(witness.instance().contains(" claimed to be "), witness.instance());
    String again = witness.again().orElseThrow();
    assertTrue(again.startsWith("by arbitrary precision, mu is 3"), again);
    assertTrue(again.contains(" against 1 (30 digits)"), again);
    assertEquals("repeat", finding.reproduce());
    assertEquals("mu of k Gaussians", finding.statement());
  }

  /** A claim of k/s is √k too much: the worst is k = 1, where it is exact. */
  @Test
  void claimsThatHoldAreConsistentAndTheWorstIsTheTightest() {
    RangeFinding finding = found(p -> p.get("k") / p.get("s"));
    assertEquals(Verdict.NOT_REFUTED, finding.verdict());
    assertEquals(1, finding.ratio().upper(), 1e-8);
    assertEquals(1, finding.worst().get("k"));
    assertFalse(finding.witness().isPresent());
    assertTrue(finding.points() >= 9, () -> "" + finding.points());
  }

  /** Along s, from 0.5 to 8, others as at the worst point: a claim of 1 has ratio 1/s there. */
  @Test
  void curvesRunOverTheFirstParameter() {
    RangeFinding finding = RangeSearch.of(claim(p -> p.get("k") == 4, p -> 10.0), 1, "");
    assertEquals("s", finding.parameter());
    List<RatioPoint> curve = finding.curve();
    assertEquals(49, curve.size());
    assertEquals(0.5, curve.get(0).value());
    assertEquals(8, curve.get(48).value());
    double before = 0;
    for (RatioPoint point : curve) {
      assertTrue(point.value() > before);
      before = point.value();
      assertEquals(0.2 / point.value(), point.ratio().upper(), 1e-8);
    }
  }

  @Test
  void conditionsHoldForTheSearchAndTheCurve() {
    RangeFinding finding =
        RangeSearch.of(claim(p -> p.get("s") >= 2, p -> p.get("k") / p.get("s")), 1, "");
    assertTrue(finding.worst().getOrDefault("s", 0.0) >= 2);
    assertTrue(finding.curve().stream().allMatch(point -> point.value() >= 2));
    assertFalse(finding.curve().isEmpty());
  }

  @Test
  void numbersOfThreadsDoNotMatter() {
    assertEquals(
        RangeSearch.of(claim(p -> true, p -> 1.0), 1, ""),
        RangeSearch.of(claim(p -> true, p -> 1.0), 3, ""));
  }

  /** Only an upper bound of epsilon is known, 2 against a claim of 1. */
  @Test
  void boundsThatAreNotAttainedDecideNothing() {
    RangeClaim pure =
        new RangeClaim(
            "pure",
            "",
            List.of(Parameter.count("n", 1, 3, 3)),
            p -> true,
            p ->
                new Instance(
                    new PureEvent(2 * p.get("n"), ADD_OR_REMOVE),
                    new Guarantee.Pure(1, ADD_OR_REMOVE)));
    RangeFinding finding = RangeSearch.of(pure, 1, "");
    assertEquals(Verdict.INCONCLUSIVE, finding.verdict());
    assertEquals(3, finding.worst().get("n"));
    assertEquals(6, finding.ratio().upper(), 1e-8);
    assertEquals(3, finding.curve().size());
    assertEquals(3, finding.points());
  }

  @Test
  void gridsHoldEveryAdmissiblePoint() {
    Grid grid = Grid.of(claim(p -> p.get("s") * p.get("k") <= 8, p -> 1.0));
    assertEquals(9, grid.size());
    assertEquals(
        List.of(
            new Point(Map.of("s", 0.5, "k", 1.0)),
            new Point(Map.of("s", 0.5, "k", 4.0)),
            new Point(Map.of("s", 0.5, "k", 9.0)),
            new Point(Map.of("s", 2.0, "k", 1.0)),
            new Point(Map.of("s", 2.0, "k", 4.0)),
            new Point(Map.of("s", 8.0, "k", 1.0))),
        grid.points());
  }

  @Test
  void sizesStopCountingAboveTheMost() {
    Parameter many = Parameter.positive("x", 1, 1e6, 500);
    RangeClaim large =
        new RangeClaim(
            "large",
            "",
            List.of(many, many, many),
            p -> true,
            p -> {
              throw new IllegalStateException();
            });
    assertEquals(200_001, Grid.of(large).size());
  }

  @Test
  void pointsAreComparedOnceAndRefusedByName() {
    AtomicInteger asked = new AtomicInteger();
    RangeClaim counted =
        claim(
            p -> true,
            p -> {
              asked.incrementAndGet();
              if (p.get("k") == 9) {
                throw new PointException("no nines", new IllegalArgumentException("nine"));
              }
              return 1.0;
            });
    ComparedPoints compared = new ComparedPoints(counted, 2);
    Point four = new Point(Map.of("s", 2.0, "k", 4.0));
    Point nine = new Point(Map.of("s", 2.0, "k", 9.0));
    compared.prepare(List.of(four, nine));
    assertEquals(2, asked.get());
    Comparison found = compared.at(four);
    assertSame(found, compared.at(four));
    assertEquals(2, asked.get());
    assertEquals(1, found.exact().lower(), 1e-12);
    PointException refused = assertThrows(PointException.class, () -> compared.at(nine));
    assertTrue(refused.getMessage().startsWith("mu, at "), refused.getMessage());
    assertTrue(refused.getMessage().endsWith(": no nines"), refused.getMessage());
    Point one = new Point(Map.of("s", 2.0, "k", 1.0));
    assertSame(compared.at(one), compared.at(one));
  }
}
