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
    return step("audit");
  }

  private static JsonNode step(String id) throws IOException {
    JsonNode steps = yaml(ACTION).at("/runs/steps");
    return StreamSupport.stream(steps.spliterator(), false)
        .filter(step -> step.path("id").asText().equals(id))
        .findFirst()
        .orElseThrow();
  }

  private Path executable(String name, String script) throws IOException {
    Path file = Files.writeString(directory.resolve(name), "#!/usr/bin/env bash\n" + script);
    assertTrue(file.toFile().setExecutable(true));
    return file;
  }

  /** Finds the command of the action at a reference, with a stand-in for GitHub's own program. */
  private int find(String reference, String gh) throws IOException, InterruptedException {
    executable("gh", gh);
    ProcessBuilder builder =
        new ProcessBuilder("bash", "-eo", "pipefail", "-c", step("command").path("run").asText())
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("said").toFile());
    builder.environment().merge("PATH", directory.toString(), (old, own) -> own + ":" + old);
    builder.environment().put("SOURCE", "source/assay");
    builder.environment().put("REPOSITORY", "owner/assay");
    builder.environment().put("REF", reference);
    builder.environment().put("RUNNER_TEMP", directory.toString());
    builder.environment().put("GITHUB_OUTPUT", directory.resolve("output").toString());
    Process process = builder.start();
    assertTrue(process.waitFor(30, TimeUnit.SECONDS));
    return process.exitValue();
  }

  /** A stand-in that downloads an archive with these checksums. */
  private static String downloading(String sums) {
    return "set -e; printf '%s\\n' \"$*\" > \"$RUNNER_TEMP/asked\"\n"
        + "mkdir -p \"$RUNNER_TEMP/assay/assay-1.2/bin\"; cd \"$RUNNER_TEMP/assay\"\n"
        + "echo x > assay-1.2/bin/assay; jar cfM assay-1.2.zip assay-1.2; rm -r assay-1.2\n"
        + sums
        + " > SHA256SUMS\n";
  }

  /** Runs the action's script with a command that says how it was called and ends with 3. */
  private Process run(String claims, String arguments) throws IOException, InterruptedException {
    Path stand = executable("stand", "printf '%s\\n' \"$@\"\nexit 3\n");
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
  void aReleaseIsDownloadedAndChecked() throws IOException, InterruptedException {
    String sums = "sha256sum assay-1.2.zip; echo \"$(printf '%064d' 0)  other.zip\"";
    assertEquals(0, find("v1.2", downloading("{ " + sums + "; }")));
    assertEquals(
        "command=" + directory.resolve("assay/assay-1.2/bin/assay") + "\n",
        Files.readString(directory.resolve("output")));
    assertTrue(Files.exists(directory.resolve("assay/assay-1.2/bin/assay")));
    String asked = Files.readString(directory.resolve("asked"));
    assertTrue(asked.startsWith("release download v1.2 --repo owner/assay "), asked);
  }

  @Test
  void aReleaseThatIsNotWhatItsChecksumSaysIsNotUsed() throws IOException, InterruptedException {
    assertEquals(1, find("v1.2", downloading("echo \"$(printf '%064d' 0)  assay-1.2.zip\"")));
    assertFalse(Files.exists(directory.resolve("output")));
    assertFalse(Files.exists(directory.resolve("assay/assay-1.2")));
    assertEquals(1, find("v1.2", downloading("echo nothing")));
  }

  @Test
  void whatIsNoReleaseIsBuilt() throws IOException, InterruptedException {
    assertEquals(0, find("v1.2", "exit 1\n"));
    for (String reference : List.of("", "0123456789abcdef0123456789abcdef01234567", "main")) {
      assertEquals(0, find(reference, "touch \"$RUNNER_TEMP/asked\"\n"));
    }
    assertEquals("command=source/assay\n".repeat(4), Files.readString(directory.resolve("output")));
    assertFalse(Files.exists(directory.resolve("asked")));
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
