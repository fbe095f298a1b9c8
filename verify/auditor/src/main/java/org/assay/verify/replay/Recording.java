package org.assay.verify.replay;

import java.util.List;
import org.assay.verify.trial.Outcome;

/** A complete run: its entries and its outcome. */
record Recording(List<Entry> entries, Outcome outcome) {
  Recording {
    entries = List.copyOf(entries);
  }

  /** Whether the run drew nothing random; its outcome is then the only possible one. */
  boolean isDeterministic() {
    return entries.stream().noneMatch(Entry::isRandom);
  }
}
