package org.assay.accountant.budget;

import java.nio.file.Path;
import java.util.Optional;
import org.assay.accountant.privacy.Parameters;

/**
 * The file of a journal and its requirements.
 *
 * @param path the file; created if missing
 * @param durability the failures that a charge survives
 * @param anchor an anchor that the file must contain, if one is known
 * @param key key of the checksums of the file, if any; the same at every opening
 */
public record JournalPlace(
    Path path, Durability durability, Optional<JournalAnchor> anchor, Optional<JournalKey> key) {
  /** Checks that all parts are given. */
  public JournalPlace {
    Parameters.requireGiven("journal", path);
    Parameters.requireGiven("durability", durability);
    Parameters.requireGiven("anchor", anchor);
    Parameters.requireGiven("key", key);
  }

  /**
   * A file without a known anchor and without a key.
   *
   * @param path the file; created if missing
   * @param durability the failures that a charge survives
   * @return the place
   */
  public static JournalPlace of(Path path, Durability durability) {
    return new JournalPlace(path, durability, Optional.empty(), Optional.empty());
  }

  /**
   * This file, with an anchor whose charges the journal must hold.
   *
   * @param known an anchor of the journal that was kept elsewhere
   * @return the changed place
   */
  public JournalPlace withAnchor(JournalAnchor known) {
    return new JournalPlace(
        path, durability, Optional.of(Parameters.requireGiven("anchor", known)), key);
  }

  /**
   * This file, with a key that every program that continues the journal must know.
   *
   * @param secret the key
   * @return the changed place
   */
  public JournalPlace withKey(JournalKey secret) {
    return new JournalPlace(
        path, durability, anchor, Optional.of(Parameters.requireGiven("key", secret)));
  }

  JournalFormat format() {
    return key.map(JournalFormat::of).orElse(JournalFormat.PLAIN);
  }
}
