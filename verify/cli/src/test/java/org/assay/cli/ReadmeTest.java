package org.assay.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The Java that the README shows is tested; {@link DocumentedCommandsTest} runs its commands. */
class ReadmeTest {
  private static final Pattern JAVA = Pattern.compile("(?s)```java\\n(.*?)```");
  private static final Pattern SOURCE =
      Pattern.compile("(?s)// README begins\\n(.*?) *// README ends");

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
}
