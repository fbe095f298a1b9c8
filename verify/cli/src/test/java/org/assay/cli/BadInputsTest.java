package org.assay.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What people type by mistake: the exit code, and the words that say what to do. */
class BadInputsTest {
  private static final String HEAD = "error_probability: 0.001\nclaims:\n  - name: x\n";
  private static final String TAIL =
      "    adjacency: add-remove\n    pairs:\n      family: {kind: counts, count: 1}\n";

  /** Files by their name; D stands for their directory. */
  private static final Map<String, String> FILES =
      Map.ofEntries(
          Map.entry("file", ""),
          Map.entry("dir/inside", ""),
          Map.entry("event.yaml", "poisson:\n  sampling_probability: 0.1\n"),
          Map.entry("both.yaml", claim("{command: cat, class: X}", "{pure: {epsilon: 1}}")),
          Map.entry("text.yaml", claim("python3 x.py", "{pure: {epsilon: 1}}")),
          Map.entry("bare.yaml", claim("{command: cat}", "{pure: 1}")),
          Map.entry("pair.yaml", claim("{command: cat}", "{approximate: 1}")),
          Map.entry("logs.yaml", claim("{command: sed -u s/.*/log/}", "{pure: {epsilon: 1}}")),
          Map.entry("where.yaml", range("s = 1", "s")),
          Map.entry("power.yaml", range("s > 0", "2**0.5")),
          Map.entry("open.yaml", range("s > 0", "(1 + s")),
          Map.entry("number.json", "{\"claims\": " + "1".repeat(5000) + "}"),
          Map.entry("key.json", "{\"" + "k".repeat(60_000) + "\": 1}"),
          Map.entry("colon.json", "{\"a\" 1}"));

  @TempDir private static Path directory = Path.of("");

  private static String claim(String mechanism, String guarantee) {
    return HEAD + "    mechanism: " + mechanism + "\n    guarantee: " + guarantee + "\n" + TAIL;
  }

  private static String range(String where, String rho) {
    return HEAD
        + "    adjacency: add-remove\n    event: {gaussian: {noise_multiplier: s}}\n"
        + "    for_all: {s: {from: 1, to: 2}}\n    where: \""
        + where
        + "\"\n    guarantee: {zcdp: {rho: \""
        + rho
        + "\"}}\n";
  }

