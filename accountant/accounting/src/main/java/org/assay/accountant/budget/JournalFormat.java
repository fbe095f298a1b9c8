package org.assay.accountant.budget;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLEncoder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.assay.accountant.numeric.Rational;

/**
 * The lines of a journal. A line has a head, which contains the line's length, and a body. Both end
 * in a checksum that also covers the previous line's checksum. So a line that was changed, left
 * out, repeated or moved is detected, and a line that was cut off is recognized. Costs are written
 * as fractions, without loss. All lines are ASCII.
 *
 * <pre>
 *   assay-journal-3 filter zcdp add-remove 0x1.0p0 0f3b5f...
 *   1 00000056 5d1c7a0e 1/8 Gaussian%28noise+multiplier+2.0%2C+add-remove%29 c0ffee...
 *   id  length  of head  costs                   label                       of line
 * </pre>
 *
 * <p>Lines of format 2 hold doubles in hexadecimal in place of costs; the currency converts them.
 * Journals of that format are read and continued with lines of this format.
 *
 * <p>Checksums are the first hexadecimal digits of SHA-256, or of HMAC-SHA-256 where there is a
 * key; then the first line begins with {@code assay-journal-3-hmac}.
 */
final class JournalFormat {
  /** Digits of a line's checksum: 128 bits. */
  static final int CHECKSUM_DIGITS = 32;

  private static final Pattern OTHER_VERSION = Pattern.compile("assay-journal-\\d+ .*");
  private static final int HEAD_DIGITS = 8;

  /** A number of at least 0 in the form of {@link Double#toHexString}. */
  private static final String DOUBLE =
      "(?:0x1\\.(?:0|[0-9a-f]{0,12}[1-9a-f])p(?:0|-?[1-9][0-9]{0,3})"
          + "|0x0\\.[0-9a-f]{0,12}[1-9a-f]p-1022|-?0x0\\.0p0)";

  private static final String COST = "(?:0|[1-9][0-9]*(?:/[1-9][0-9]*)?)";

  private static final Pattern COSTS =
      Pattern.compile("(?:" + list(COST) + "|" + list(DOUBLE) + ")");

  /** The character that a character of a label represents, or a negative number. */
  private static final int[] MEANINGS = new int[256];

  static {
    Arrays.fill(MEANINGS, -1);
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.*_-"
        .chars()
        .forEach(code -> MEANINGS[code] = code);
    MEANINGS['+'] = ' ';
  }

  private static final String PLAIN_TEXT = "[A-Za-z0-9.*_+-]*+";

  /** Possessive quantifiers, as Java uses stack for every turn of a loop that may be undone. */
  private static final Pattern BODY =
      Pattern.compile(
          COSTS
              + " "
              + PLAIN_TEXT
              + "(?:%[0-9A-F]{2}"
              + PLAIN_TEXT
              + ")*+(?: [0-9a-f]{"
              + CHECKSUM_DIGITS
              + "})?");

  /** One digest for each thread, as creating one takes as long as hashing a line. */
  private static final ThreadLocal<MessageDigest> SHA_256 =
      ThreadLocal.withInitial(JournalFormat::sha256);

  /** The format of a journal without a key; its checksums detect accidents, not forgery. */
  static final JournalFormat PLAIN =
      new JournalFormat(List.of("assay-journal-3 ", "assay-journal-2 "), Optional.empty());

  private static final String KEYED = "assay-journal-3-hmac ";

  /** The beginnings of first lines, the current version first. */
  private final List<String> versions;

  private final Optional<JournalKey> key;

  private JournalFormat(List<String> versions, Optional<JournalKey> key) {
    this.versions = versions;
    this.key = key;
  }

  /** The format with a key, without which no valid checksum can be computed. */
  static JournalFormat of(JournalKey key) {
    return new JournalFormat(List.of(KEYED), Optional.of(key));
  }

  /** Whether checksums are made with a key. */
  boolean isKeyed() {
    return key.isPresent();
  }

