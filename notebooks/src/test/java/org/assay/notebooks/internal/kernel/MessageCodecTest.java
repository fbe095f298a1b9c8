package org.assay.notebooks.internal.kernel;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MessageCodecTest {
  private static final Message MESSAGE =
      new Message(
          List.of("peer".getBytes(UTF_8)),
          Json.object().put("msg_type", "execute_request").put("msg_id", "1"),
          Json.object(),
          Json.object().put("code", "\"ä\" + 1"));

  @Test
  void theSignatureIsTheHmacOfTheLastFourFrames() {
    // printf '{"a":1}{}{}{"b":2}' | openssl dgst -sha256 -hmac secret
    Message message =
        new Message(List.of(), Json.object().put("a", 1), Json.object(), Json.object().put("b", 2));
    List<byte[]> frames = new MessageCodec("secret").encode(message);
    assertEquals("<IDS|MSG>", new String(frames.get(0), UTF_8));
    assertEquals(
        "9b14d94617bffb278285cea390d9dc17e01ec3188dba313f9548021906557a7b",
        new String(frames.get(1), UTF_8));
  }

  @Test
  void whatIsEncodedIsDecoded() {
    MessageCodec codec = new MessageCodec("key");
    Message decoded = codec.decode(codec.encode(MESSAGE));
    assertArrayEquals(MESSAGE.route().get(0), decoded.route().get(0));
    assertEquals(MESSAGE.header(), decoded.header());
    assertEquals(MESSAGE.parent(), decoded.parent());
    assertEquals(MESSAGE.content(), decoded.content());
    assertEquals("execute_request", decoded.type());
  }

  @Test
  void everyChangeOfASignedFrameIsNoticed() {
    MessageCodec codec = new MessageCodec("key");
    List<byte[]> frames = codec.encode(MESSAGE);
    for (int frame = 2; frame < frames.size(); frame++) {
      List<byte[]> changed = new ArrayList<>(frames);
      byte[] bytes = changed.get(frame).clone();
      bytes[bytes.length - 1] ^= 1;
      changed.set(frame, bytes);
      assertThrows(IllegalArgumentException.class, () -> codec.decode(changed));
    }
  }

  @Test
  void anotherKeyAndNoSignatureAreRefused() {
    List<byte[]> frames = new MessageCodec("key").encode(MESSAGE);
    assertThrows(IllegalArgumentException.class, () -> new MessageCodec("another").decode(frames));
    frames.set(2, new byte[0]);
    assertThrows(IllegalArgumentException.class, () -> new MessageCodec("key").decode(frames));
  }

  @Test
  void anEmptyKeyMeansNoSignature() {
    MessageCodec codec = new MessageCodec("");
    List<byte[]> frames = codec.encode(MESSAGE);
    assertEquals(0, frames.get(2).length);
    assertEquals(MESSAGE.content(), codec.decode(frames).content());
  }

  @Test
  void whatIsNoMessageIsRefusedWithAReason() {
    MessageCodec codec = new MessageCodec("");
    List<byte[]> frames = codec.encode(MESSAGE);
    List<byte[]> cut = frames.subList(0, frames.size() - 1);
    IllegalArgumentException error =
        assertThrows(IllegalArgumentException.class, () -> codec.decode(cut));
    String reason = String.valueOf(error.getMessage());
    assertTrue(reason.contains("the delimiter is number 2"), reason);
    frames.set(3, "[1]".getBytes(UTF_8));
    assertThrows(IllegalArgumentException.class, () -> codec.decode(frames));
  }

  @Test
  void aRouteOfSeveralFramesIsKept() {
    MessageCodec codec = new MessageCodec("k");
    Message message =
        new Message(
            List.of(new byte[] {1}, new byte[] {2, 3}),
            MESSAGE.header(),
            MESSAGE.parent(),
            MESSAGE.content());
    assertEquals(2, codec.decode(codec.encode(message)).route().size());
  }
}
