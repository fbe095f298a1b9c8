package org.assay.notebooks.internal.kernel;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class MessageCodecProperties {
  @Property(seed = "8")
  void garbageNeverThrowsAnythingElse(@ForAll List<byte[]> frames) {
    List<byte[]> delimited = new ArrayList<>(frames);
    delimited.add(0, "<IDS|MSG>".getBytes(UTF_8));
    for (List<byte[]> attempt : List.of(frames, delimited)) {
      assertThrows(IllegalArgumentException.class, () -> new MessageCodec("").decode(attempt));
    }
  }
}
