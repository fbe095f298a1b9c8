package org.assay.cli.internal.budget;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.stream.Collectors;
import org.assay.accountant.budget.Balance;
import org.assay.accountant.budget.BudgetCharge;
import org.assay.accountant.numeric.Rational;
import org.assay.cli.internal.command.ExitCode;
import org.assay.cli.internal.command.Statement;

/**
 * The output of the subcommand {@code budget}.
 *
 * @param text lines for a person
 * @param object the same content for a program
 * @param exitCode the exit code of the command
 */
public record BudgetStatement(String text, ObjectNode object, int exitCode) implements Statement {
  @Override
  public String json() {
    return object.toPrettyString() + "\n";
  }

  static BudgetStatement fine(String text, ObjectNode object) {
    return new BudgetStatement(text, object, ExitCode.FINE);
  }

  static ObjectNode newObject() {
    return JsonNodeFactory.instance.objectNode();
  }

  /** Limits as lines; a limit that is no longer watched has a note. */
  static String lines(List<Balance> balances) {
    return balances.stream()
        .map(balance -> "  " + line(balance) + "\n")
        .collect(Collectors.joining());
  }

  static String line(Balance balance) {
    return balance.limit().signum() < 0 || balance.remaining().signum() < 0
        ? balance.name() + ": no longer watched"
        : balance.name()
            + ": "
            + balance.remaining().lowerDecimal()
            + " of "
            + balance.limit().lowerDecimal()
            + " left";
  }

  static void put(ObjectNode object, List<Balance> balances) {
    ArrayNode limits = object.putArray("limits");
    balances.forEach(
        balance ->
            limits
                .addObject()
                .put("name", balance.name())
                .put("limit", balance.limit().toString())
                .put("spent", balance.spent().toString())
                .put("left", balance.remaining().lowerDecimal()));
  }

  static String line(BudgetCharge charge) {
    return String.join(
        "  ",
        Long.toString(charge.sequence()),
        charge.at().toString(),
        charge.budget(),
        charge.label().isEmpty() ? "-" : charge.label(),
        charge.event(),
        charge.costs().stream().map(Rational::upperDecimal).collect(Collectors.joining(", ")));
  }

  static void put(ObjectNode object, BudgetCharge charge) {
    object
        .put("sequence", charge.sequence())
        .put("charge_id", charge.id())
        .put("budget", charge.budget())
        .put("label", charge.label())
        .put("event", charge.event())
        .put("at", charge.at().toString());
    ArrayNode costs = object.putArray("costs");
    charge.costs().forEach(cost -> costs.add(cost.toString()));
  }
}
