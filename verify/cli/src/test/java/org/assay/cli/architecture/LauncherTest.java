package org.assay.cli.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The launcher builds anew when any module changed that its command is made of. */
class LauncherTest {
  private static final Pattern WATCHED = Pattern.compile("for module in ([^;]+); do");
  private static final Pattern ARTIFACT = Pattern.compile("<artifactId>assay-(\\w+)</artifactId>");
  private static final Pattern FLOOR = Pattern.compile("<module>(\\w+)</module>");

  @Test
  void everyModuleOfTheCommandIsWatched() {
    Matcher loop = WATCHED.matcher(SourceTree.read(SourceTree.file("assay")));
    assertTrue(loop.find());
    List<String> watched = List.of(loop.group(1).split(" ", -1));
    TreeSet<String> modules =
        ARTIFACT
            .matcher(SourceTree.read(SourceTree.file("verify/cli/pom.xml")))
            .results()
            .map((MatchResult found) -> directory(found.group(1)))
            .collect(Collectors.toCollection(TreeSet::new));
    modules.remove("verify");
    FLOOR
        .matcher(SourceTree.read(SourceTree.file("accountant/pom.xml")))
        .results()
        .forEach(found -> modules.add("accountant/" + found.group(1)));
    assertTrue(modules.size() > 7, modules::toString);
    assertEquals(modules, new TreeSet<>(watched));
  }

  private static String directory(String artifact) {
    boolean top = SourceTree.file(artifact + "/pom.xml").toFile().isFile();
    return top ? artifact : "verify/" + artifact;
  }
}
