package org.assay.algorithms.noise;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.random.RandomGenerator;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * A cryptographically strong generator: the keystream of AES-256 in counter mode. Distinguishing
 * its bits from uniform ones means breaking AES, and earlier outputs do not reveal later ones.
 *
 * <p>A generator from {@link #secure} is for releases that matter; one from {@link #ofSeed} repeats
 * itself, and protects nothing once its seed is known or guessed. Not safe for use by several
 * threads at once.
 */
public final class KeystreamRandom implements RandomGenerator {
  /** Bytes of a key of AES-256. */
  private static final int KEY_BYTES = 32;

  /** Bytes of a block of AES. */
  private static final int BLOCK_BYTES = 16;

  /** Bytes of keystream that are computed at once. Not tuned. */
  private static final int BUFFER_BYTES = 8192;

  /** Prefix of hashed seeds, which separates them from other uses of the same numbers. */
  private static final byte[] DOMAIN = "assay keystream".getBytes(StandardCharsets.US_ASCII);

  private final Cipher cipher;
  private final byte[] zeros = new byte[BUFFER_BYTES];
  private final byte[] bytes = new byte[BUFFER_BYTES];
  private final ByteBuffer keystream = ByteBuffer.wrap(bytes).position(BUFFER_BYTES);

  private KeystreamRandom(byte[] key) throws GeneralSecurityException {
    if (key.length != KEY_BYTES) {
      throw new InvalidKeyException(
          "the key has " + key.length + " bytes: AES-256 takes " + KEY_BYTES);
    }
    cipher = Cipher.getInstance("AES/CTR/NoPadding");
    IvParameterSpec start = new IvParameterSpec(new byte[BLOCK_BYTES]);
    cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"), start);
  }

  /**
   * A generator with a fresh key of the platform's {@link SecureRandom}.
   *
   * @return the generator
   */
  public static KeystreamRandom secure() {
    byte[] key = new byte[KEY_BYTES];
    new SecureRandom().nextBytes(key);
    return ofKey(key);
  }

  /**
   * The generator of a seed, for runs that have to be repeated: the same numbers on every machine.
   *
   * @param seed any number; the key is its SHA-256 hash
   * @return the generator
   */
  public static KeystreamRandom ofSeed(long seed) {
    ByteBuffer material = ByteBuffer.allocate(DOMAIN.length + Long.BYTES);
    material.put(DOMAIN).putLong(seed);
    try {
      return ofKey(MessageDigest.getInstance("SHA-256").digest(material.array()));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java platform has no SHA-256", e);
    }
  }

  private static KeystreamRandom ofKey(byte[] key) {
    try {
      return new KeystreamRandom(key);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java platform has no AES-256 in counter mode", e);
    }
  }

  @Override
  public long nextLong() {
    if (keystream.remaining() < Long.BYTES) {
      refill();
    }
    return keystream.getLong();
  }

  private void refill() {
    try {
      cipher.update(zeros, 0, BUFFER_BYTES, bytes, 0);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("AES in counter mode failed", e);
    }
    keystream.rewind();
  }

  /** A name without any part of the key. */
  @Override
  public String toString() {
    return "random bits from a secret key";
  }
}
