package org.assay.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.assay.accountant.privacy.ContradictionException;
import org.assay.cli.internal.command.NumberOption;
import org.assay.cli.internal.terminal.Console;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

class CommandLineTest {
  private static final Console NOWHERE =
      new Console(
          InputStream.nullInputStream(),
          new PrintStream(OutputStream.nullOutputStream()),
          new PrintStream(OutputStream.nullOutputStream()),
          false);

  @Test
  void aloneItPrintsAHelpWithThreeExamples() {
    Invocation alone = Invocation.of();
    assertEquals(0, alone.code());
    assertEquals("", alone.err());
    assertEquals(alone.out(), Invocation.of("--help").out());
    for (String example : new String[] {"assay audit ", "assay epsilon ", "assay evaluate"}) {
      assertTrue(alone.out().contains(example), alone.out());
    }
    assertTrue(alone.out().lines().allMatch(line -> line.length() <= 100), alone.out());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "epsilon",
        "delta",
        "calibrate",
        "curve",
        "matrix",
        "dp-sgd",
        "walk",
        "evaluate",
        "audit",
        "canaries",
        "training-log"
      })
  void everyVerbHasHelp(String verb) {
    Invocation help = Invocation.of(verb, "--help");
    assertEquals(0, help.code());
    assertTrue(help.out().contains("Examples:"), help.out());
    assertTrue(help.out().contains("  assay " + verb + " "), help.out());
    assertTrue(help.out().contains("Usage: assay " + verb), help.out());
    assertEquals("", help.err());
  }

  static List<String> verbs() {
    return Verbs.NAMES;
  }

  /** Examples come first, everything else fits below them on one screen. */
  @ParameterizedTest
  @MethodSource("verbs")
  void helpFitsAScreen(String verb) {
    Invocation help = Invocation.of(verb, "--help");
    List<String> lines = help.out().lines().toList();
    assertTrue(lines.size() <= 45, verb + " has " + lines.size() + " lines");
    assertTrue(lines.stream().allMatch(line -> line.length() <= 100), help.out());
    assertEquals(List.of("", "Examples:"), lines.subList(1, 3));
    assertTrue(lines.contains("Options:") || lines.contains("Output:") || verb.length() > 9, verb);
    assertEquals(help.out(), Invocation.of("help", verb).out());
  }

  /** The page of the manual has every option, and all examples of the screen and more. */
  @ParameterizedTest
  @MethodSource("verbs")
  void theManualHasEveryOption(String verb) {
    String page = Invocation.of("help", verb, "--all").out();
    CommandSpec spec = new CommandLine(Verbs.named(verb, NOWHERE)).getCommandSpec();
    for (OptionSpec option : spec.options()) {
      assertTrue(page.contains(option.longestName()), verb + " " + option.longestName());
    }
    for (String line : spec.usageMessage().footer()) {
      assertTrue(line.length() <= 100, line);
      assertTrue(page.contains(line + System.lineSeparator()), () -> line + " in " + page);
    }
    assertTrue(page.indexOf("Examples:") < page.indexOf("Usage:"), page);
    assertTrue(Invocation.of("help", "--all").out().contains(page));
  }

  /** Examples can be pasted: quotation marks are closed, and what they run is known. */
  @ParameterizedTest
  @MethodSource("verbs")
  void examplesAreCommands(String verb) {
    List<String> examples = examples(verb);
    assertFalse(examples.isEmpty());
    for (String example : examples) {
      assertEquals(0, example.chars().filter(c -> c == '\'').count() % 2, example);
      assertFalse(example.contains("\\"), example);
      String command = example.substring(example.indexOf("assay " + verb));
      List<String> words = new ArrayList<>();
      for (String word : Invocation.words(command.replaceFirst("assay ", ""))) {
        if (word.matches("[>#|)].*")) {
          break;
        }
        words.add(word.replaceFirst("\\)$", ""));
      }
      // Read by the same rules as the command reads it, but not run.
      CommandLine line = new CommandLine(Verbs.named(verb, NOWHERE));
      NumberOption.register(line);
      line.parseArgs(words.subList(1, words.size()).toArray(String[]::new));
    }
  }

  @Test
  void batchesOfTheHelpAreAnswered() {
    for (String example : examples("evaluate")) {
      if (example.startsWith("echo")) {
        String question = example.substring(example.indexOf('\'') + 1, example.lastIndexOf('\''));
        Invocation run = Invocation.withInput(question + "\n", "evaluate");
        assertEquals(0, run.code(), run::err);
        assertFalse(run.out().contains("error"), run::out);
      }
    }
  }

  @Test
  void helpOfNoVerbNamesTheNearest() {
    Invocation refused = Invocation.of("help", "epsilom");
    assertEquals(2, refused.code());
    assertTrue(refused.err().contains("did you mean 'epsilon'?"), refused::err);
    assertTrue(Invocation.of("help").out().contains("Verbs:"));
  }

  private static List<String> examples(String verb) {
    String help = Invocation.of("help", verb, "--all").out();
    int start = help.indexOf("Examples:\n") + "Examples:\n".length();
    return help.substring(start, help.indexOf("\n\n", start))
        .replaceAll("\\\\\n *", "")
        .lines()
        .map(String::strip)
        .toList();
  }

  @Tag("slow")
  @ParameterizedTest
  @ValueSource(strings = {"epsilon", "delta", "calibrate", "curve"})
  void examplesOfPricesRun(String verb, @TempDir Path directory) {
    for (String example : examples(verb)) {
      String line =
          example
              .replaceFirst("assay ", "")
              .replace("examples/", Project.file("examples") + "/")
              .replace("target/", directory + "/");
      Invocation run = Invocation.of(Invocation.words(line));
      assertEquals(0, run.code(), () -> example + ": " + run.err());
    }
  }

  @Test
  void wholeNumbersAreWrittenAsOtherNumbersAre() {
    String words = "curve gaussian(1) --to 1 --adjacency add-remove --points ";
    Invocation plain = Invocation.of((words + "10").split(" "));
    assertEquals(0, plain.code(), plain.err());
    assertEquals(plain.out(), Invocation.of((words + "1e1").split(" ")).out());
    for (String bad : new String[] {"1e30", "1.5", "1e999999999", "NaN"}) {
      Invocation refused = Invocation.of("audit", "x.yaml", "--runs", bad);
      assertEquals(2, refused.code());
      assertTrue(refused.err().startsWith("assay: Invalid value for option '--runs': '" + bad));
    }
  }

  @Test
  void numbersMayBeFractions() {
    String words = "epsilon gaussian(10) --adjacency add-remove --delta ";
    Invocation plain = Invocation.of((words + "0.00025").split(" "));
    assertEquals(0, plain.code(), plain.err());
    for (String same : new String[] {"2.5e-4", "1/4000", "2.5/1e4"}) {
      assertEquals(plain.out(), Invocation.of((words + same).split(" ")).out());
    }
    assertEquals(plain.out(), Invocation.of((words + "1/2/2000").split(" ")).out());
    String small = "is below the smallest double";
    for (String bad :
        List.of(
            "1/0 divides by 0",
            "1/ is not a number: at character 3 the text ends",
            "/ is not a number",
            "a is not a number",
            "1/NaN is not a number: at character 3 'NaN' stands where a number must stand",
            "2**-3 is not a number: at character 2 a power is written with ^",
            "(1+2 is not a number",
            "1e-400 " + small,
            "1/9^400 " + small,
            "1e400 is above the largest double")) {
      String[] parts = bad.split(" ", 2);
      Invocation refused = Invocation.of((words + parts[0]).split(" "));
      assertEquals(2, refused.code());
      String rule = "assay: Invalid value for option '--delta': '" + parts[0] + "' " + parts[1];
      assertTrue(refused.err().startsWith(rule), refused.err());
    }
  }

  @Test
  void longListsOfWordsAreNotDumped() {
    String told = Invocation.of("ledger", "--claim", "nothing").err();
    assertTrue(told.startsWith("assay: --claim was 'nothing': nearest of the "), told);
    assertTrue(told.length() < 150, told);
  }

  @Test
  void hasAVersion() {
    assertTrue(Invocation.of("--version").out().startsWith("assay "));
    assertTrue(Invocation.of("audit", "--version").out().startsWith("assay "));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "adit | Unmatched argument at index 0: 'adit', did you mean 'audit'?",
        "audit | there is nothing to audit: name a claims file, or FILE.py:FUNCTION or --command"
            + " with --claim,",
        "audit x.yaml --sede 3 | Unknown option: '--sede', did you mean '--seed'?",
        "audit x.yaml --seed pi | Invalid value for option '--seed': 'pi' is not a number",
        "audit x.yaml --runs 0 | --runs was 0: it must be at least 1",
        "audit x.yaml --threads 0 | --threads was 0: it must be at least 1",
        "audit no-such.yaml | no-such.yaml: there is no such file",
        "evaluate no-such.jsonl | no-such.jsonl: there is no such file (FILE)",
        "evaluate --digits 0 | --digits was 0: it must be from 1 to 1000",
        "evaluate --digits many | Invalid value for option '--digits': 'many' is not a number",
        "evaluate --dgits 30 | Unknown option: '--dgits', did you mean '--digits'?",
        "epsilon gaussian(1) | Missing required option: '--delta=D'",
        "curve gaussian(1) --fpr 0.1,, | Invalid value for option '--fpr': '0.1,,' has an empty"
            + " item",
        "curve gaussian(1) --fpr , | Invalid value for option '--fpr': ',' has an empty item",
        "ledger --claim a,, | Invalid value for option '--claim': 'a,,' has an empty item",
        "ledger --claim a,,b | Invalid value for option '--claim': 'a,,b' has an empty item",
        "audit x.yaml y.yaml | Unmatched argument at index 2: 'y.yaml', put what belongs together",
      })
  void badUsageIsOneLine(String words, String message) {
    Invocation bad = Invocation.of(words.split(" "));
    assertEquals(2, bad.code());
    assertEquals("", bad.out());
    assertEquals(1, bad.err().lines().count(), bad.err());
    assertTrue(bad.err().startsWith("assay: " + message), bad.err());
  }

  @Test
  void anInternalFailureIsOneLineUnlessDebugged() throws IOException {
    InputStream broken = InputStream.nullInputStream();
    broken.close();
    Invocation failed = Invocation.with(broken, "evaluate");
    assertEquals(4, failed.code());
    assertEquals(
        "assay: internal failure: java.io.IOException: Stream closed; run again with --debug for"
            + " the stack trace\n",
        failed.err().replace(System.lineSeparator(), "\n"));
    Invocation debugged = Invocation.with(broken, "evaluate", "--debug");
    assertEquals(4, debugged.code());
    assertTrue(debugged.err().contains("\tat "), debugged.err());
    assertTrue(Invocation.with(broken, "--debug", "evaluate").err().contains("\tat "));
  }

  @Test
  void evaluateReadsStandardInput() {
    String line = "{\"id\":\"é\",\"fn\":\"gaussian_rdp\",\"args\":{\"sigma\":2,\"alpha\":4}}";
    Invocation answer = Invocation.withInput(line, "evaluate");
    assertEquals(0, answer.code());
    assertEquals(
        "{\"id\":\"é\",\"fn\":\"gaussian_rdp\",\"lower\":\"0.5\",\"upper\":\"0.5\"}\n",
        answer.out());
    assertEquals(answer, Invocation.withInput(line, "evaluate", "-"));
  }

  @Test
  void aBatchWithABadLineStillEndsWell() {
    Invocation answer = Invocation.withInput("oops", "evaluate");
    assertEquals(0, answer.code());
    assertFalse(answer.out().isEmpty());
    assertEquals("", answer.err());
  }

  @Test
  void outputDoesNotDependOnTheLocale() {
    Locale before = Locale.getDefault();
    String[] words = {"epsilon", "gaussian(1.5)", "--delta", "1e-5", "--adjacency", "replace-one"};
    Invocation here = Invocation.of(words);
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
      assertEquals(here, Invocation.of(words));
      Locale.setDefault(Locale.GERMANY);
      assertEquals(here, Invocation.of(words));
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void contradictionsSayThatTheyAreDefects() {
    String words = Failures.inWords(new ContradictionException("1 is below 2", "these settings"));
    assertTrue(words.startsWith("1 is below 2: one of them is wrong, which is a defect"), words);
    assertTrue(Failures.inWords(new IllegalStateException("x")).startsWith("internal failure: "));
  }
}
