package org.assay.verify.audit;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * The records of a checkpoint, in order. A record consists of a head (length and checksum), its
 * content and a second checksum. Both checksums also cover the previous checksum. A record that was
 * changed, left out, repeated or moved therefore does not fit, and a record that was cut off is
 * recognized.
 */
final class CheckpointRecords {
  /** Bytes of a head. */
  private static final int HEAD = 2 * Integer.BYTES;

  /** Bytes of a checksum. */
  private static final int CHECKSUM = Integer.BYTES;

  private int checksum;
  private long end;
  private long count;
  private boolean damaged;

  /** The position after the last record. */
  long end() {
    return end;
  }

  /** The number of records. */
  long count() {
    return count;
  }

  /** Whether the bytes after the last record are not even the beginning of a record. */
  boolean isDamaged() {
    return damaged;
  }

  /** The next record from a stream; empty if it is incomplete or damaged. */
  Optional<byte[]> read(InputStream in) throws IOException {
    byte[] head = in.readNBytes(HEAD);
    int length = head.length < Integer.BYTES ? 0 : ByteBuffer.wrap(head).getInt();
    byte[] whole = head(length);
    if (!Arrays.equals(head, whole)) {
      boolean cutOff = head.length < Integer.BYTES || begins(head, whole);
      damaged = !cutOff || length < 0;
      return Optional.empty();
    }
    byte[] rest = in.readNBytes(length + CHECKSUM);
    if (rest.length < length + CHECKSUM) {
      return Optional.empty();
    }
    byte[] content = Arrays.copyOf(rest, length);
    if (!Arrays.equals(sealed(content), joined(head, rest))) {
      damaged = true;
      return Optional.empty();
    }
    accept(content);
    return Optional.of(content);
  }

  /** The bytes of the next record. */
  byte[] sealed(byte[] content) {
    byte[] unsealed = joined(head(content.length), content);
    return ByteBuffer.allocate(unsealed.length + CHECKSUM)
        .put(unsealed)
        .putInt(checksum(unsealed))
        .array();
  }

  /**
   * Counts the next record.
   *
   * @param content its content
   */
  void accept(byte[] content) {
    checksum = checksum(joined(head(content.length), content));
    end += HEAD + (long) content.length + CHECKSUM;
    count++;
  }

  private byte[] head(int length) {
    byte[] number = ByteBuffer.allocate(Integer.BYTES).putInt(length).array();
    return ByteBuffer.allocate(HEAD).put(number).putInt(checksum(number)).array();
  }

  /** Whether {@code whole} is longer than {@code start} and begins with it. */
  static boolean begins(byte[] start, byte[] whole) {
    return start.length < whole.length && Arrays.mismatch(start, whole) == start.length;
  }

  private static byte[] joined(byte[] first, byte[] second) {
    return ByteBuffer.allocate(first.length + second.length).put(first).put(second).array();
  }

  private int checksum(byte[] bytes) {
    CRC32C sum = new CRC32C();
    sum.update(ByteBuffer.allocate(Integer.BYTES).putInt(checksum).flip());
    sum.update(bytes);
    return (int) sum.getValue();
  }
}