  /** Whether a first line states that checksums are made with a key. */
  static boolean saysKeyed(String line) {
    return line.startsWith(KEYED);
  }

  private static String list(String item) {
    return item + "(?:," + item + ")*+";
  }

  /**
   * The first lines of journals that this program continues; a new journal begins with the first
   * one.
   */
  List<String> headers(String words) {
    return versions.stream().map(version -> sealed(version + words, "")).toList();
  }

  /** The purpose stated in an intact first line; empty if the line is not intact. */
  Optional<String> words(String line) {
    int end = line.length() - CHECKSUM_DIGITS - 1;
    return versions.stream()
        .filter(version -> end > version.length() && line.startsWith(version))
        .filter(version -> isSealed(line.getBytes(ISO_8859_1), ""))
        .map(version -> line.substring(version.length(), end))
        .findFirst();
  }

  /** Whether a first line is one of another format. */
  static boolean isOfOtherVersion(String line) {
    return OTHER_VERSION.matcher(line).matches()
        && PLAIN.versions.stream().noneMatch(line::startsWith);
  }

  /** The line of a charge. */
  String line(long id, Charge charge, String previousChecksum) {
    String costs = charge.costs().stream().map(Rational::toString).collect(Collectors.joining(","));
    String body = costs + " " + URLEncoder.encode(charge.label(), UTF_8);
    int length = headLength(id) + body.length() + 1 + CHECKSUM_DIGITS;
    return sealed(head(id, length, previousChecksum) + body, previousChecksum);
  }

  /** The length of the head of a line. */
  static int headLength(long id) {
    return Long.toString(id).length() + 1 + HEAD_DIGITS + 1 + HEAD_DIGITS + 1;
  }

  /** The length that an intact head of the line announces; empty for a damaged head. */
  OptionalInt announcedLength(String head, long id, String previousChecksum) {
    int from = Long.toString(id).length() + 1;
    int length = 0;
    for (int i = from; i < Math.min(from + HEAD_DIGITS, head.length()); i++) {
      // A character that is no digit gives a number whose head differs from the one that was read.
      length = (length << 4) + Character.digit(head.charAt(i), 16);
    }
    boolean intact = length > head.length() && head.equals(head(id, length, previousChecksum));
    return intact ? OptionalInt.of(length) : OptionalInt.empty();
  }

  /** Whether a text may be the beginning of a head with this number. */
  boolean beginsHead(String start, long id, String previousChecksum) {
    String number = id + " ";
    if (!start.startsWith(number)) {
      return number.startsWith(start);
    }
    String digits = start.substring(number.length());
    if (digits.length() < HEAD_DIGITS) {
      return digits.matches("(?:[0-7][0-9a-f]*)?");
    }
    return digits.matches("[0-7][0-9a-f]{7}.*")
        && head(id, Integer.parseInt(digits.substring(0, HEAD_DIGITS), 16), previousChecksum)
            .startsWith(start);
  }

  /** Whether a text may be the beginning of a line with an intact head. */
  boolean beginsLine(String start, int headLength, String previousChecksum) {
    Matcher body = BODY.matcher(start.substring(headLength));
    if (!body.matches() && !body.hitEnd()) {
      return false;
    }
    int afterCosts = start.indexOf(' ', headLength);
    int afterLabel = start.indexOf(' ', afterCosts + 1);
    return afterCosts < 0
        || afterLabel < 0
        || sealed(start.substring(0, afterLabel), previousChecksum).startsWith(start);
  }

