package org.assay.cli.internal.help;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assay.cli.Invocation;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompletionCommandTest {
  private static String script(String shell) {
    Invocation invocation = Invocation.of("completion", shell);
    assertEquals(0, invocation.code(), invocation.err());
    return invocation.out();
  }

  private static String run(Path directory, String program, String... words)
      throws IOException, InterruptedException {
    Assumptions.assumeTrue(
        Files.isExecutable(Path.of("/usr/bin", program)), "there is no " + program);
    List<String> command = new java.util.ArrayList<>(List.of(program));
    command.addAll(List.of(words));
    Process process =
        new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true).start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), text);
    return text;
  }

  /** Bash itself says what it would complete. */
  @Test
  void bashCompletesVerbsAndOptions(@TempDir Path directory)
      throws IOException, InterruptedException {
    Files.writeString(directory.resolve("script"), script("bash"));
    String ask =
        "source ./script; compopt() { :; }; COMP_WORDS=(assay audit --checkp); COMP_CWORD=2;"
            + " COMP_LINE='assay audit --checkp'; COMP_POINT=20; _complete_assay; echo"
            + " \"${COMPREPLY[@]}\"; COMP_WORDS=(assay calib); COMP_CWORD=1; COMP_LINE='assay"
            + " calib'; COMP_POINT=11; _complete_assay; echo \"${COMPREPLY[@]}\"";
    assertEquals("--checkpoint\ncalibrate\n", run(directory, "bash", "-c", ask));
  }

  @Test
  void anotherShellIsRefused() {
    Invocation bad = Invocation.of("completion", "fsh");
    assertEquals(2, bad.code());
    assertTrue(bad.err().startsWith("assay: SHELL was 'fsh': "), bad.err());
  }

  @Test
  void helpOfAVerbIsItsHelp() {
    assertEquals(Invocation.of("audit", "--help").out(), Invocation.of("help", "audit").out());
    assertEquals(Invocation.of("--help").out(), Invocation.of("help").out());
    Invocation unknown = Invocation.of("help", "audi");
    assertEquals(2, unknown.code());
  }
}
