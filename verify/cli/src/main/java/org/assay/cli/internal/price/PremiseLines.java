package org.assay.cli.internal.price;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.stream.Collectors;
import org.assay.accountant.accounting.Restatement;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.EventMeaning;
import org.assay.accountant.event.KnownCurveEvent;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.cli.internal.page.Reference;

/**
 * Lists the assumptions of an answer about an event. They are curves for which the user vouches,
 * and parameters that theorems restated under another relation.
 */
public final class PremiseLines {
  private PremiseLines() {}

  /** Lines that end with a line break, or nothing if the answer has no such premise. */
  static String text(DpEvent event, AdjacencyRelation adjacency) {
    return assumed(event).stream()
            .map(curve -> "assumed: " + curve + "\n")
            .collect(Collectors.joining())
        + restated(Restatement.of(event, adjacency));
  }

  private static String restated(List<Restatement> restated) {
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

  /** The curves for which the user vouches. */
  private static List<String> assumed(DpEvent event) {
    return EventMeaning.knownCurves(event).stream().map(KnownCurveEvent::assumption).toList();
  }

  /** Every premise; no entry for a kind that there is none of. */
  static void put(ObjectNode node, DpEvent event, AdjacencyRelation adjacency) {
    putAssumed(node, event);
    List<Restatement> restated = Restatement.of(event, adjacency);
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

  /**
   * Writes the curves for which the user vouches after {@code assumed}, if there are any.
   *
   * @param node receives the list
   * @param event the event of the answer
   */
  public static void putAssumed(ObjectNode node, DpEvent event) {
    List<String> curves = assumed(event);
    if (!curves.isEmpty()) {
      curves.forEach(node.putArray("assumed")::add);
    }
  }
}
