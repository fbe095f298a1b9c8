package org.assay.notebooks.internal.kernel;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Messages as frames: route, delimiter, signature, header, parent, metadata, content. The signature
 * is the HMAC with SHA-256 of the last four, in hexadecimal digits.
 */
final class MessageCodec {
  private static final byte[] DELIMITER = "<IDS|MSG>".getBytes(US_ASCII);
  private static final String ALGORITHM = "HmacSHA256";
  private static final int SIGNED_FRAMES = 4;
  private static final byte[] NO_METADATA = {'{', '}'};

  private final Optional<SecretKeySpec> key;

  /**
   * Signs with a key.
   *
   * @param key the key; if it is empty, signatures are empty and none is checked
   */
  MessageCodec(String key) {
    this.key =
        key.isEmpty()
            ? Optional.empty()
            : Optional.of(new SecretKeySpec(key.getBytes(UTF_8), ALGORITHM));
  }

  List<byte[]> encode(Message message) {
    List<byte[]> signed =
        List.of(
            Json.write(message.header()),
            Json.write(message.parent()),
            NO_METADATA,
            Json.write(message.content()));
    List<byte[]> frames = new ArrayList<>(message.route());
    frames.add(DELIMITER);
    frames.add(sign(signed));
    frames.addAll(signed);
    return frames;
  }

  /**
   * The message that frames hold.
   *
   * @throws IllegalArgumentException if the frames are no message or the signature is wrong
   */
  Message decode(List<byte[]> frames) {
    int delimiter = 0;
    while (delimiter < frames.size() && !Arrays.equals(frames.get(delimiter), DELIMITER)) {
      delimiter++;
    }
    int first = delimiter + 2;
    if (first + SIGNED_FRAMES > frames.size()) {
      throw new IllegalArgumentException(
          "a message needs a delimiter, a signature and four more frames; there are "
              + frames.size()
              + " frames, and the delimiter is "
              + (delimiter == frames.size() ? "missing" : "number " + (delimiter + 1)));
    }
    List<byte[]> signed = frames.subList(first, first + SIGNED_FRAMES);
    if (!MessageDigest.isEqual(sign(signed), frames.get(delimiter + 1))) {
      throw new IllegalArgumentException("the signature does not belong to the message");
    }
    return new Message(
        frames.subList(0, delimiter),
        Json.readObject(signed.get(0)),
        Json.readObject(signed.get(1)),
        Json.readObject(signed.get(3)));
  }

  private byte[] sign(List<byte[]> frames) {
    if (key.isEmpty()) {
      return new byte[0];
    }
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key.get());
      frames.forEach(mac::update);
      return HexFormat.of().formatHex(mac.doFinal()).getBytes(US_ASCII);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
    }
  }
}
