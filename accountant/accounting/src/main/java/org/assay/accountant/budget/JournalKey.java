package org.assay.accountant.budget;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.assay.accountant.privacy.Parameters;

/**
 * A secret key that turns the checksums of a journal into message authentication codes:
 * HMAC-SHA-256 cut to 128 bits ([@KrawczykBellareCanetti1997]). Without the key nobody can add,
 * change or reorder charges, or remove a charge that others follow.
 *
 * <p>The key does not detect that charges at the end, or the whole journal, were removed. Nor does
 * it detect an older copy of the journal, or another journal with the same key and budget. {@link
 * JournalAnchor} detects all of these. Use one key for one journal.
 */
public final class JournalKey {
  private static final String ALGORITHM = "HmacSHA256";

  /** Least number of bytes of a key: with 128 bits, guessing is as hard as forging a checksum. */
  private static final int FEWEST_BYTES = 16;

  private static final int MOST_BYTES = 1 << 12;

  /** One code for each thread, as creating one takes longer than the code of a line. */
  private final ThreadLocal<Mac> mac;

  private JournalKey(String name, byte[] bytes) {
    if (!(bytes.length >= FEWEST_BYTES && bytes.length <= MOST_BYTES)) {
      throw new IllegalArgumentException(
          name
              + " had "
              + bytes.length
              + " bytes: a key has from "
              + FEWEST_BYTES
              + " to "
              + MOST_BYTES
              + "; draw 32 at random");
    }
    SecretKeySpec key = new SecretKeySpec(bytes, ALGORITHM);
    this.mac = ThreadLocal.withInitial(() -> mac(key));
  }

  /**
   * A key of bytes.
   *
   * @param bytes from 16 to 4096 bytes that nobody can guess; copied
   * @return the key
   * @throws IllegalArgumentException if there are fewer or more
   */
  public static JournalKey of(byte[] bytes) {
    return new JournalKey("key", Parameters.requireGiven("key", bytes));
  }

  /**
   * All bytes of a file, a line break at its end included.
   *
   * @param file a file that only those who may book charges can read
   * @return the key
   * @throws IllegalArgumentException if it has fewer than 16 or more than 4096 bytes
   * @throws IOException if it cannot be read
   */
  public static JournalKey read(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return new JournalKey("key file " + file, in.readNBytes(MOST_BYTES + 1));
    }
  }

  /**
   * The value of an environment variable, in UTF-8.
   *
   * @param variable its name
   * @return the key
   * @throws IllegalArgumentException if there is no such variable, or it has fewer than 16 or more
   *     than 4096 bytes
   */
  public static JournalKey ofVariable(String variable) {
    String value =
        Optional.ofNullable(System.getenv(variable))
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "environment variable " + variable + " is not set: it holds the key"));
    return new JournalKey("environment variable " + variable, value.getBytes(UTF_8));
  }

  /**
   * The HMAC-SHA-256 of a text, uncut.
   *
   * @param text the signed text
   * @return 32 bytes
   */
  public byte[] code(byte[] text) {
    return mac.get().doFinal(text);
  }

  private static Mac mac(SecretKeySpec key) {
    try {
      Mac made = Mac.getInstance(ALGORITHM);
      made.init(key);
      return made;
    } catch (NoSuchAlgorithmException | InvalidKeyException e) {
      throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
    }
  }

  /** A text without the key's bytes. */
  @Override
  public String toString() {
    return "key of a journal";
  }
}
