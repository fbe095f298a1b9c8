package org.assay.verify.external;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** What a program writes is read line by line, and no further than the longest line. */
class LineReaderTest {
  private static LineReader reader(String text) {
    return new LineReader(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void linesEndAtLineBreaks() throws IOException {
    LineReader reader = reader("ä\n\nlast");
    assertEquals("ä", reader.line());
    assertEquals("", reader.line());
    assertThrows(EOFException.class, reader::line);
  }

  @Test
  void theLongestLineIsRead() throws IOException {
    LineReader reader = reader("x".repeat(LineReader.LONGEST) + "\ny\n");
    assertEquals(LineReader.LONGEST, reader.line().length());
    assertEquals("y", reader.line());
  }

  /** One that never ends would fill the memory. */
  @Test
  void longerLinesAreRefusedBeforeTheyEnd() {
    LineReader longer = reader("x".repeat(LineReader.LONGEST + 1) + "\n");
    assertThrows(LineReader.TooLongException.class, longer::line);
    Endless endless = new Endless();
    assertThrows(LineReader.TooLongException.class, () -> new LineReader(endless).line());
    assertTrue(endless.read < 2L * LineReader.LONGEST, () -> endless.read + " bytes were read");
  }

  /** Gives up after far more than is read, so that a test without a limit fails. */
  private static final class Endless extends InputStream {
    private long read;

    @Override
    public int read() {
      read++;
      return 'x';
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      read += length;
      if (read > 8L * LineReader.LONGEST) {
        throw new IOException("nobody stopped reading");
      }
      Arrays.fill(bytes, offset, offset + length, (byte) 'x');
      return length;
    }
  }
}
