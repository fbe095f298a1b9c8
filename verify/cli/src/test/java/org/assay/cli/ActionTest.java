package org.assay.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The action that others use in their pipelines. */
class ActionTest {
  private static final Path ACTION = Project.file(".github/actions/audit/action.yml");

  @TempDir private Path directory = Path.of("");

  private static JsonNode yaml(Path file) throws IOException {
    return new YAMLMapper().readTree(file.toFile());
  }

  private static JsonNode audit() throws IOException {
    JsonNode steps = yaml(ACTION).at("/runs/steps");
    return StreamSupport.stream(steps.spliterator(), false)
        .filter(step -> step.path("id").asText().equals("audit"))
        .findFirst()
        .orElseThrow();
  }

  /** Runs the action's script with a command that says how it was called and ends with 3. */
  private Process run(String claims, String arguments) throws IOException, InterruptedException {
    Path stand =
        Files.writeString(
            directory.resolve("assay"), "#!/usr/bin/env bash\nprintf '%s\\n' \"$@\"\nexit 3\n");
    assertTrue(stand.toFile().setExecutable(true));
    ProcessBuilder builder =
        new ProcessBuilder("bash", "-eo", "pipefail", "-c", audit().path("run").asText())
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("said").toFile());
    builder.environment().put("ASSAY", stand.toString());
    builder.environment().put("CLAIMS", claims);
    builder.environment().put("REPORT", "a report");
    builder.environment().put("ARGUMENTS", arguments);
    builder.environment().put("GITHUB_OUTPUT", directory.resolve("output").toString());
    Process process = builder.start();
    assertTrue(process.waitFor(30, TimeUnit.SECONDS));
    return process;
  }

  @Test
  void handsOnArgumentsAndTheExitCode() throws IOException, InterruptedException {
    assertEquals(3, run("my claims.yaml", "--runs 50 --strict").exitValue());
    assertEquals(
        List.of("audit", "my claims.yaml", "--report", "a report", "--runs", "50", "--strict"),
        Files.readAllLines(directory.resolve("said")));
    assertEquals("exit-code=3\n", Files.readString(directory.resolve("output")));
  }

  @Test
  void inputsAreNeverRunAsCommands() throws IOException, InterruptedException {
    Path trap = directory.resolve("trap");
    String command = "$(touch " + trap + ")";
    assertEquals(3, run(command, "`touch " + trap + "`").exitValue());
    assertFalse(Files.exists(trap));
    assertFalse(audit().path("run").asText().contains("${{"));
  }

  @Test
  void everyInputReachesTheScript() throws IOException {
    Set<String> unused = new HashSet<>();
    yaml(ACTION).path("inputs").fieldNames().forEachRemaining(unused::add);
    Matcher used =
        Pattern.compile("\\$\\{\\{ inputs\\.([a-z-]+) }}").matcher(Files.readString(ACTION));
    while (used.find()) {
      unused.remove(used.group(1));
    }
    assertEquals(Set.of(), unused);
  }

  @Test
  void theWorkflowUsesItAsItIs() throws IOException {
    JsonNode steps = yaml(Project.file(".github/workflows/build.yml")).at("/jobs/claims/steps");
    JsonNode own =
        StreamSupport.stream(steps.spliterator(), false)
            .filter(step -> step.path("uses").asText().startsWith("./"))
            .findFirst()
            .orElseThrow();
    assertEquals(
        ACTION.getParent(), Project.file(own.path("uses").asText().substring(2)).normalize());
    own.path("with")
        .fieldNames()
        .forEachRemaining(
            name -> {
              try {
                assertTrue(yaml(ACTION).path("inputs").has(name), name);
              } catch (IOException e) {
                throw new AssertionError(e);
              }
            });
  }
}
