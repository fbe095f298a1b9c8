package org.assay.accountant.accounting;

import java.util.LinkedHashMap;
import java.util.Map;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.internal.analysis.Steps;
import org.assay.accountant.privacy.AdjacencyRelation;

/**
 * The curves of the events that were looked at last, so that an event that comes again has the same
 * curve and is counted instead of evaluated once more. Safe to share between threads.
 */
final class RecentCurves {
  /** More different steps than a training loop takes turns with. */
  private static final int MOST = 64;

  private final AdjacencyRelation adjacency;
  private final Map<DpEvent, RdpCurve> recent = new LinkedHashMap<>(MOST, 0.75f, true);

  RecentCurves(AdjacencyRelation adjacency) {
    this.adjacency = adjacency;
  }

  synchronized RdpCurve of(DpEvent event) {
    RdpCurve known = recent.get(event);
    if (known != null) {
      return known;
    }
    RdpCurve curve = Steps.of(event, adjacency).renyi();
    recent.put(event, curve);
    if (recent.size() > MOST) {
      recent.remove(recent.keySet().iterator().next());
    }
    return curve;
  }
}
