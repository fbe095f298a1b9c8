package org.assay.accountant.accounting;

import java.nio.file.Path;
import java.util.Optional;
import org.assay.accountant.privacy.Parameters;

/**
 * Which file is to be a journal, and what is asked of it.
 *
 * @param path the file
 * @param durability what a charge survives
 * @param anchor what the file must hold at least, if that is known
 */
record JournalPlace(Path path, Durability durability, Optional<JournalAnchor> anchor) {
  JournalPlace {
    Parameters.requireGiven("journal", path);
    Parameters.requireGiven("durability", durability);
  }

  static JournalPlace of(Path path, Durability durability) {
    return new JournalPlace(path, durability, Optional.empty());
  }

  static JournalPlace of(Path path, Durability durability, JournalAnchor anchor) {
    return new JournalPlace(
        path, durability, Optional.of(Parameters.requireGiven("anchor", anchor)));
  }
}
