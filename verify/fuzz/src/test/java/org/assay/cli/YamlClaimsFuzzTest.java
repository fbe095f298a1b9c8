package org.assay.cli;

import com.code_intelligence.jazzer.junit.DictionaryFile;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.assay.fuzz.Limits;

/** Claims files in YAML end in verdicts or in one line that says what is wrong. */
class YamlClaimsFuzzTest {
  private static final FrontDoor DOOR = new FrontDoor(new Limits(30, 4096));
  private static final byte[] DATA =
      "0.5,-0.25,1\n-0.5,0.75,0\n0.1,0.2,1\n-0.3,-0.4,0\n0.9,0.1,1\n0.2,-0.8,0\n0.3,0.3,1\n0,1,0\n"
          .getBytes(StandardCharsets.UTF_8);

  @DictionaryFile(resourcePath = "/org/assay/fuzz/claims.dict")
  @FuzzTest
  void reads(byte[] input) throws Exception {
    DOOR.file("data.csv", DATA);
    Path file = DOOR.file("claims.yaml", input);
    if (Harmless.is(file)) {
      DOOR.run(new byte[0], "audit", file.toString(), "--runs", "16", "--threads", "1");
    }
  }
}
