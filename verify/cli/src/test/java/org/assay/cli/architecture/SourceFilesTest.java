package org.assay.cli.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What holds for every Java file. */
class SourceFilesTest {
  private static final int MAX_LINES = 500;
  private static final Pattern TEST_METHOD =
      Pattern.compile(
          "^\\s*@(Test|ParameterizedTest|RepeatedTest|TestFactory|TestTemplate|Property|Example)\\b",
          Pattern.MULTILINE);
  private static final Pattern DISCOVERED = Pattern.compile("\\w*(Test|Tests|Properties)\\.java");
  private static final Pattern ABSTRACT =
      Pattern.compile("^(public )?(sealed )?(abstract class|interface) ", Pattern.MULTILINE);

  private static final Pattern ASKS_FOR_CLASS =
      Pattern.compile("instanceof\\s+(final\\s+)?(Guarantee\\.\\w+|\\w+Event)\\b");

  @Test
  void classesStayShort() {
    List<String> tooLong =
        javaFiles().stream()
            .filter(file -> SourceTree.read(file).lines().count() >= MAX_LINES)
            .map(SourceTree::name)
            .toList();
    assertEquals(List.of(), tooLong, "files of " + MAX_LINES + " lines or more");
  }

  @Test
  void testsHaveANameThatIsDiscovered() {
    List<String> hidden =
        SourceTree.testFiles().stream()
            .filter(file -> !DISCOVERED.matcher(file.getFileName().toString()).matches())
            .filter(file -> TEST_METHOD.matcher(SourceTree.read(file)).find())
            .filter(file -> !ABSTRACT.matcher(SourceTree.read(file)).find())
            .map(SourceTree::name)
            .toList();
    assertEquals(List.of(), hidden, "tests not named *Test, *Tests or *Properties never run");
  }

  /** A new kind of event or guarantee must not be forgotten where kinds are told apart. */
  @Test
  void eventsAndGuaranteesAreToldApartByVisitors() {
    List<String> asking =
        SourceTree.mainFiles().stream()
            .filter(file -> ASKS_FOR_CLASS.matcher(SourceTree.read(file)).find())
            .map(SourceTree::name)
            .toList();
    assertEquals(List.of(), asking, "instanceof on an event or a guarantee: use a visitor");
  }

  private static List<Path> javaFiles() {
    List<Path> files = SourceTree.allJavaFiles();
    assertFalse(SourceTree.mainFiles().isEmpty(), "no main sources found");
    assertFalse(SourceTree.testFiles().isEmpty(), "no test sources found");
    return files;
  }
}
