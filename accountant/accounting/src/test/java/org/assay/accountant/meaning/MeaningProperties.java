package org.assay.accountant.meaning;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.statistics.Statistics;
import net.jqwik.api.statistics.StatisticsReport;
import org.assay.accountant.accounting.TightestBound;
import org.assay.accountant.privacy.UnsupportedEventException;

/**
 * No program that an event may stand for costs more than Assay says, on any route. Programs come
 * from a search that shares nothing with the analyses and are written down, so a failure is a proof
 * that an answer is wrong; nothing here fails by chance.
 */
class MeaningProperties {
  private static final int RESTARTS = 4;

  /** What thresholds of Gaussian noise, tabulated in doubles, may claim too much. */
  private static final Fraction ROUNDED = Fraction.of(1, 1_000_000_000);

  @Tag("slow")
  @Property(tries = 400, seed = "20200504", edgeCases = EdgeCasesMode.NONE)
  @StatisticsReport(StatisticsReport.StatisticsReportMode.OFF)
  void noProgramCostsMore(@ForAll("rational") Trees.Case tree, @ForAll("factors") Fraction factor) {
    check(new Answers(tree, factor, Fraction.ZERO), tree, factor);
  }

  @Property(tries = 700, seed = "20200504", edgeCases = EdgeCasesMode.NONE)
  @StatisticsReport(StatisticsReport.StatisticsReportMode.OFF)
  @Tag("slow")
  void noProgramOfAnyKindCostsMore(
      @ForAll("all") Trees.Case tree, @ForAll("factors") Fraction factor) {
    check(new Answers(tree, factor, ROUNDED), tree, factor);
  }

  /** A property that refuses everything would hold for nothing: most trees have to be answered. */
  private static void check(Answers answers, Trees.Case tree, Fraction factor) {
    boolean answered = answers.isAnswered();
    Statistics.collect(answered);
    Statistics.coverage(coverage -> coverage.check(true).percentage(share -> share > 60));
    if (answered) {
      Attained attained =
          Meaning.atLeast(tree.event(), tree.relation(), factor, RESTARTS, new Random(1));
      assertEquals("", answers.contradictedBy(attained), attained::program);
    }
  }

  @Property(tries = 300, seed = "20200504", edgeCases = EdgeCasesMode.NONE)
  void sizesThatContradictEachOtherAreRefused(
      @ForAll("contradictory") Trees.Case tree, @ForAll("factors") Fraction factor) {
    assertTrue(Size.of(tree.event()).isEmpty(), "the test's own reading");
    TightestBound bound = TightestBound.of(tree.event(), tree.relation());
    double epsilon = Exponential.logDown(factor);
    assertThrows(UnsupportedEventException.class, () -> bound.delta(epsilon));
    assertThrows(UnsupportedEventException.class, () -> bound.epsilon(0.01));
    for (Answers.Route route : Answers.Route.values()) {
      Answers answers = new Answers(tree, factor, Fraction.ZERO);
      assertTrue(answers.of(route).isEmpty(), () -> route + " answers " + tree);
    }
  }

  @Provide
  Arbitrary<Trees.Case> rational() {
    return Trees.rational();
  }

  @Provide
  Arbitrary<Trees.Case> all() {
    return Trees.all();
  }

  @Provide
  Arbitrary<Trees.Case> contradictory() {
    return Trees.contradictory();
  }

  @Provide
  Arbitrary<Fraction> factors() {
    return Arbitraries.of(List.of(Fraction.ONE, Fraction.of(3, 2), Fraction.of(2), Fraction.of(3)));
  }
}
