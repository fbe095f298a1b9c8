package org.assay.cli.internal.input;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.Optional;

/** Reads lines without keeping more of one than its bound, so that no input exhausts memory. */
public final class BoundedLines {
  private final BufferedReader in;
  private final int longest;

  /**
   * Lines of an input.
   *
   * @param in the input
   * @param longest number of characters of a line that are kept
   */
  public BoundedLines(BufferedReader in, int longest) {
    this.in = in;
    this.longest = longest;
  }

  /**
   * A line.
   *
   * @param text the text, up to the bound
   * @param cut whether the line is longer than the bound
   */
  public record Line(String text, boolean cut) {}

  /**
   * The next line.
   *
   * @return the line; empty if the input has ended
   * @throws IOException if it cannot be read
   */
  public Optional<Line> next() throws IOException {
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
