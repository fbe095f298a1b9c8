package org.assay.testing.internal.suite;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.assay.accountant.numeric.Rounding;

/**
 * The error probability that all JVMs of one run have spent: a number in a file, changed under the
 * file's lock.
 */
final class SpentFile {
  /** A file lock belongs to the whole JVM, so threads first take turns on this object. */
  private static final Object TURN = new Object();

  /** Bytes of the number, at most. */
  private static final int LONGEST_NUMBER = 64;

  private final Path file;
  private final double total;

  SpentFile(Path file, double total) {
    this.file = file;
    this.total = total;
  }

  /**
   * Adds a part, rounded up.
   *
   * @return whether the part fitted; otherwise nothing was spent
   */
  boolean spend(double part) {
    synchronized (TURN) {
      try {
        Files.createDirectories(file.toAbsolutePath().getParent());
        try (FileChannel channel =
            FileChannel.open(
                file,
                StandardOpenOption.CREATE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE)) {
          channel.lock();
          return spend(channel, part);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(
            "the error budget could not be kept in " + file.toAbsolutePath(), e);
      }
    }
  }

  private boolean spend(FileChannel channel, double part) throws IOException {
    double after = Rounding.addUp(read(channel), part);
    if (!(after <= total)) {
      return false;
    }
    ByteBuffer text = ByteBuffer.wrap(Double.toString(after).getBytes(StandardCharsets.US_ASCII));
    channel.truncate(0);
    while (text.hasRemaining()) {
      channel.write(text, text.position());
    }
    return true;
  }

  private double read(FileChannel channel) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(LONGEST_NUMBER);
    int read = 0;
    while (read >= 0 && bytes.hasRemaining()) {
      read = channel.read(bytes, bytes.position());
    }
    String text = new String(bytes.array(), 0, bytes.position(), StandardCharsets.US_ASCII);
    try {
      return text.isEmpty() ? 0 : Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new IOException(file + " held '" + text + "', which is no number: delete it", e);
    }
  }
}
