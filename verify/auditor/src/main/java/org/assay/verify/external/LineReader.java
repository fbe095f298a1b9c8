package org.assay.verify.external;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Reads lines of bounded length. */
final class LineReader {
  /** Largest number of bytes of a line. Not tuned: bounds memory. */
  static final int LONGEST = 1 << 24;

  /** Number of bytes that are read at once. Not tuned. */
  private static final int BUFFER = 1 << 16;

  /** Signals that a line is longer than {@link #LONGEST}. */
  static final class TooLongException extends IOException {
    private static final long serialVersionUID = 1L;
  }

  private final InputStream in;
  private final byte[] buffer = new byte[BUFFER];
  private int next;
  private int end;

  LineReader(InputStream in) {
    this.in = in;
  }

  /** Whether bytes have arrived that were not read. */
  boolean hasMore() throws IOException {
    return next < end || in.available() > 0;
  }

  /**
   * Waits for a line.
   *
   * @throws EOFException if the stream ends before the end of the line
   * @throws TooLongException if the line is too long
   */
  String line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    while (true) {
      if (next == end) {
        next = 0;
        end = Math.max(0, in.read(buffer));
        if (end == 0) {
          throw new EOFException();
        }
      }
      int from = next;
      while (next < end && buffer[next] != '\n') {
        next++;
      }
      line.write(buffer, from, next - from);
      if (line.size() > LONGEST) {
        throw new TooLongException();
      }
      if (next < end) {
        next++;
        return line.toString(StandardCharsets.UTF_8);
      }
    }
  }
}
