package org.assay.accountant.accounting;

import java.util.List;
import java.util.stream.Collectors;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.numeric.Rational;
import org.assay.accountant.privacy.Guarantee;

/** Limits the sum of divergences at each of several orders. */
record RenyiBudget(Guarantee.Renyi guarantee, RenyiCharges charges) implements FilterBudget {
  static RenyiBudget of(Guarantee.Renyi guarantee) {
    RenyiCharges charges =
        new RenyiCharges(guarantee.adjacency(), guarantee.epsilonByOrder().keySet());
    return new RenyiBudget(guarantee, charges);
  }

  @Override
  public String header() {
    return guarantee.epsilonByOrder().entrySet().stream()
        .map(
            entry ->
                Double.toHexString(entry.getKey()) + ":" + Double.toHexString(entry.getValue()))
        .collect(Collectors.joining(",", "renyi " + guarantee.adjacency() + " ", ""));
  }

  @Override
  public List<Balance> balances() {
    return guarantee.epsilonByOrder().entrySet().stream()
        .map(
            entry ->
                Balance.untouched(
                    "epsilon at order " + entry.getKey(), Rational.of(entry.getValue())))
        .toList();
  }

  @Override
  public List<Rational> cost(Guarantee charge) {
    return charges.of(charge);
  }

  @Override
  public List<Rational> cost(DpEvent event) {
    return charges.of(event);
  }
}
