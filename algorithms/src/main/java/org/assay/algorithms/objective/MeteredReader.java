package org.assay.algorithms.objective;

import java.io.FilterReader;
import java.io.IOException;
import java.io.Reader;

/** Refuses records that never end, before they fill the memory. */
final class MeteredReader extends FilterReader {
  /** Room for half a million columns with all their digits, and memory for as many short ones. */
  static final int LONGEST = 1 << 23;

  /** A record above the bound. */
  static final class TooLongException extends IOException {
    private static final long serialVersionUID = 1L;
  }

  private int length;

  MeteredReader(Reader in) {
    super(in);
  }

  /** What is read from now on belongs to the next record, but for what buffers hold already. */
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
