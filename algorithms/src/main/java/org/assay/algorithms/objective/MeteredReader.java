package org.assay.algorithms.objective;

import java.io.FilterReader;
import java.io.IOException;
import java.io.Reader;

/** A reader that refuses too long records before they fill the memory. */
final class MeteredReader extends FilterReader {
  /**
   * Largest number of characters of a record: half a million columns with all their digits. Not
   * tuned.
   */
  static final int LONGEST = 1 << 23;

  /** Signals a record longer than {@link #LONGEST}. */
  static final class TooLongException extends IOException {
    private static final long serialVersionUID = 1L;
  }

  private int length;

  MeteredReader(Reader in) {
    super(in);
  }

  /** Begins the next record; characters that buffers hold already are not counted. */
  void startRecord() {
    length = 0;
  }

  @Override
  public int read() throws IOException {
    int c = super.read();
    count(c < 0 ? 0 : 1);
    return c;
  }

  @Override
  public int read(char[] buffer, int offset, int most) throws IOException {
    int read = super.read(buffer, offset, most);
    count(Math.max(0, read));
    return read;
  }

  private void count(int characters) throws TooLongException {
    length += characters;
    if (length > LONGEST) {
      throw new TooLongException();
    }
  }
}
