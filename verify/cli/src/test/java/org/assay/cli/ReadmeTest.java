package org.assay.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What the README shows is what happens. */
class ReadmeTest {
  private static final Pattern CONSOLE = Pattern.compile("(?s)```console\\n(.*?)```");
  private static final Pattern JAVA = Pattern.compile("(?s)```java\\n(.*?)```");
  private static final Pattern SOURCE =
      Pattern.compile("(?s)// README begins\\n(.*?) *// README ends");
  private static final Pattern NUMBER = Pattern.compile("\\d+\\.\\d+(E-?\\d+)?");
  private static final Pattern ECHO = Pattern.compile("\\$ echo '(.*)' \\| \\./assay (.*)");
  private static final Pattern PLAIN = Pattern.compile("\\$ \\./assay (.*)");

  private static String readme() throws IOException {
    return Files.readString(Project.file("README.md"));
  }

  @Test
  void theLibraryExampleIsTestedCode() throws IOException {
    Matcher shown = JAVA.matcher(readme());
    assertTrue(shown.find(), "the README has no Java example");
    Matcher tested =
        SOURCE.matcher(
            Files.readString(
                Project.file("verify/cli/src/test/java/org/assay/cli/LibraryExampleTest.java")));
    assertTrue(tested.find(), "the test has no marked code");
    assertEquals(tested.group(1).replaceAll("(?m)^ {4}", "").strip(), shown.group(1).strip());
  }

  @Test
  void commandsPrintWhatIsShown() throws IOException {
    List<String> shown = CONSOLE.matcher(readme()).results().map(block -> block.group(1)).toList();
    assertEquals(8, shown.size());
    for (String block : shown) {
      // A backslash continues the command on the next line.
      List<String> lines = new ArrayList<>(List.of(block.replaceAll("\\\\\\n *", "").split("\\n")));
      String command = lines.remove(0);
      assertEquals(
          withoutFindings(String.join("\n", lines)),
          withoutFindings(run(command).out().strip()),
          command);
    }
  }

  /**
   * What an audit saw may change with its strategy; verdicts and certified bounds may not. Numbers
   * are compared to six digits: the ends of an enclosure may move within its width.
   */
  private static String withoutFindings(String text) {
    return NUMBER
        .matcher(text.replaceAll(", audited .*", ""))
        .replaceAll(number -> new BigDecimal(number.group()).round(new MathContext(6)).toString());
  }

  private static Invocation run(String command) {
    Matcher echo = ECHO.matcher(command);
    if (echo.matches()) {
      return Invocation.withInput(echo.group(1), echo.group(2).split(" +"));
    }
    Matcher plain = PLAIN.matcher(command);
    assertTrue(plain.matches(), command);
    String words = plain.group(1).replace("examples/", Project.file("examples") + "/");
    return Invocation.of(words.split(" +"));
  }
}
