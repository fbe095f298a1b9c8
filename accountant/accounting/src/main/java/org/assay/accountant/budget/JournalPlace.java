package org.assay.accountant.budget;

import java.nio.file.Path;
import java.util.Optional;
import org.assay.accountant.privacy.Parameters;

/**
 * Which file is to be a journal, and what is asked of it.
 *
 * @param path the file; created if missing
 * @param durability what a charge survives
 * @param anchor what the file must hold at least, if that is known
 * @param key what the checksums of the file are made with, if anything; the same at every opening
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
   * A file of which nothing is known, without a key.
   *
   * @param path the file; created if missing
   * @param durability what a charge survives
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
   * This file, with a key that everybody who continues the journal must know.
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
