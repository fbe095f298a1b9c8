package org.assay.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.util.List;
import org.assay.cli.internal.terminal.Console;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine.Command;

class VerbsTest {
  private static final Console NOWHERE =
      new Console(InputStream.nullInputStream(), System.out, System.err, false);

  @Test
  void everyVerbIsCalledAsItCallsItself() {
    for (String name : Verbs.NAMES) {
      Command verb = Verbs.named(name, NOWHERE).getClass().getAnnotation(Command.class);
      assertEquals(name, verb.name());
    }
    assertThrows(IllegalArgumentException.class, () -> Verbs.named("adit", NOWHERE));
  }

  @ParameterizedTest
  @CsvSource({
    "epsilon, epsilon",
    "audit x.yaml --debug, audit",
    "--debug --debug walk --help, walk",
    "evaluate epsilon, evaluate",
  })
  void aCommandLineThatBeginsWithAVerbNeedsNoOther(String words, String verb) {
    assertEquals(List.of(verb), Verbs.neededBy(words.split(" ")));
  }

  @ParameterizedTest
  @CsvSource({
    "completion bash",
    "help audit",
    "--help",
    "--version",
    "--debug",
    "adit",
    "--debug completion zsh",
    "@words",
  })
  void whatSpeaksOfOtherVerbsNeedsThemAll(String words) {
    assertEquals(Verbs.NAMES, Verbs.neededBy(words.split(" ")));
  }

  @Test
  void nothingAtAllNeedsThemAll() {
    assertEquals(Verbs.NAMES, Verbs.neededBy());
  }

  @Test
  void helpAndCompletionKnowEveryVerb() {
    String help = Invocation.of("help").out();
    String script = Invocation.of("completion", "bash").out();
    for (String name : Verbs.NAMES) {
      assertTrue(help.contains("\n  " + name + " "), name);
      String function = "function _picocli_assay_" + name.replace("-", "") + "()";
      assertTrue(script.contains(function), name);
    }
    assertTrue(script.contains("function _picocli_assay_help()"), script);
  }

  /** The words after a verb are read alike, whether the other verbs are there or not. */
  @Test
  void aVerbAloneSaysTheSame() {
    for (String name : Verbs.NAMES) {
      assertEquals(Invocation.of("help", name).out(), Invocation.of(name, "--help").out(), name);
      Invocation unknown = Invocation.of(name, "--no-such-option");
      assertEquals(2, unknown.code());
      assertTrue(unknown.err().contains("(see 'assay " + name + " --help')"), unknown.err());
    }
  }
}
