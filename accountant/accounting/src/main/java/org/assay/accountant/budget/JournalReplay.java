package org.assay.accountant.budget;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Reads a journal to the end of its last intact line. The rest must be the beginning of the line
 * that the journal would have written next; any other rest is refused.
 */
final class JournalReplay {
  /**
   * Largest number of bytes of a header, which is read to its end before it is recognized. Not
   * tuned.
   */
  private static final int LONGEST_HEADER = 1 << 16;

  private final Path path;
  private final JournalFormat format;
  private final String words;
  private final JournalCosts costs;
  private final Optional<JournalAnchor> anchor;
  private String checksum = "";
  private long charges;
  private long lastLine;
  private long end;
  private boolean lacksLineBreak;

  JournalReplay(Path path, JournalPlace place, String words, JournalCosts costs) {
    this.path = path;
    this.format = place.format();
    this.words = words;
    this.costs = costs;
    this.anchor = place.anchor();
  }

  /** The first line of a new journal. */
  String header() {
    return format.headers(words).get(0);
  }

  /** The checksum that the next line continues; empty if there is no header. */
  String checksum() {
    return checksum;
  }

  /** Number of charges. */
  long charges() {
    return charges;
  }

  /** The position in bytes at which the last intact line ends. */
  long end() {
    return end;
  }

  /** The position in bytes at which the last intact line begins. */
  long lastLine() {
    return lastLine;
  }

  /** Whether the last intact line was cut off before its line break. */
  boolean lacksLineBreak() {
    return lacksLineBreak;
  }

  /**
   * Reads the whole journal.
   *
   * @param begun whether the journal is known to have had a header
   * @throws JournalException if it is damaged, or not the one of the anchor
   */
  void read(InputStream in, boolean begun, Consumer<Charge> consumer) throws IOException {
    if (readHeader(in)) {
      while (readCharge(in, consumer)) {
        charges++;
        requireAnchored();
      }
    } else if (begun) {
      throw damaged("it was begun and is empty");
    }
    anchor.ifPresent(this::requireReached);
  }

  private boolean readHeader(InputStream in) throws IOException {
    List<String> expected = format.headers(words).stream().map(header -> header + "\n").toList();
    String found = text(in.readNBytes(expected.get(0).length()));
    if (!expected.contains(found)) {
      if (expected.stream().anyMatch(line -> line.startsWith(found))) {
        return false;
      }
      String line = (found + text(in.readNBytes(LONGEST_HEADER))).split("\n", 2)[0];
      throw foreign(line);
    }
    checksum = JournalFormat.checksum(found.strip());
    end = found.length();
    requireAnchored();
    return true;
  }

  private RuntimeException foreign(String line) {
    if (JournalFormat.isOfOtherVersion(line)) {
      return new JournalException(
          path.toString(),
          "it was written by another version of this program, which this one cannot continue;"
              + " begin another one with what is left of the budget");
    }
    if (JournalFormat.saysKeyed(line) && !format.isKeyed()) {
      return new JournalException(
          path.toString(), "it was begun with a key: give the key to continue it");
    }
    if (format.isKeyed() && JournalFormat.PLAIN.words(line).isPresent()) {
      return new JournalException(
          path.toString(),
          "it was begun without a key, so that anybody may have written it; begin another one with"
              + " the key and what is left of the budget");
    }
    Optional<String> others = format.words(line);
    if (others.isEmpty() && format.isKeyed()) {
      return damaged("line 1 is not an intact header made with this key");
    }
    if (others.isEmpty()) {
      return damaged("line 1 is not an intact header");
    }
    return new IllegalArgumentException(
        "budget was '"
            + words
            + "' but journal "
            + path
            + " was opened for '"
            + others.get()
            + "': they must be the same; use another file for another budget");
  }

  /** Whether another charge was read. */
  private boolean readCharge(InputStream in, Consumer<Charge> consumer) throws IOException {
    long id = charges + 1;
    int headLength = JournalFormat.headLength(id);
    byte[] head = in.readNBytes(headLength);
    if (head.length < headLength) {
      require(format.beginsHead(text(head), id, checksum));
      return false;
    }
    int length = format.announcedLength(text(head), id, checksum).orElseThrow(this::misplaced);
    // A forged head may announce more bytes than there is memory.
    byte[] rest = in.readNBytes(length - headLength);
    byte[] line = Arrays.copyOf(head, headLength + rest.length);
    System.arraycopy(rest, 0, line, headLength, rest.length);
    if (line.length < length) {
      require(format.beginsLine(text(line), headLength, checksum));
      return false;
    }
    int next = in.read();
    lacksLineBreak = next < 0;
    require(lacksLineBreak || next == '\n');
    Charge charge =
        format.charge(line, headLength, checksum, costs::ofDoubles).orElseThrow(this::misplaced);
    if (!costs.fit(charge)) {
      throw damaged(
          "line "
              + (charges + 2)
              + " holds "
              + charge.costs().size()
              + " costs where the budget has "
              + costs.count()
              + " limits");
    }
    consumer.accept(charge);
    checksum = JournalFormat.checksum(line);
    lastLine = end;
    end += line.length + (lacksLineBreak ? 0 : 1);
    return true;
  }

  private static String text(byte[] bytes) {
    return new String(bytes, ISO_8859_1);
  }

  private void requireAnchored() {
    if (anchor.isPresent()
        && anchor.get().charges() == charges
        && !anchor.get().checksum().equals(checksum)) {
      throw new JournalException(
          path.toString(),
          "its first "
              + charges
              + " charges are not those of the anchor "
              + anchor.get()
              + "; restore the file that the anchor is of, or count the budget as spent");
    }
  }

  private void requireReached(JournalAnchor last) {
    if (checksum.isEmpty() || charges < last.charges()) {
      throw damaged("it holds " + charges + " charges, but had those of the anchor " + last);
    }
  }

  private void require(boolean intact) {
    if (!intact) {
      throw misplaced();
    }
  }

  private JournalException misplaced() {
    return damaged("line " + (charges + 2) + " is damaged or out of place");
  }

  private JournalException damaged(String what) {
    return new JournalException(
        path.toString(),
        what + "; a granted charge may be lost, so restore the file or count the budget as spent");
  }
}