  @BeforeAll
  static void write() throws IOException {
    for (Map.Entry<String, String> file : FILES.entrySet()) {
      Path path = directory.resolve(file.getKey());
      Files.createDirectories(path.getParent());
      Files.writeString(path, file.getValue());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "curve gaussian(1) --to 2 --adjacency add-remove --report D/file | 4"
            + " | D/file is not a directory one can write to",
        "curve gaussian(1) --to 2 --adjacency add-remove --report D/file/x | 4"
            + " | --report was D/file/x: D/file is not a directory one can write to",
        "ledger --claim A-L4.6 --report /proc/x | 4 | nothing can be written to /proc",
        "calibrate gaussian(?) --epsilon 1 --delta 1e-5 --adjacency add-remove --method renyy | 2"
            + " | '--method': 'renyy' must be one of tightest, exact, renyi; did you mean 'renyi'?",
        "dp-sgd --records 9 --batch-size 3 --epoch 15 --delta 1e-5 | 2"
            + " | Unknown option: '--epoch', did you mean '--epochs'? (see 'assay dp-sgd --help')",
        "epsilon --help-me | 2 | Unknown option: '--help-me', did you mean '--help'?",
        "epsilon gaussian(1) --delta 1e-400 --adjacency add-remove | 2"
            + " | '--delta': '1e-400' is below the smallest double, 4.9E-324",
        "epsilon gaussian(1.1 --delta 1e-5 --adjacency add-remove | 2"
            + " | EVENT, line 1: the bracket that opens here is not closed",
        "epsilon gaussian(?) --delta 1e-5 --adjacency add-remove | 2"
            + " | it must be a number; assay calibrate finds what ? stands for",
        "epsilon --event D/bare.yaml --delta 1e-5 | 2"
            + " | D/bare.yaml, line 1: the file has claims and is no event: assay audit FILE",
        "epsilon --event D/dir --delta 1e-5 | 2 | D/dir: is a directory: name a file in it",
        "audit D/event.yaml | 2"
            + " | D/event.yaml, line 1: the file describes an event and no claims: assay epsilon",
        "audit D/dir | 2 | D/dir: is a directory: name a file in it",
        "audit D/both.yaml | 2"
            + " | D/both.yaml, line 4: claims[0].mechanism has command and class: it must have one",
        "audit D/text.yaml | 2 | line 4: claims[0].mechanism was 'python3 x.py': it must be an"
            + " object: write {command: \"python3 x.py\"}",
        "audit D/bare.yaml | 2 | line 5: claims[0].guarantee.pure was 1: it must be an object, such"
            + " as {epsilon: 1}",
        "audit D/pair.yaml | 2 | it must be an object, such as {epsilon: …, delta: …}",
        "audit D/logs.yaml | 2 | answers belong on standard output, log lines on standard error",
        "audit D/where.yaml | 2 | D/where.yaml, line 7: claims[0].where was 's = 1': at character"
            + " 3: a comparison is written with ==",
        "audit D/power.yaml | 2 | line 8: claims[0].guarantee.zcdp.rho was '2**0.5': at character"
            + " 2: a power is written with ^",
        "audit D/open.yaml | 2 | was '(1 + s': at character 1: the bracket that opens here is not"
            + " closed",
        "audit D/number.json | 2 | D/number.json: is not well-formed JSON: a number has"
            + " 5000 characters, and at most 1000 are read",
        "audit D/key.json | 2 | D/key.json: is not well-formed JSON: a name has",
        "audit D/colon.json | 2 | D/colon.json, line 1: is not well-formed JSON: Unexpected"
            + " character ('1'): was expecting a colon",
        "predict --model D/colon.json --data D/file | 2 | D/colon.json, line 1: is not well-formed",
        "predict --model D/dir --data D/file | 2 | D/dir: is a directory: name a file in it",
        "evaluate D/dir | 2 | D/dir: is a directory: name a file in it (FILE)",
        "train --algorithm noisy-sgd --data D/no.csv --label 9 --mu 1 | 2"
            + " | D/no.csv: there is no such file (--data)",
        "train --algorithm noisy-sgd --data D/file --label 9 --positive 1 --mu 1 --output D/file/x"
            + " | 4 | --output was D/file/x: D/file is not a directory one can write to",
        "ledger --claim E-L99 | 2 | known are E-",
        "walk --sampling poison --records 9 --lipschitz 1 --diameter 1 --step-size 1 --noise 1"
            + " --adjacency add-remove --order 2 --steps 3 | 2 | it must be one of full-batch",
      })
  void areTold(String words, int code, String told) {
    String place = directory.toString();
    String[] arguments =
        Arrays.stream(words.split(" ")).map(word -> in(place, word)).toArray(String[]::new);
    Invocation run = Invocation.of(arguments);
    assertEquals(code, run.code(), run::err);
    assertTrue(run.err().contains(told.replace("D/", place + "/")), run::err);
    assertFalse(run.err().matches("(?s).*(Exception|java\\.|Constraints).*"), run::err);
    assertEquals("", run.out());
  }

  private static String in(String place, String word) {
    return word.startsWith("D/") ? place + word.substring(1) : word;
  }

  /** The nearest claims are those of the paper whose letter was typed. */
  @Test
  void claimsOfOtherPapersAreNotSuggested() {
    String told = Invocation.of("ledger", "--claim", "E-L99").err();
    assertFalse(told.replace("E-L99", "").matches("(?s).*\\b[A-D]-.*"), told);
    assertTrue(Invocation.of("ledger", "--claim", "nothing").err().contains("nearest of"), told);
  }

  /** A line of a batch that is wrong is answered without words of a library. */
  @Test
  void linesOfBatchesAreTold() {
    String line = "{\"fn\":\"gaussian_eps\",\"args\":{\"mu\":" + "1".repeat(2000) + "}}\n";
    Invocation run = Invocation.withInput(line, "evaluate");
    assertEquals(0, run.code());
    assertTrue(run.out().contains("a number has 2000 characters, and at most 1000"), run::out);
  }
}
