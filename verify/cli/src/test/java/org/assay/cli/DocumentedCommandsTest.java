package org.assay.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.assay.cli.documented.Python;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the README and the documents show of the command is what it prints, to the last digit. A
 * block that begins with three backticks and {@code console} shows one command after a dollar sign
 * and then its output; {@code console slow} marks one that takes more than some seconds.
 */
class DocumentedCommandsTest {
  private static final Pattern BLOCK =
      Pattern.compile("(?ms)^```console( slow)?\\n\\$ (.*?)\\n```$");
  private static final Pattern ANY = Pattern.compile("(?m)^ *```(console|shell-session)");
  private static final Pattern NUMBER = Pattern.compile("\\d+\\.\\d+(E-?\\d+)?");
  private static final Pattern ECHO = Pattern.compile("echo '(.*)' \\| \\./assay (.*)");
  private static final Pattern PLAIN = Pattern.compile("\\./assay (.*)");

  /** Files that one command writes and another reads. */
  @TempDir private static Path scratch = Path.of("");

  /** Where elementary functions round as on the machines that the documents are printed on. */
  private static final boolean SAME_ROUNDING =
      List.of("amd64", "x86_64").contains(System.getProperty("os.arch"));

  private static List<Path> documents() throws IOException {
    List<Path> documents = new ArrayList<>(List.of(Project.file("README.md")));
    try (Stream<Path> files = Files.walk(Project.file("docs"))) {
      files.filter(file -> file.toString().endsWith(".md")).sorted().forEach(documents::add);
    }
    return documents;
  }

  private static List<MatchResult> blocks(Path document) throws IOException {
    return BLOCK.matcher(Files.readString(document)).results().toList();
  }

  private static Stream<DynamicTest> tests(boolean slow) throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    for (Path document : documents()) {
      for (MatchResult block : blocks(document)) {
        if (slow == (block.group(1) != null)) {
          // A backslash continues the command on the next line.
          String[] parts = block.group(2).replaceAll("\\\\\\n *", "").split("\\n", 2);
          tests.add(
              DynamicTest.dynamicTest(
                  document.getFileName() + ": " + parts[0], () -> check(parts[0], parts[1])));
        }
      }
    }
    return tests.stream();
  }

  private static void check(String command, String shown) throws IOException, InterruptedException {
    if (command.contains(".py:")) {
      Python.require(scratch);
    }
    assertEquals(comparable(shown.strip()), comparable(run(command).out().strip()), command);
  }

  @TestFactory
  Stream<DynamicTest> quickCommandsPrintWhatIsShown() throws IOException {
    return tests(false);
  }

  @Tag("slow")
  @TestFactory
  Stream<DynamicTest> slowCommandsPrintWhatIsShown() throws IOException {
    return tests(true);
  }

  /** No block is written so that the others overlook it. */
  @Test
  void everyBlockIsCompared() throws IOException {
    int compared = 0;
    for (Path document : documents()) {
      long all = ANY.matcher(Files.readString(document)).results().count();
      assertEquals(all, blocks(document).size(), document::toString);
      compared += blocks(document).size();
    }
    assertTrue(compared >= 9, "only " + compared + " commands were found");
  }

  /** What an audit saw may change with its strategy; verdicts and certified bounds may not. */
  private static String comparable(String text) {
    String certified =
        text.replaceAll(", audited .*", "").replace(Project.file("examples") + "/", "examples/");
    return SAME_ROUNDING
        ? certified
        : NUMBER
            .matcher(certified)
            .replaceAll(
                number -> new BigDecimal(number.group()).round(new MathContext(6)).toString());
  }

  private static Invocation run(String command) {
    Matcher echo = ECHO.matcher(command);
    if (echo.matches()) {
      return Invocation.withInput(echo.group(1), Invocation.words(echo.group(2)));
    }
    Matcher plain = PLAIN.matcher(command);
    assertTrue(plain.matches(), command);
    String words =
        plain
            .group(1)
            .replace("examples/", Project.file("examples") + "/")
            .replace("target/", scratch + "/");
    return Invocation.of(Invocation.words(words));
  }
}
