package org.assay.verify.replay;

import java.util.List;
import org.assay.verify.trial.Outcome;

/** A complete run: what it did, and how it ended. */
record Recording(List<Entry> entries, Outcome outcome) {
  Recording {
    entries = List.copyOf(entries);
  }

  /** Whether nothing random happened, so that the outcome is the only one possible. */
  boolean isDeterministic() {
    return entries.stream().noneMatch(Entry::isRandom);
  }
}
