package org.assay.accountant.accounting;

import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.ShuffledReportsEvent;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.UnsupportedEventException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reports in random order, against programs small enough to list all of their outputs. */
class ShuffledReportsTest {
  private static final double[] EPSILONS = {0, 0.05, 0.2, 0.5, 0.9, 1.3};

  private static TightestBound bound(DpEvent event) {
    return TightestBound.of(event, REPLACE_ONE);
  }

  /** The bound holds for any answers of the others, in both orders. */
  @ParameterizedTest
  @CsvSource({"2, 2, 1", "3, 2, 1.5", "5, 2, .6", "2, 3, 1", "3, 3, 2", "4, 3, .7", "3, 4, 1.4"})
  void nothingIsRevealedBeyondTheBound(int reports, int answers, double local) {
    TightestBound response =
        bound(new ShuffledReportsEvent(reports, local, OptionalLong.of(answers)));
    TightestBound any = bound(new ShuffledReportsEvent(reports, local, OptionalLong.empty()));
    double largest = 0;
    for (int others = 0; others < Math.pow(answers, reports - 1); others++) {
      Map<String, Double> first = law(reports, answers, local, others, 0);
      Map<String, Double> second = law(reports, answers, local, others, 1);
      for (double epsilon : EPSILONS) {
        double delta = Math.max(delta(first, second, epsilon), delta(second, first, epsilon));
        double certified = response.delta(epsilon).value().upper();
        assertTrue(delta <= certified + 1e-14, () -> delta + " above " + certified);
        assertTrue(delta <= any.delta(epsilon).value().upper() + 1e-14);
        largest = epsilon == 0.2 ? Math.max(largest, delta / certified) : largest;
      }
    }
    assertTrue(largest > 0.3, "the bound is near what some program does: " + largest);
  }

  /** The distribution of the counts of each answer; one record is 0 or 1, the others any number. */
  private static Map<String, Double> law(
      int reports, int answers, double local, int others, int own) {
    double lie = 1 / (Math.exp(local) + answers - 1);
    Map<String, Double> law = new HashMap<>();
    for (int outcome = 0; outcome < Math.pow(answers, reports); outcome++) {
      int[] counts = new int[answers];
      double mass = 1;
      int told = outcome;
      int truths = own + answers * others;
      for (int i = 0; i < reports; i++) {
        mass *= told % answers == truths % answers ? Math.exp(local) * lie : lie;
        counts[told % answers]++;
        told /= answers;
        truths /= answers;
      }
      law.merge(Arrays.toString(counts), mass, Double::sum);
    }
    return law;
  }

  private static double delta(Map<String, Double> p, Map<String, Double> q, double epsilon) {
    return p.entrySet().stream()
        .mapToDouble(e -> e.getValue() - Math.exp(epsilon) * q.getOrDefault(e.getKey(), 0.0))
        .filter(excess -> excess > 0)
        .sum();
  }

  /** A histogram of randomized response, the others all 0: no bound may be below. */
  @ParameterizedTest
  @CsvSource({"100, 1, .3, .00017752267481749019", "100, 2, .8, .00060798583000385093"})
  void exactHistogramsLieBelow(long reports, double local, double epsilon, double exact) {
    ShuffledReportsEvent response = new ShuffledReportsEvent(reports, local, OptionalLong.of(2));
    assertTrue(bound(response).delta(epsilon).value().lower() > exact);
  }

  @Test
  void oneReportIsTheRandomizer() {
    DpEvent alone = new ShuffledReportsEvent(1, 1, OptionalLong.empty());
    Enclosure pure = bound(DpEvent.pure(1, REPLACE_ONE)).delta(0.5).value();
    assertEquals(pure.upper(), bound(alone).delta(0.5).value().upper(), 1e-12);
  }

  /** Two reports of one unit: no amplification is known, so each counts with its local epsilon. */
  @Test
  void groupsCountEveryReport() {
    DpEvent shuffled = new ShuffledReportsEvent(1000, 1, OptionalLong.empty()).forGroupsOf(2);
    Enclosure pure = bound(DpEvent.pure(1, REPLACE_ONE).forGroupsOf(2)).delta(1.5).value();
    double found = bound(shuffled).delta(1.5).value().upper();
    assertEquals(pure.upper(), found, 1e-6);
    assertTrue(found > 0.1, "a loss between 1 and 2 is possible: " + found);
    assertEquals(0, bound(shuffled).delta(2).value().upper(), 1e-12);
  }

  @Test
  void roundsCompose() {
    DpEvent once = new ShuffledReportsEvent(200, 1, OptionalLong.empty());
    double single = bound(once).epsilon(1e-6).value().upper();
    double ten = bound(once.times(10)).epsilon(1e-6).value().upper();
    assertTrue(ten > single && ten < 6 * single, single + " and " + ten);
  }

  @Test
  void moreReportsHideBetter() {
    double last = Double.POSITIVE_INFINITY;
    for (long reports : new long[] {30, 100, 1000, 1_000_000}) {
      DpEvent event = new ShuffledReportsEvent(reports, 1, OptionalLong.empty());
      double epsilon = bound(event).epsilon(1e-6).value().upper();
      assertTrue(epsilon < last, reports + " reports: " + epsilon);
      last = epsilon;
    }
  }

  @Test
  void otherRelationsAndSizesAreRefused() {
    DpEvent event = new ShuffledReportsEvent(50, 1, OptionalLong.empty());
    TightestBound other = TightestBound.of(event, AdjacencyRelation.ADD_OR_REMOVE);
    assertThrows(UnsupportedEventException.class, () -> other.delta(0.5));
    DpEvent sampled = event.fixedSizeSampled(40, 100);
    assertThrows(UnsupportedEventException.class, () -> bound(sampled).delta(0.5));
  }
}
