package org.assay.cli.internal.budget;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import org.assay.accountant.budget.Budget;
import org.assay.accountant.budget.BudgetCharge;
import org.assay.accountant.budget.BudgetStore;
import org.assay.accountant.budget.FilterDecision;
import org.assay.accountant.budget.JournalAnchor;
import org.assay.accountant.budget.JournalException;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.UnsupportedEventException;
import org.assay.cli.internal.command.ExitCode;
import org.assay.cli.internal.events.EventReader;
import org.assay.cli.internal.input.InputException;
import org.assay.cli.internal.input.Value;

/**
 * A request to a store of budgets.
 *
 * @param address the address of the store
 * @param name the budget, if one is named
 * @param adjacency the relation of mechanisms that name none, if given
 */
public record BudgetRequest(
    StoreAddress address, Optional<String> name, Optional<AdjacencyRelation> adjacency) {
  private static final String BUDGET = "budget";

  private <T> T inStore(Function<BudgetStore, T> work) {
    return inStore(false, work);
  }

  /** Works in the store; only the creation of a budget creates a missing store. */
  private <T> T inStore(boolean creates, Function<BudgetStore, T> work) {
    try (BudgetStore store = address.open(creates)) {
      return work.apply(store);
    } catch (JournalException
        | UncheckedIOException
        | IllegalArgumentException
        | UnsupportedEventException e) {
      throw InputException.because(e);
    }
  }

  String requireName() {
    return name.orElseThrow(
        () -> new InputException("NAME is missing: say which budget, such as team/alice/2026"));
  }

  <T> T inBudget(Function<Budget, T> work) {
    String wanted = requireName();
    return inStore(store -> work.apply(store.budget(wanted)));
  }

  DpEvent event(Value document) {
    return EventReader.event(document, adjacency);
  }

  /**
   * Opens a budget.
   *
   * @param guarantee its limits
   * @param ownDelta the part of delta for the deltas of charges, if it is not one half
   * @return what to say
   */
  public BudgetStatement create(Guarantee guarantee, Optional<Double> ownDelta) {
    String wanted = requireName();
    return inStore(
        true,
        store -> {
          Budget budget =
              ownDelta
                  .map(own -> store.create(wanted, pair(guarantee), own))
                  .orElseGet(() -> store.create(wanted, guarantee));
          ObjectNode object = BudgetStatement.newObject().put(BUDGET, wanted);
          object.put("guarantee", guarantee.describe());
          BudgetStatement.put(object, budget.remaining());
          String text = "created " + wanted + ": " + guarantee.describe() + "\n";
          return BudgetStatement.fine(text + BudgetStatement.lines(budget.remaining()), object);
        });
  }

  private static Guarantee.Approximate pair(Guarantee guarantee) {
    return guarantee
        .asApproximate()
        .orElseThrow(
            () ->
                new InputException("--own-delta is a part of --delta: give --epsilon and --delta"));
  }

  /**
   * Charges an event.
   *
   * @param document the event
   * @param label the purpose of the charge
   * @param id the name of the charge; drawn if not given
   * @return what to say; exit code 1 if the charge was refused
   */
  public BudgetStatement charge(Value document, String label, Optional<String> id) {
    DpEvent event = event(document);
    String drawn = id.orElseGet(() -> UUID.randomUUID().toString());
    return inBudget(
        budget -> {
          FilterDecision decision = charged(budget, event, label, drawn);
          ObjectNode object = BudgetStatement.newObject().put(BUDGET, budget.name());
          object.put("granted", decision.granted()).put("charge_id", drawn);
          BudgetStatement.put(object, decision.balances());
          return decision instanceof FilterDecision.Refused refused
              ? new BudgetStatement(
                  "refused: " + refused.reason() + "\n",
                  object.put("reason", refused.reason()),
                  ExitCode.REFUTED)
              : BudgetStatement.fine(
                  "granted: charge "
                      + ((FilterDecision.Granted) decision).id()
                      + " of "
                      + budget.name()
                      + "\n"
                      + BudgetStatement.lines(decision.balances()),
                  object.put("sequence", ((FilterDecision.Granted) decision).id()));
        });
  }

  /**
   * Charges an event. After a missing answer the request must be repeated with the same id, since
   * the charge may be stored already.
   */
  private static FilterDecision charged(Budget budget, DpEvent event, String label, String id) {
    try {
      return budget.charge(event, label, id);
    } catch (JournalException | UncheckedIOException e) {
      throw new InputException(e.getMessage() + "; then ask again with --id " + id, e);
    }
  }

  /**
   * Tests whether an event would fit now.
   *
   * @param document the event
   * @return what to say; exit code 1 if it does not fit
   */
  public BudgetStatement fits(Value document) {
    DpEvent event = event(document);
    return inBudget(
        budget -> {
          long times = budget.mostTimes(event);
          ObjectNode object = BudgetStatement.newObject().put(BUDGET, budget.name());
          object.put("fits", times > 0).put("most_times", times);
          String most = times == Long.MAX_VALUE ? "any number of times" : times + " times";
          String text =
              times > 0
                  ? "fits " + budget.name() + " " + most + "\n"
                  : "does not fit " + budget.name() + "\n";
          return new BudgetStatement(text, object, times > 0 ? ExitCode.FINE : ExitCode.REFUTED);
        });
  }

  /**
   * The remaining parts of one budget with those below it, or of all budgets.
   *
   * @return what to say
   */
  public BudgetStatement show() {
    return inStore(this::shown);
  }

  /** The remaining parts, and a page about the budget, both read at one opening of the store. */
  BudgetStatement show(Consumer<BudgetPage> pages) {
    String wanted = requireName();
    return inStore(
        store -> {
          Budget budget = store.budget(wanted);
          pages.accept(new BudgetPage(wanted, budget.remaining(), budget.history()));
          return shown(store);
        });
  }

  private BudgetStatement shown(BudgetStore store) {
    StringBuilder text = new StringBuilder();
    ObjectNode object = BudgetStatement.newObject();
    ArrayNode all = object.putArray("budgets");
    name.ifPresent(store::budget);
    List<String> names = store.names(name.orElse("")).stream().filter(this::isShown).toList();
    for (String one : names) {
      Budget budget = store.budget(one);
      text.append(one).append('\n').append(BudgetStatement.lines(budget.remaining()));
      ObjectNode entry = all.addObject().put(BUDGET, one);
      BudgetStatement.put(entry, budget.remaining());
      entry.put("anchor", budget.anchor().toString());
    }
    return BudgetStatement.fine(names.isEmpty() ? "no budgets\n" : text.toString(), object);
  }

  private boolean isShown(String one) {
    return name.isEmpty() || one.equals(name.get()) || one.startsWith(name.get() + "/");
  }

  /**
   * Every charge of a budget and of those below it.
   *
   * @return what to say
   */
  public BudgetStatement history() {
    return inBudget(
        budget -> {
          StringBuilder text = new StringBuilder();
          ObjectNode object = BudgetStatement.newObject().put(BUDGET, budget.name());
          ArrayNode charges = object.putArray("charges");
          for (BudgetCharge charge : budget.history()) {
            text.append(BudgetStatement.line(charge)).append('\n');
            BudgetStatement.put(charges.addObject(), charge);
          }
          return BudgetStatement.fine(text.isEmpty() ? "no charges\n" : text.toString(), object);
        });
  }

  /**
   * Replays the named budget and all above it, or the whole store.
   *
   * @param anchors words such as {@code team=3:0f3b…}, without the name if a budget is named
   * @return what to say: the anchor of every budget
   */
  public BudgetStatement verify(List<String> anchors) {
    Map<String, JournalAnchor> wanted = new TreeMap<>();
    for (String words : anchors) {
      int equals = words.indexOf('=');
      if (equals < 0 && name.isEmpty()) {
        throw new InputException(
            "--anchor was '" + words + "': give NAME=ANCHOR, such as verify printed it");
      }
      String budget = equals < 0 ? requireName() : words.substring(0, equals);
      wanted.put(budget, JournalAnchor.parse(words.substring(equals + 1)));
    }
    return inStore(
        store -> {
          Map<String, JournalAnchor> found =
              new TreeMap<>(
                  name.map(one -> store.verify(one, wanted)).orElseGet(() -> store.verify(wanted)));
          if (found.isEmpty()) {
            throw new InputException("--store has no budgets: there is nothing to verify");
          }
          ObjectNode object = BudgetStatement.newObject();
          StringBuilder text = new StringBuilder();
          ObjectNode list = object.putObject("anchors");
          found.forEach(
              (budget, anchor) -> {
                list.put(budget, anchor.toString());
                text.append("  ").append(budget).append('=').append(anchor).append('\n');
              });
          String head =
              "every row of "
                  + found.size()
                  + (found.size() == 1 ? " budget" : " budgets")
                  + " is in its place\n";
          return BudgetStatement.fine(head + text, object);
        });
  }
}
