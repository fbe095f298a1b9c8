package org.assay.cli;

import com.code_intelligence.jazzer.junit.DictionaryFile;
import com.code_intelligence.jazzer.junit.FuzzTest;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import org.assay.fuzz.Limits;

/** Every line of a batch is answered by one line of JSON, whatever it holds. */
class BatchFuzzTest {
  private static final FrontDoor DOOR = new FrontDoor(new Limits(60, 16_384));
  private static final ObjectMapper MAPPER = new ObjectMapper();

  @DictionaryFile(resourcePath = "/org/assay/fuzz/batch.dict")
  @FuzzTest
  void answers(byte[] input) throws Exception {
    String answers = DOOR.run(input, "evaluate");
    long asked = new String(input, StandardCharsets.UTF_8).chars().filter(c -> c == '\n').count();
    long answered = answers.lines().count();
    if (answered > asked + 1) {
      throw new AssertionError(answered + " answers to " + asked + " questions");
    }
    for (String answer : answers.split("\n", -1)) {
      if (!answer.isEmpty() && !MAPPER.readTree(answer).has("id")) {
        throw new AssertionError("no answer: " + answer);
      }
    }
  }
}
