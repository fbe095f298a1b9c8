package org.assay.cli.evaluate;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.Optional;

/** Reads lines without keeping more of one than its bound, so that no input exhausts memory. */
final class BoundedLines {
  private final BufferedReader in;
  private final int longest;

  BoundedLines(BufferedReader in, int longest) {
    this.in = in;
    this.longest = longest;
  }

  /**
   * A line.
   *
   * @param text what it says, up to the bound
   * @param cut whether it went on beyond the bound
   */
  record Line(String text, boolean cut) {}

  /** The next line, if the input has not ended. */
  Optional<Line> next() throws IOException {
    StringBuilder text = new StringBuilder();
    boolean cut = false;
    int c = in.read();
    if (c < 0) {
      return Optional.empty();
    }
    for (; c >= 0 && c != '\n'; c = in.read()) {
      cut |= text.length() == longest;
      if (!cut) {
        text.append((char) c);
      }
    }
    return Optional.of(new Line(text.toString(), cut));
  }
}
