package org.assay.cli.internal.price;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.stream.Collectors;
import org.assay.accountant.accounting.Restatement;
import org.assay.cli.internal.page.Reference;

/** Says that parameters were restated under another relation, and by which theorems. */
final class RestatementLine {
  private RestatementLine() {}

  /** A line that ends with a line break, or nothing if nothing was restated. */
  static String text(List<Restatement> restated) {
    if (restated.isEmpty()) {
      return "";
    }
    Restatement first = restated.get(0);
    return restated.stream()
        .map(Restatement::rule)
        .distinct()
        .map(rule -> rule.words() + " (" + Reference.text(rule.citation()) + ")")
        .collect(
            Collectors.joining(
                "; ", "restated: from " + first.from() + " to " + first.to() + ", as ", "\n"));
  }

  /** Every part that was restated; no entry if nothing was. */
  static void put(ObjectNode node, List<Restatement> restated) {
    if (restated.isEmpty()) {
      return;
    }
    ArrayNode list = node.putArray("restated");
    for (Restatement part : restated) {
      list.addObject()
          .put("event", part.event().describe(part.from()))
          .put("from", part.from().label())
          .put("to", part.to().label())
          .put("rule", part.rule().words())
          .put("citation", part.rule().citation().toString());
    }
  }
}
