package org.assay.accountant.meaning;

import ch.obermuhlner.math.big.BigDecimalMath;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.assay.accountant.accounting.Accountant;
import org.assay.accountant.accounting.TightestBound;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.internal.analysis.Steps;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.UnsupportedEventException;

/** What Assay says about an event, on every route, and whether a program contradicts it. */
final class Answers {
  private static final MathContext DIGITS = new MathContext(40);
  private static final BigDecimal UP = new BigDecimal("1.000000000000000000000000000001");

  /** A log ratio above this one is not looked at. */
  private static final double LARGE = 30;

  private final DpEvent event;
  private final AdjacencyRelation relation;
  private final Fraction factor;
  private final Fraction tolerance;
  private final Map<Route, OptionalDouble> asked = new EnumMap<>(Route.class);

  /**
   * Answers about an event.
   *
   * @param factor e to the epsilon that is asked for
   * @param tolerance by how much the checker's laws may differ from what they should be
   */
  Answers(Trees.Case tree, Fraction factor, Fraction tolerance) {
    this.event = tree.event();
    this.relation = tree.relation();
    this.factor = factor;
    this.tolerance = tolerance;
  }

  /** The ways to ask for a number about one event. */
  enum Route {
    /** The tightest delta. */
    DELTA,
    /** The delta of the Rényi accountant. */
    RENYI_DELTA,
    /** The largest log ratio of any two outcomes. */
    PURE_EPSILON
  }

  /** Whether the tightest bound is not refused. */
  boolean isAnswered() {
    return of(Route.DELTA).isPresent();
  }

  /** The guarantee, unless it is refused; epsilon is asked for at or below the factor's. */
  OptionalDouble of(Route route) {
    return asked.computeIfAbsent(route, this::ask);
  }

  private OptionalDouble ask(Route route) {
    double epsilon = Exponential.logDown(factor);
    try {
      Enclosure answer =
          switch (route) {
            case DELTA -> TightestBound.of(event, relation).delta(epsilon).value();
            case RENYI_DELTA -> Accountant.rdp(relation).compose(event).deltaAt(epsilon);
            case PURE_EPSILON -> Steps.of(event, relation).epsilon();
          };
      return OptionalDouble.of(answer.upper());
    } catch (UnsupportedEventException refused) {
      return OptionalDouble.empty();
    }
  }

  /** What of the answers a program shows to be wrong; empty if nothing is. */
  String contradictedBy(Attained attained) {
    Fraction cost = attained.divergence(factor).minus(tolerance);
    StringBuilder wrong = new StringBuilder();
    for (Route route : Route.values()) {
      OptionalDouble upper = of(route);
      boolean holds =
          upper.isEmpty()
              || (route == Route.PURE_EPSILON
                  ? isLargestRatio(upper.getAsDouble(), attained)
                  : cost.compareTo(Fraction.exactly(upper.getAsDouble())) <= 0);
      if (!holds) {
        wrong.append(route).append(" was ").append(upper.getAsDouble()).append("; ");
      }
    }
    wrongEpsilon(cost).ifPresent(wrong::append);
    return wrong.isEmpty() ? "" : wrong.append("a program costs ").append(cost).toString();
  }

  /** At a delta below what the program costs, epsilon has to be at least the factor's. */
  private Optional<String> wrongEpsilon(Fraction cost) {
    double delta = Math.nextDown(Math.nextDown(cost.approximately()));
    if (!(delta > 0 && Fraction.exactly(delta).compareTo(cost) < 0)) {
      return Optional.empty();
    }
    try {
      double upper = TightestBound.of(event, relation).epsilon(delta).value().upper();
      return upper >= Exponential.logDown(factor)
          ? Optional.empty()
          : Optional.of("epsilon at " + delta + " was " + upper + "; ");
    } catch (UnsupportedEventException refused) {
      return Optional.empty();
    }
  }

  private boolean isLargestRatio(double epsilon, Attained attained) {
    if (!(epsilon <= LARGE)) {
      return true;
    }
    BigDecimal power = BigDecimalMath.exp(new BigDecimal(epsilon), DIGITS).multiply(UP);
    Fraction above = new Fraction(power.unscaledValue(), BigInteger.TEN.pow(power.scale()));
    return !attained.exceedsRatio(above.plus(above.times(tolerance)));
  }
}
