package org.assay.accountant.accounting;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.zip.CRC32C;

/**
 * The lines of a journal. Each ends in the checksum of itself and of the checksum before it, so a
 * line that was changed, left out, repeated or moved does not fit. Doubles are written in
 * hexadecimal, without loss.
 *
 * <pre>
 *   assay-journal-1 filter zcdp add-remove 0x1.0p0 5d1c7a0e
 *   1 0x1.0p-3 Gaussian%28noise+multiplier+2.0%2C+add-remove%29 c0ffee00
 * </pre>
 */
final class JournalFormat {
  private static final String VERSION = "assay-journal-1 ";
  private static final int CHECKSUM_DIGITS = 8;

  private JournalFormat() {}

  /** A journal's first line. */
  static String header(String words) {
    return sealed(VERSION + words, "");
  }

  /** What an intact first line says the journal is for, or nothing if it is not intact. */
  static Optional<String> words(String line) {
    int end = line.length() - CHECKSUM_DIGITS - 1;
    boolean intact = end > VERSION.length() && line.startsWith(VERSION);
    return intact && line.equals(sealed(line.substring(0, end), ""))
        ? Optional.of(line.substring(VERSION.length(), end))
        : Optional.empty();
  }

  /** The line of a charge. */
  static String line(long id, Charge charge, String previousChecksum) {
    String amounts =
        charge.amounts().stream().map(Double::toHexString).collect(Collectors.joining(","));
    String label = URLEncoder.encode(charge.label(), UTF_8);
    return sealed(id + " " + amounts + " " + label, previousChecksum);
  }

  /** The charge in a line, or nothing if the line is not intact or not in its place. */
  static Optional<Charge> charge(String line, long id, String previousChecksum) {
    int end = line.length() - CHECKSUM_DIGITS - 1;
    String[] fields = end < 0 ? new String[0] : line.substring(0, end).split(" ", -1);
    if (fields.length != 3
        || !fields[0].equals(Long.toString(id))
        || !line.equals(sealed(line.substring(0, end), previousChecksum))) {
      return Optional.empty();
    }
    return Optional.of(
        new Charge(
            URLDecoder.decode(fields[2], UTF_8),
            Arrays.stream(fields[1].split(",", -1)).map(Double::valueOf).toList()));
  }

  /** The checksum at the end of an intact line. */
  static String checksum(String line) {
    return line.substring(line.length() - CHECKSUM_DIGITS);
  }

  private static String sealed(String body, String previousChecksum) {
    CRC32C checksum = new CRC32C();
    checksum.update((previousChecksum + " " + body).getBytes(UTF_8));
    return body + " " + String.format("%08x", checksum.getValue());
  }
}