  /**
   * The charge in a line with an intact head; empty if the line is damaged or misplaced.
   *
   * @param costOfDoubles the costs of a charge in format 2
   */
  Optional<Charge> charge(
      byte[] line,
      int headLength,
      String previousChecksum,
      Function<List<Double>, List<Rational>> costOfDoubles) {
    int end = line.length - CHECKSUM_DIGITS - 1;
    int costsEnd = headLength;
    while (costsEnd < end && line[costsEnd] != ' ') {
      costsEnd++;
    }
    if (!(costsEnd < end && isSealed(line, previousChecksum))) {
      return Optional.empty();
    }
    String written = new String(line, headLength, costsEnd - headLength, ISO_8859_1);
    // Most lines of a store have a cost of one digit, and a pattern takes as long as a hash.
    boolean digit = written.length() == 1 && written.charAt(0) >= '0' && written.charAt(0) <= '9';
    if (!digit && !COSTS.matcher(written).matches()) {
      return Optional.empty();
    }
    List<Rational> costs =
        digit ? List.of(Rational.ofCount(written.charAt(0) - '0')) : costs(written, costOfDoubles);
    return label(line, costsEnd + 1, end).map(label -> new Charge(label, costs));
  }

  private static List<Rational> costs(
      String written, Function<List<Double>, List<Rational>> costOfDoubles) {
    List<String> numbers = List.of(written.split(",", -1));
    return written.contains("x")
        ? costOfDoubles.apply(numbers.stream().map(Double::valueOf).toList())
        : numbers.stream().map(Rational::parse).toList();
  }

  /** Whether the checksum at the end matches the preceding text. */
  private boolean isSealed(byte[] line, String previousChecksum) {
    int end = line.length - CHECKSUM_DIGITS - 1;
    return end >= 0
        && line[end] == ' '
        && checksum(line).equals(code(line, end, previousChecksum, CHECKSUM_DIGITS));
  }

  /** The label that {@link URLEncoder} encodes to this text; empty if there is none. */
  private static Optional<String> label(byte[] line, int from, int end) {
    byte[] text = new byte[end - from];
    int length = 0;
    for (int i = from; i < end; i++) {
      int next = MEANINGS[line[i] & 0xff];
      if (next < 0) {
        // The label is followed by a space, which is no digit, and the checksum.
        next = line[i] == '%' ? (hex(line[i + 1]) << 4) | hex(line[i + 2]) : next;
        if (next < 0) {
          return Optional.empty();
        }
        i += 2;
      }
      text[length++] = (byte) next;
    }
    return Optional.of(new String(text, 0, length, UTF_8));
  }

  /** The value of a digit as {@link URLEncoder} writes it, or a negative number. */
  private static int hex(byte digit) {
    return digit > 'F' ? -1 : Character.digit(digit, 16);
  }

  /** The checksum at the end of an intact line. */
  static String checksum(String line) {
    return line.substring(line.length() - CHECKSUM_DIGITS);
  }

  /** The checksum at the end of a line that is long enough. */
  static String checksum(byte[] line) {
    return new String(line, line.length - CHECKSUM_DIGITS, CHECKSUM_DIGITS, ISO_8859_1);
  }

  private String head(long id, int length, String previousChecksum) {
    String start = id + " " + HexFormat.of().toHexDigits(length) + " ";
    return start + code(start, previousChecksum, HEAD_DIGITS) + " ";
  }

  private String sealed(String body, String previousChecksum) {
    return body + " " + code(body, previousChecksum, CHECKSUM_DIGITS);
  }

  private String code(String body, String previousChecksum, int digits) {
    byte[] bytes = body.getBytes(UTF_8);
    return code(bytes, bytes.length, previousChecksum, digits);
  }

  /** The code of the first bytes of a body and of the previous checksum. */
  private String code(byte[] body, int length, String previousChecksum, int digits) {
    byte[] previous = (previousChecksum + " ").getBytes(UTF_8);
    byte[] text = Arrays.copyOf(previous, previous.length + length);
    System.arraycopy(body, 0, text, previous.length, length);
    return digest(text, digits);
  }

  /** The first hexadecimal digits of the hash or code of a text. */
  String digest(String text, int digits) {
    return digest(text.getBytes(UTF_8), digits);
  }

  private String digest(byte[] text, int digits) {
    byte[] code = key.map(secret -> secret.code(text)).orElseGet(() -> SHA_256.get().digest(text));
    return HexFormat.of().formatHex(code, 0, digits / 2);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
