package org.assay.algorithms.objective;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;

/** Files of text in UTF-8, compressed by gzip or not; their first two bytes tell. */
final class TextFile {
  private static final int FIRST_MAGIC_BYTE = 0x1f;
  private static final int SECOND_MAGIC_BYTE = 0x8b;

  /** What Java adds to the characters of a line in a list. */
  private static final int BYTES_OF_LINE = 64;

  private TextFile() {}

  /** A reader that throws a {@link CharacterCodingException} where the text is not UTF-8. */
  static BufferedReader reader(Path file) throws IOException {
    InputStream raw = new BufferedInputStream(Files.newInputStream(file));
    try {
      return new BufferedReader(
          new InputStreamReader(plain(raw), StandardCharsets.UTF_8.newDecoder()));
    } catch (IOException e) {
      raw.close();
      throw e;
    }
  }

  private static InputStream plain(InputStream raw) throws IOException {
    raw.mark(2);
    boolean compressed = raw.read() == FIRST_MAGIC_BYTE && raw.read() == SECOND_MAGIC_BYTE;
    raw.reset();
    return compressed ? new GZIPInputStream(raw) : raw;
  }

  /** The lines that are not blank, without surrounding space. */
  static List<String> lines(Path file, HeapRoom heap) throws IOException {
    try (MeteredReader meter = new MeteredReader(reader(file));
        BufferedReader reader = new BufferedReader(meter)) {
      List<String> lines = new ArrayList<>();
      long characters = 0;
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        meter.startRecord();
        if (!line.isBlank()) {
          characters += line.length();
          heap.require(
              characters + (double) BYTES_OF_LINE * lines.size(),
              () -> file + ": " + lines.size() + " lines and more");
          lines.add(line.strip());
        }
      }
      return lines;
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException(file + ": is not text in UTF-8", e);
    } catch (MeteredReader.TooLongException e) {
      throw new IllegalArgumentException(
          file + ": a line is longer than " + MeteredReader.LONGEST + " characters", e);
    }
  }
}
