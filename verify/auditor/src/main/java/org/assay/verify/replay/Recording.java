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
    return entries.stream().noneMatch(Recording::isRandom);
  }

  /** Whether an entry may let runs on one dataset differ. */
  static boolean isRandom(Entry entry) {
    return entry instanceof Entry.Draw
        || (entry instanceof Entry.Sample sample
            && sample.probability() > 0
            && sample.probability() < 1);
  }
}
