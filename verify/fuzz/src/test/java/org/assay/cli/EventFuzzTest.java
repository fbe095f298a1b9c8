package org.assay.cli;

import com.code_intelligence.jazzer.junit.DictionaryFile;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.file.Path;
import org.assay.fuzz.Limits;

/** Event files end in a guarantee or in one line that says what is wrong. */
class EventFuzzTest {
  private static final FrontDoor DOOR = new FrontDoor(new Limits(60, 16_384));

  @DictionaryFile(resourcePath = "/org/assay/fuzz/claims.dict")
  @FuzzTest
  void reads(byte[] input) throws Exception {
    Path file = DOOR.file("event.yaml", input);
    DOOR.run(new byte[0], "epsilon", "--event", file.toString(), "--delta", "1e-6");
  }
}
