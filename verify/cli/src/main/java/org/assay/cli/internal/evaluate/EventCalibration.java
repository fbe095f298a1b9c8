package org.assay.cli.internal.evaluate;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.assay.accountant.accounting.Calibration;
import org.assay.accountant.accounting.Calibrator;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.cli.internal.events.OpenEvent;

/**
 * Answers with the number that just meets a target.
 *
 * @param event the event whose number is looked for
 */
record EventCalibration(OpenEvent event) {
  /** The relation of the event, whatever the number is. */
  AdjacencyRelation adjacency() {
    return event.with(event.search().start()).adjacency();
  }

  /** The number that meets a target, the certified cost with it, and a neighbour that fails. */
  BatchAnswer answer(Guarantee target) {
    Calibration found = event.search().find(Calibrator.to(target), event::with);
    return object -> put(object, found);
  }

  private void put(ObjectNode object, Calibration found) {
    object.put("parameter", event.key());
    object.put("value", text(found.value()));
    object.put("upper", Enclosure.exact(found.answer().bound()).upperDecimal());
    found.failing().ifPresent(next -> object.put("fails_at", text(next.parameter())));
  }

  private String text(double number) {
    return event.search().isWhole() ? Long.toString((long) number) : Double.toString(number);
  }
}
