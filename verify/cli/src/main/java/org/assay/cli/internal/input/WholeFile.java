package org.assay.cli.internal.input;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assay.accountant.budget.JournalKey;

/** Files that are read whole, and refused before that if they are too large. */
public final class WholeFile {
  private WholeFile() {}

  /**
   * The bytes of a file, read up to a limit. The size that a file system reports may be out of date
   * or, for virtual files, wrong.
   *
   * @param file the file
   * @param most largest number of bytes
   * @param advice advice on larger files, to follow a colon
   * @return its content
   * @throws InputException if it is no regular file, cannot be read, or has more bytes
   */
  public static byte[] bytes(Path file, int most, String advice) {
    if (!Files.exists(file)) {
      throw new InputException(file + ": there is no such file");
    }
    if (Files.isDirectory(file)) {
      throw new InputException(file + ": is a directory: name a file in it");
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
   * Refuses a path that is no file, before anything is read.
   *
   * @param option the option that named the file, for messages
   * @param file the file
   * @throws InputException if there is none, or a directory
   */
  public static void require(String option, Path file) {
    if (!Files.isRegularFile(file)) {
      String problem =
          Files.isDirectory(file)
              ? ": is a directory: name a file in it"
              : ": there is no such file";
      throw new InputException(file + problem + " (" + option + ")");
    }
  }

  /**
   * The key that {@code --key-file} names.
   *
   * @param file a file whose bytes are the key
   * @return the key
   * @throws InputException if it cannot be read, or is too short or too long
   */
  public static JournalKey key(Path file) {
    try {
      return JournalKey.read(file);
    } catch (IOException e) {
      throw new InputException("--key-file " + file + " cannot be read", e);
    } catch (IllegalArgumentException e) {
      throw InputException.because(e);
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
