package org.assay.verify.audit;

import java.util.List;
import java.util.OptionalInt;

/**
 * The identity of an audit: the settings that distinguish the audit from others. A checkpoint is
 * continued only by an audit with the same identity.
 *
 * @param words the settings, one on each line
 */
record AuditIdentity(String words) {
  /** The words before the number of significant bits. */
  static final String BITS = "significant bits: ";

  /** The number of significant bits that count; empty if the words do not contain it. */
  OptionalInt significantBits() {
    return words
        .lines()
        .filter(line -> line.startsWith(BITS))
        .map(line -> line.substring(BITS.length()))
        .filter(number -> number.matches("[1-9][0-9]?"))
        .mapToInt(Integer::parseInt)
        .findFirst();
  }

  /** The differences between the audit of a checkpoint and this audit, in words. */
  String difference(String other) {
    List<String> theirs = other.lines().toList();
    List<String> ours = words.lines().toList();
    int at = 0;
    while (at < theirs.size() && at < ours.size() && theirs.get(at).equals(ours.get(at))) {
      at++;
    }
    return "it is not the checkpoint of this audit: it is of "
        + line(theirs, at)
        + ", this audit of "
        + line(ours, at);
  }

  private static String line(List<String> lines, int at) {
    return at < lines.size() ? "'" + lines.get(at) + "'" : "nothing more";
  }
}
