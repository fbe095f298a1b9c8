package org.assay.accountant.accounting;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/** Reads a journal to the end of its last intact line; anything else it does not pass over. */
final class JournalReplay {
  private final Path path;
  private final String header;
  private String checksum = "";
  private long charges;
  private long end;

  JournalReplay(Path path, String header) {
    this.path = path;
    this.header = header;
  }

  /** The checksum that the next line continues; empty if there is not even a header. */
  String checksum() {
    return checksum;
  }

  /** How many charges there are. */
  long charges() {
    return charges;
  }

  /** Where the last intact line ends, in bytes. */
  long end() {
    return end;
  }

  void read(Consumer<Charge> consumer) throws IOException {
    try (InputStream in = new BufferedInputStream(Files.newInputStream(path))) {
      ByteArrayOutputStream line = new ByteArrayOutputStream();
      for (int next = in.read(); next >= 0; next = in.read()) {
        if (next == '\n') {
          accept(line.toString(UTF_8), consumer);
          end += line.size() + 1;
          line.reset();
        } else {
          line.write(next);
        }
      }
      requireTorn(line.toString(UTF_8));
    }
  }

  private void accept(String line, Consumer<Charge> consumer) {
    if (checksum.isEmpty()) {
      requireHeader(line);
    } else {
      Charge charge =
          JournalFormat.charge(line, charges + 1, checksum)
              .orElseThrow(() -> damaged("line " + (charges + 2) + " is damaged or out of place"));
      consumer.accept(charge);
      charges++;
    }
    checksum = JournalFormat.checksum(line);
  }

  private void requireHeader(String line) {
    if (line.equals(header)) {
      return;
    }
    Optional<String> other = JournalFormat.words(line);
    if (other.isEmpty()) {
      throw damaged("line 1 is not an intact header");
    }
    throw new IllegalArgumentException(
        "budget was '"
            + JournalFormat.words(header).orElseThrow()
            + "' but journal "
            + path
            + " was opened for '"
            + other.get()
            + "': they must be the same; use another file for another budget");
  }

  /**
   * What follows the last line break was being written when its writer died, so it was never
   * granted, unless only its line break is damaged.
   */
  private void requireTorn(String tail) {
    if (checksum.isEmpty() && !header.startsWith(tail)) {
      throw damaged("it does not begin with a header");
    }
    boolean complete =
        !checksum.isEmpty()
            && !tail.isEmpty()
            && JournalFormat.charge(tail.substring(0, tail.length() - 1), charges + 1, checksum)
                .isPresent();
    if (complete) {
      throw damaged("the line break after its last charge is damaged");
    }
  }

  private JournalException damaged(String what) {
    return new JournalException(
        path.toString(),
        what + "; a granted charge may be lost, so restore the file or count the budget as spent");
  }
}
