package org.assay.verify.external;

import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import org.assay.fuzz.Limits;
import org.assay.verify.external.Program.AnswerReader;

/** Whatever a program answers is an outcome for every run, or a failure with a reason. */
class AnswerFuzzTest {
  private static final Limits LIMITS = new Limits(10, 512);

  /** The first byte says how many runs were asked for. */
  @DictionaryEntries({
    "{\"outputs\":[",
    "]}",
    "{\"error\":\"",
    "\"}",
    "NaN",
    "-Infinity",
    "\"Infinity\"",
    "INF",
    "1e999",
    "-0",
    "null",
    "true",
    "\\u0000",
    "\\ud800"
  })
  @FuzzTest
  void reads(byte[] input) throws Exception {
    if (input.length > 0) {
      LIMITS.run(() -> answered(input));
    }
  }

  private static int answered(byte[] input) throws IOException {
    int runs = input[0] & 0x7f;
    LineReader lines = new LineReader(new ByteArrayInputStream(input, 1, input.length - 1));
    int count = 0;
    try {
      while (true) {
        check(AnswerReader.read(lines.line(), runs), runs);
        count++;
      }
    } catch (EOFException e) {
      return count;
    }
  }

  private static void check(Reply reply, int runs) {
    boolean sound =
        reply instanceof Reply.Answered answered
            ? answered.outcomes().size() == runs
            : reply instanceof Reply.Broken broken && !broken.kind().isEmpty();
    if (!sound) {
      throw new AssertionError(reply + " for " + runs + " runs");
    }
  }
}
