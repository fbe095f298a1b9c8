package org.assay.verify.audit;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * The records of a checkpoint, in order. A record is a head, which is its length and a checksum,
 * its content and another checksum; both checksums also cover the one before. So a record that was
 * changed, left out, repeated or moved does not fit, and one that was cut off is known to be one.
 */
final class CheckpointRecords {
  private static final int HEAD = 2 * Integer.BYTES;
  private static final int CHECKSUM = Integer.BYTES;

  private int checksum;
  private long end;
  private long count;
  private boolean damaged;

  /** Where the last record ends. */
  long end() {
    return end;
  }

  /** How many records there are. */
  long count() {
    return count;
  }

  /** Whether what follows the last record is not even the beginning of a record. */
  boolean isDamaged() {
    return damaged;
  }

  /** The next record from a stream, if it is there to its end and intact. */
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

  /** Notes that the next record has this content. */
  void accept(byte[] content) {
    checksum = checksum(joined(head(content.length), content));
    end += HEAD + (long) content.length + CHECKSUM;
    count++;
  }

  private byte[] head(int length) {
    byte[] number = ByteBuffer.allocate(Integer.BYTES).putInt(length).array();
    return ByteBuffer.allocate(HEAD).put(number).putInt(checksum(number)).array();
  }

  /** Whether bytes are shorter than others, which begin with them. */
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
