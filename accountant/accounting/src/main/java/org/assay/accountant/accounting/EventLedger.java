package org.assay.accountant.accounting;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.assay.accountant.event.DpEvent;

/**
 * Events in order, immutable: a longer ledger links to the shorter one, so that adding an event
 * takes constant time and memory.
 */
final class EventLedger {
  static final EventLedger EMPTY = new EventLedger(0, Optional.empty(), Optional.empty());

  private final int size;
  private final Optional<EventLedger> before;
  private final Optional<DpEvent> last;

  private EventLedger(int size, Optional<EventLedger> before, Optional<DpEvent> last) {
    this.size = size;
    this.before = before;
    this.last = last;
  }

  EventLedger with(DpEvent event) {
    return new EventLedger(Math.addExact(size, 1), Optional.of(this), Optional.of(event));
  }

  /** The events, copied. */
  List<DpEvent> events() {
    DpEvent[] events = new DpEvent[size];
    EventLedger ledger = this;
    while (ledger.last.isPresent()) {
      events[ledger.size - 1] = ledger.last.get();
      ledger = ledger.before.orElse(EMPTY);
    }
    return List.copyOf(Arrays.asList(events));
  }
}
