package org.assay.accountant.budget;

import java.util.regex.Pattern;
import org.assay.accountant.privacy.Parameters;

/**
 * A position in a journal of charges: the number of charges booked so far, and a checksum that
 * covers them. An anchor is stored in another place than the journal and checked when the journal
 * is opened. It detects that the journal was cut off, or replaced by an older copy or by another
 * journal.
 *
 * @param charges number of charges of the journal, at least 0
 * @param checksum the checksum of its last line, 32 hexadecimal digits
 */
public record JournalAnchor(long charges, String checksum) {
  private static final Pattern CHECKSUM =
      Pattern.compile("[0-9a-f]{" + JournalFormat.CHECKSUM_DIGITS + "}");

  /**
   * Checks the parts.
   *
   * @throws IllegalArgumentException if the count is negative or the checksum is none
   */
  public JournalAnchor {
    Parameters.requireGiven("checksum", checksum);
    if (!(charges >= 0)) {
      throw new IllegalArgumentException(
          "charges were " + charges + ": an anchor counts them, so they must be at least 0");
    }
    if (!CHECKSUM.matcher(checksum).matches()) {
      throw new IllegalArgumentException(
          "checksum was '"
              + checksum
              + "': it must be the "
              + JournalFormat.CHECKSUM_DIGITS
              + " hexadecimal digits at the end of a journal's line");
    }
  }

  /**
   * Reads a text written by {@link #toString()}.
   *
   * @param words a count, a colon and a checksum
   * @return the anchor
   * @throws IllegalArgumentException if it is not that
   */
  public static JournalAnchor parse(String words) {
    Parameters.requireGiven("words", words);
    int colon = words.indexOf(':');
    if (!words.matches("\\d{1,18}:.*")) {
      throw new IllegalArgumentException(
          "anchor was '" + words + "': it must be a count of charges, a colon and a checksum");
    }
    return new JournalAnchor(Long.parseLong(words.substring(0, colon)), words.substring(colon + 1));
  }

  @Override
  public String toString() {
    return charges + ":" + checksum;
  }
}
