package org.assay.cli.internal.input;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Files that are read whole, and refused before that if they are too large. */
public final class WholeFile {
  private WholeFile() {}

  /**
   * The bytes of a file, of which no more is read than may be kept: the size that a file system
   * tells may be out of date or, for files that a driver makes up, wrong.
   *
   * @param file the file
   * @param most how many bytes it may have
   * @param advice what to do with larger ones, following a colon
   * @return its content
   * @throws InputException if it is no regular file, cannot be read, or has more bytes
   */
  public static byte[] bytes(Path file, int most, String advice) {
    if (!Files.exists(file)) {
      throw new InputException(file + ": there is no such file");
    }
    if (!Files.isRegularFile(file)) {
      throw new InputException(file + ": is not a regular file");
    }
    try (InputStream in = Files.newInputStream(file)) {
      long size = Files.size(file);
      byte[] bytes = size <= most ? in.readNBytes(most) : new byte[0];
      if (!(size <= most && in.read() < 0)) {
        throw new InputException(
            file + ": has more than " + most + " bytes, the most that is read: " + advice);
      }
      return bytes;
    } catch (IOException e) {
      throw new InputException(file + ": cannot be read: " + e.getMessage(), e);
    }
  }

  /**
   * Bytes as text.
   *
   * @param bytes text in UTF-8
   * @return a reader that throws a {@link java.nio.charset.CharacterCodingException} where it is
   *     not
   */
  public static Reader text(byte[] bytes) {
    return new InputStreamReader(
        new ByteArrayInputStream(bytes), StandardCharsets.UTF_8.newDecoder());
  }
}
