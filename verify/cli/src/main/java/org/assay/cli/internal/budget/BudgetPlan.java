package org.assay.cli.internal.budget;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.assay.accountant.budget.Balance;
import org.assay.accountant.budget.Budget;
import org.assay.accountant.budget.BudgetStore;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.numeric.Rational;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.UnsupportedEventException;
import org.assay.cli.internal.command.ExitCode;
import org.assay.cli.internal.events.OpenEvent;
import org.assay.cli.internal.events.Search;
import org.assay.cli.internal.input.InputException;
import org.assay.cli.internal.input.Value;

/**
 * The effect of a list of events on a budget, without a charge. In an event with a question mark,
 * the number is solved for: the event then just fits its share of one limit.
 *
 * @param request the budget
 * @param documents the events in the order in which they would be charged
 * @param weights the shares, one for each event; none for equal shares
 * @param limit the limit that is shared, if the budget has several
 */
record BudgetPlan(
    BudgetRequest request, List<Value> documents, List<Double> weights, Optional<String> limit) {
  /** Number of halvings of the range of a number, enough for the precision of doubles. */
  private static final int HALVINGS = 64;

  /** The limits that can be divided into parts, each a budget of its own. */
  private static final List<String> SHARED = List.of("epsilon", "rho", "sum of mu²");

  /** Largest number that is searched. */
  private static final double LARGEST = 0x1p53;

  BudgetStatement statement() {
    if (documents.isEmpty()) {
      throw new InputException(
          "EVENT is missing: give the name and the planned events, such as team 'gaussian(?)'");
    }
    if (!weights.isEmpty() && weights.size() != documents.size()) {
      throw new InputException(
          "--weights were "
              + weights.size()
              + ": there must be one for each of the "
              + documents.size()
              + " events");
    }
    weights.forEach(
        weight -> {
          if (!(weight > 0 && weight < Double.POSITIVE_INFINITY)) {
            throw new InputException("--weights had " + weight + ": each must be above 0");
          }
        });
    return request.inBudget(this::plan);
  }

  private BudgetStatement plan(Budget budget) {
    StringBuilder text = new StringBuilder();
    ObjectNode object = BudgetStatement.newObject().put("budget", budget.name());
    ArrayNode steps = object.putArray("steps");
    DpEvent sum = null;
    boolean all = true;
    for (int i = 0; i < documents.size(); i++) {
      Value document = documents.get(i);
      Optional<Double> number =
          OpenEvent.isOpen(document) ? Optional.of(solved(budget, i)) : Optional.empty();
      DpEvent event =
          number
              .map(value -> OpenEvent.of(document, request.adjacency()).with(value))
              .orElseGet(() -> request.event(document));
      sum = sum == null ? event : DpEvent.sequence(sum, event);
      boolean fits = budget.fits(sum);
      all &= fits;
      text.append(fits ? "fits    " : "refused ").append(event.describe()).append('\n');
      steps.addObject().put("event", event.describe()).put("fits", fits);
    }
    object.put("fits", all);
    return new BudgetStatement(text.toString(), object, all ? ExitCode.FINE : ExitCode.REFUTED);
  }

  /** The number with which an event just fits its share, alone in a budget of that size. */
  private double solved(Budget budget, int index) {
    Balance shared = shared(budget);
    double total =
        weights.isEmpty() ? documents.size() : weights.stream().mapToDouble(w -> w).sum();
    double weight = weights.isEmpty() ? 1 : weights.get(index);
    Rational share = shared.remaining().times(Rational.of(weight)).dividedBy(Rational.of(total));
    OpenEvent open = OpenEvent.of(documents.get(index), request.adjacency());
    AdjacencyRelation relation = open.with(open.search().start()).adjacency();
    try (BudgetStore store = BudgetStore.inMemory()) {
      Budget part = store.create("share", guarantee(shared.name(), share, relation));
      return search(open, part);
    } catch (UnsupportedEventException e) {
      throw new InputException(
          "EVENT "
              + (index + 1)
              + " had '?' at "
              + open.key()
              + ": such an event has no cost in "
              + shared.name()
              + ", whatever the number; share another limit by --limit, or plan an event that has"
              + " one, such as laplace(?)",
          e);
    }
  }

  private Balance shared(Budget budget) {
    List<Balance> limits = new ArrayList<>(budget.remaining());
    limits.removeIf(balance -> !SHARED.contains(balance.name()));
    List<String> names = limits.stream().map(Balance::name).toList();
    if (limits.isEmpty()) {
      throw new InputException(
          "'?' stands for a number where a budget limits "
              + String.join(", ", SHARED)
              + ": "
              + budget.name()
              + " limits none of them; write the number");
    }
    if (limit.isEmpty() && limits.size() == 1) {
      return limits.get(0);
    }
    return limits.stream()
        .filter(balance -> limit.filter(balance.name()::equals).isPresent())
        .findFirst()
        .orElseThrow(
            () ->
                new InputException(
                    "--limit was "
                        + limit.map(name -> "'" + name + "'").orElse("not given")
                        + ": the shares of '?' are of one of "
                        + String.join(", ", names)));
  }

  private static Guarantee guarantee(String name, Rational share, AdjacencyRelation relation) {
    double down = Math.max(0, share.down());
    return switch (name) {
      case "epsilon" -> new Guarantee.Pure(down, relation);
      case "rho" -> new Guarantee.ZeroConcentrated(down, relation);
      default -> new Guarantee.Gaussian(Math.nextDown(Math.sqrt(down)), relation);
    };
  }

  /** Halves the range between a number that fits and one that does not. */
  private static double search(OpenEvent open, Budget part) {
    Search search = open.search();
    double least = search.range().from();
    double most = Math.min(LARGEST, search.range().to());
    double fits = search.largest() ? least : most;
    double fails = search.largest() ? most : least;
    if (!part.fits(open.with(fits))) {
      throw new InputException("no number for '?' lets the event fit its share");
    }
    if (part.fits(open.with(fails))) {
      return fails;
    }
    for (int i = 0; i < HALVINGS; i++) {
      double middle =
          fits > 0 && fails > 0 ? Math.sqrt(fits) * Math.sqrt(fails) : (fits + fails) / 2;
      double tried = search.isWhole() ? Math.rint(middle) : middle;
      if (tried == fits || tried == fails) {
        return fits;
      }
      if (part.fits(open.with(tried))) {
        fits = tried;
      } else {
        fails = tried;
      }
    }
    return fits;
  }
}
