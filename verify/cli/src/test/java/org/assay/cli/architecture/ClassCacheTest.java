package org.assay.cli.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The launcher keeps classes only where nobody but the user can put files: started with a Java that
 * writes a word for an archive and says which archive it was given.
 */
@DisabledOnOs(OS.WINDOWS)
class ClassCacheTest {
  private static final Path START =
      SourceTree.file("verify/distribution/src/main/launcher/start.sh");
  private static final String NONE = "no archive";
  private static final String VICTIM = "what the user wrote";

  private static final String JAVA =
      """
      #!/bin/sh
      archive= dump=
      for word; do
        case $word in
          -XX:DumpLoadedClassList=*) echo class >"${word#*=}" ;;
          -XX:SharedArchiveFile=*) archive=${word#*=} ;;
          -Xshare:dump) dump=yes ;;
        esac
      done
      if [ -n "$dump" ]; then echo classes >"$archive"; else echo "${archive:-no archive}"; fi
      """;

  /** Sourced, so that the launcher's process number is known to who plants links. */
  private static final String START_WITH =
      """
      set -eu
      . "$1"
      release=/nonexistent
      cache=$2
      java=$3
      eval "$4"
      start "$cache" "$java" some.jar identity version
      """;

  private static final String PLANTED =
      """
      name=$(class_data_name "$cache" "$java" some.jar identity)
      for end in 1 2 list jsa log\
      """;

  @TempDir private Path directory;
  private Path java;
  private Path victim;
  private Path cache;

  @BeforeEach
  void makeFiles() throws IOException {
    java = Files.writeString(directory.resolve("java"), JAVA);
    allow(java, "rwx------");
    victim = Files.writeString(directory.resolve("victim"), VICTIM);
    cache = directory.resolve("kept/cache");
  }

  private static void allow(Path file, String permissions) throws IOException {
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
  }

  private static Path made(Path path, String permissions) throws IOException {
    Files.createDirectories(path);
    allow(path, permissions);
    return path;
  }

  /** What the command says that the launcher starts. */
  private String start(String before) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder("sh", "-c", START_WITH, "sh", START + "", cache + "", java + "", before)
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), said);
    assertEquals(VICTIM, Files.readString(victim));
    return said.strip();
  }

  private static List<Path> files(Path of) throws IOException {
    try (Stream<Path> found = Files.list(of)) {
      return found.toList();
    }
  }

  @Test
  void oneArchiveIsMadeForTheUserAloneAndUsedAgain() throws Exception {
    String first = start("");
    assertTrue(first.startsWith(cache.toRealPath() + "/classes-"), first);
    assertEquals(first, start(""));
    assertEquals(List.of(Path.of(first)), files(cache.toRealPath()));
    assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(cache)));
  }

  @Test
  void plantedLinksAreNotWrittenThrough() throws Exception {
    made(cache, "rwx------");
    assertNotEquals(NONE, start(PLANTED + "; do ln -s \"" + victim + "\" \"$name.$$.$end\"; done"));
  }

  @Test
  void archiveThatIsLinkIsNotUsed() throws Exception {
    String archive = start("");
    Files.move(Path.of(archive), directory.resolve("moved"));
    Files.createSymbolicLink(Path.of(archive), directory.resolve("moved"));
    assertEquals(NONE, start(""));
    Files.delete(directory.resolve("moved"));
    assertEquals(NONE, start(""));
  }

  @Test
  void archiveThatOthersCanWriteIsNotUsed() throws Exception {
    allow(Path.of(start("")), "rw--w----");
    assertEquals(NONE, start(""));
  }

  @ParameterizedTest
  @ValueSource(strings = {"rwx-w----", "rwx----w-", "rwxrwxrwx"})
  void directoryThatOthersCanWriteIsNotUsed(String permissions) throws Exception {
    made(cache, permissions);
    assertEquals(NONE, start(""));
    assertEquals(List.of(), files(cache));
    String archive = archiveOf("rwx------");
    allow(cache, permissions);
    assertEquals(NONE, start(""), archive);
  }

  private String archiveOf(String permissions) throws Exception {
    allow(cache, permissions);
    return start("");
  }

  /** Who can rename the directory can put another in its place. */
  @Test
  void parentThatOthersCanWriteIsNotUsedUnlessItsEntriesStay() throws Exception {
    made(cache, "rwx------");
    allow(parent(), "rwxr-xrwx");
    assertEquals(NONE, start(""));
    allow(parent(), "rwxrwxr-x");
    assertEquals(NONE, start(""));
    assertEquals(List.of(), files(cache));
    Files.delete(cache);
    assertEquals(NONE, start(""));
    assertEquals(List.of(), files(parent()));
    assertNotEquals(NONE, start("chmod 1777 \"${cache%/*}\""));
    assertEquals(NONE, start("chmod 1777 \"$cache\""));
  }

  /** A link that leads elsewhere is no way to have files made there. */
  @Test
  void linkLeadsToDirectoryThatIsJudgedItself() throws Exception {
    Path open = made(directory.resolve("open"), "rwxrwxrwx");
    made(parent(), "rwx------");
    Files.createSymbolicLink(cache, open);
    assertEquals(NONE, start(""));
    assertEquals(List.of(), files(open));
    allow(open, "rwx------");
    assertTrue(start("").startsWith(open.toRealPath() + "/classes-"));
    Files.delete(cache);
    Files.createSymbolicLink(cache, directory.resolve("missing"));
    assertEquals(NONE, start(""));
    assertTrue(Files.notExists(directory.resolve("missing")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"cache", "parent", "archive"})
  void whatBelongsToSomebodyElseIsNotUsed(String what) throws Exception {
    Path archive = Path.of(start(""));
    Path given = what.equals("cache") ? cache : what.equals("parent") ? parent() : archive;
    assumeTrue(isGivenAway(given), "only root can give files away");
    assertEquals(NONE, start(""));
    if (!what.equals("archive")) {
      Files.delete(archive);
      assertEquals(NONE, start(""));
      assertEquals(List.of(), files(cache));
    }
  }

  private Path parent() {
    return Objects.requireNonNull(cache.getParent());
  }

  private static boolean isGivenAway(Path file) {
    try {
      Files.setAttribute(file, "unix:uid", 65_534);
      return true;
    } catch (IOException | UnsupportedOperationException refused) {
      return false;
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a:b"})
  void withoutNameOrWithColonNothingIsKept(String name) throws Exception {
    cache = name.isEmpty() ? Path.of("") : directory.resolve(name);
    assertEquals(NONE, start(""));
    assertTrue(Files.notExists(directory.resolve("a:b")));
  }
}
