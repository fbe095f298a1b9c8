package org.assay.cli.internal.dpsgd;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.math.RoundingMode;
import org.assay.accountant.accounting.TightestBound;
import org.assay.accountant.accounting.TightestBound.Bound;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.AdjacencyRelation;

/**
 * Somebody who sees all that is released, knows all other records, and guesses whether a record
 * takes part, which it does with probability 1/2. The best guess is right with probability (1 +
 * delta)/2, delta being that at epsilon 0: the total variation between both cases.
 *
 * @param advantage delta at epsilon 0
 */
record Attacker(Bound advantage) {
  private static final int PLACES = 2;

  /** Two decimals of a percentage. */
  private static final BigDecimal HALF_OF_PERCENT = BigDecimal.valueOf(50);

  static Attacker of(DpEvent event) {
    return new Attacker(TightestBound.of(event, AdjacencyRelation.ADD_OR_REMOVE).delta(0));
  }

  private BigDecimal atMost() {
    return percent(Math.min(1, advantage.value().upper()), RoundingMode.CEILING);
  }

  private BigDecimal atLeast() {
    return percent(advantage.value().lower(), RoundingMode.FLOOR);
  }

  private static BigDecimal percent(double advantage, RoundingMode mode) {
    return BigDecimal.ONE
        .add(new BigDecimal(advantage))
        .multiply(HALF_OF_PERCENT)
        .setScale(PLACES, mode);
  }

  String text(Wording wording) {
    String reached =
        advantage.method().exact()
            ? "; there are neighbours where one is right " + atLeast() + "%"
            : "";
    return "a guess at even odds whether a "
        + wording.unit()
        + " took part is right at most "
        + atMost()
        + "% of the time (Poisson)"
        + reached;
  }

  void put(ObjectNode node) {
    node.put("right_at_most_percent", atMost());
    if (advantage.method().exact()) {
      node.put("right_at_least_percent", atLeast());
    }
  }
}
