package org.assay.notebooks.internal.kernel;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.assay.notebooks.internal.kernel.StandardStreams.TextStream;
import org.junit.jupiter.api.Test;

class TextStreamTest {
  private final List<String> received = new ArrayList<>();
  private final TextStream stream = new TextStream(received::add);

  @Test
  void aCharacterThatArrivesInTwoPiecesStaysWhole() {
    byte[] bytes = "a€".getBytes(UTF_8);
    stream.write(bytes, 0, 2);
    stream.handOn();
    stream.write(bytes, 2, bytes.length - 2);
    stream.handOn();
    assertEquals(List.of("a", "€"), received);
  }

  @Test
  void longTextArrivesInOrder() {
    String text = "0123456789äöü".repeat(5_000);
    byte[] bytes = text.getBytes(UTF_8);
    stream.write(bytes, 0, bytes.length);
    stream.handOn();
    assertEquals(text, String.join("", received));
  }

  @Test
  void nothingIsHandedOnWhenNothingWasPrinted() {
    stream.handOn();
    assertEquals(List.of(), received);
  }
}
