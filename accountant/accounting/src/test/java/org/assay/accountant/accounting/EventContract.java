package org.assay.accountant.accounting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.internal.analysis.ExactCosts;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rational;
import org.junit.jupiter.api.Test;

/** Properties that every event must have; one subclass for each kind of event. */
abstract class EventContract {
  private static final double[] ORDERS = {1.01, 1.5, 2, 3.7, 16, 250};

  abstract DpEvent event();

  /** Whether groups of records have a bound; otherwise they are refused. */
  boolean boundsGroups() {
    return true;
  }

  /** Whether the notation holds everything about the event. */
  boolean hasNotation() {
    return true;
  }

  /** The documented relative width of its divergences. */
  double documentedWidth() {
    return 1e-9;
  }

  private Accountant accountant() {
    return Accountant.rdp(event().adjacency());
  }

  @Test
  void notationIsReadAgain() {
    String printed = event().describe();
    if (hasNotation()) {
      assertEquals(printed, DpEvent.parse(printed).describe());
    }
  }

  @Test
  void repetitionIsThatManySingleCompositions() {
    Accountant single = accountant();
    for (int i = 0; i < 5; i++) {
      single = single.compose(event());
    }
    Accountant counted = accountant().compose(event().times(5));
    for (double order : ORDERS) {
      assertOverlap(single.curve().at(order), counted.curve().at(order));
    }
  }

  @Test
  void nestedRepetitionMultiplies() {
    Accountant nested = accountant().compose(event().times(3).times(7));
    Accountant flat = accountant().compose(event().times(21));
    for (double order : ORDERS) {
      assertOverlap(nested.curve().at(order), flat.curve().at(order));
    }
  }

  @Test
  void sequenceIsTheSumOfItsParts() {
    Accountant together = accountant().compose(DpEvent.sequence(event(), event().times(2)));
    Accountant apart = accountant().compose(event()).compose(event()).compose(event());
    for (double order : ORDERS) {
      assertOverlap(together.curve().at(order), apart.curve().at(order));
    }
  }

  @Test
  void divergenceRisesWithTheOrder() {
    RdpCurve curve = accountant().compose(event()).curve();
    double previous = 0;
    for (double order : ORDERS) {
      Enclosure value = curve.at(order);
      assertTrue(value.upper() >= previous, value::toString);
      previous = value.lower();
    }
  }

  /** If a rho is known, no order exceeds its line. */
  @Test
  void noOrderIsAboveTheLineOfZeroConcentration() {
    RdpCurve single = accountant().compose(event()).curve();
    for (RdpCurve curve : boundsGroups() ? List.of(single, groupsOfThree()) : List.of(single)) {
      for (double order : new double[] {1.0001, 1.01, 1.5, 2, 3.7, 16, 250}) {
        Enclosure value = curve.at(order);
        double line = order * curve.zeroConcentration() * (1 + 1e-12);
        assertTrue(value.lower() <= line, () -> value + " at " + order + " above " + line);
      }
    }
  }

  /** Filters charge the smallest of the proved bounds. */
  @Test
  void chargesAreNotAboveAnyBound() {
    Cost cost = Cost.of(event(), event().adjacency());
    RdpCurve curve = cost.renyi();
    List<Double> orders = List.of(1.5, 16.0);
    List<Rational> charges = ExactCosts.renyi(event(), event().adjacency(), orders);
    for (int i = 0; i < orders.size(); i++) {
      double upper = curve.at(orders.get(i)).upper();
      assertTrue(charges.get(i).compareTo(Rational.of(upper)) <= 0, charges::toString);
    }
    if (cost.rho().upper() < Double.POSITIVE_INFINITY) {
      Rational rho = ExactCosts.rho(event(), event().adjacency());
      assertTrue(rho.compareTo(Rational.of(cost.rho().upper())) <= 0, rho::toString);
      assertTrue(charges.get(0).compareTo(rho.times(1.5)) <= 0, charges::toString);
      assertTrue(cost.rho().upper() == 0 || rho.signum() > 0, rho::toString);
    }
  }

  private RdpCurve groupsOfThree() {
    return accountant().compose(event().forGroupsOf(3)).curve();
  }

  @Test
  void epsilonFallsWithDelta() {
    Accountant accountant = accountant().compose(event());
    double previous = Double.POSITIVE_INFINITY;
    for (double delta : new double[] {1e-12, 1e-9, 1e-6, 1e-3, 0.1}) {
      Enclosure epsilon = accountant.epsilonAt(delta);
      assertTrue(epsilon.lower() <= previous);
      previous = epsilon.upper();
    }
  }

  @Test
  void ledgerKeepsWhatWasComposed() {
    Accountant accountant = accountant().compose(event());
    assertEquals(1, accountant.ledger().size());
    assertEquals(event().describe(), accountant.ledger().get(0).describe());
  }

  private void assertOverlap(Enclosure a, Enclosure b) {
    boolean overlap = Math.max(a.lower(), b.lower()) <= Math.min(a.upper(), b.upper());
    assertTrue(overlap, () -> a + " and " + b + " are disjoint");
    assertTrue(a.relativeWidth() < documentedWidth(), a::toString);
  }
}
