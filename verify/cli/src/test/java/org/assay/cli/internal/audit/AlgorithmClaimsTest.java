package org.assay.cli.internal.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assay.cli.Invocation;
import org.assay.cli.Project;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Claims about algorithms of the registry. */
class AlgorithmClaimsTest {
  @TempDir private Path directory = Path.of("");

  private Invocation audit(String mechanism) throws IOException {
    return audit(mechanism, "{gaussian: {mu: 1}}");
  }

  private Invocation audit(String mechanism, String guarantee) throws IOException {
    String text =
        Files.readString(Project.file("examples/algorithms.yaml"))
            .replaceAll("(?s)claims:.*", "")
            .replace("data/", Project.file("examples/data") + "/");
    Path file =
        Files.writeString(
            directory.resolve("claims.yaml"),
            text
                + "claims:\n  - name: one\n    mechanism: "
                + mechanism
                + "\n    adjacency: replace-one\n    guarantee: "
                + guarantee
                + "\n"
                + "    dataset: breast-cancer\n    pairs: {canary: {batch: 1}}\n");
    return Invocation.of("audit", file.toString(), "--runs", "50");
  }

  @Test
  void certifiesWhatTheCalibratedAlgorithmSpends() throws IOException {
    Invocation run = audit("{algorithm: phased-sgd, target: {gaussian: {mu: 1}}}");
    assertEquals(0, run.code(), run.err());
    String line = "one: claimed 1.0-GDP under replace-one, certified mu <= 1.0, ";
    assertTrue(run.out().contains(line), run.out());
  }

  @Tag("slow")
  @Test
  void theAccountantProvesWhatAnAlgorithmWasCalibratedTo() throws IOException {
    String approximate = "{approximate: {epsilon: 2, delta: 1e-5}}";
    Invocation run =
        audit("{algorithm: minibatch-noisy-sgd, target: " + approximate + "}", approximate);
    assertEquals(0, run.code(), run.err());
    assertTrue(run.out().contains("certified epsilon at delta 1.0E-5 <= 1.99"), run.out());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{algorithm: phased-sdg, target: {gaussian: {mu: 1}}} | mechanism.algorithm was 'phased-sdg': did you mean 'phased-sgd'?",
        "{algorithm: phased-sgd} | mechanism has no 'target', which is required",
        "{algorithm: phased-sgd, target: {pure: {epsilon: 1}}} | mechanism is refused: target was Pure",
        "{algorithm: phased-sgd, target: {gaussian: {mu: 1}}, radius: -1} | mechanism.radius was -1.0: it must be finite and above 0",
        "{algorithm: phased-sgd, target: {gaussian: {mu: 1}}, schedule: printed} | mechanism.schedule was 'printed': it must be one of calibrated, paper",
      })
  void badInputIsOneLine(String mechanism, String message) throws IOException {
    Invocation bad = audit(mechanism);
    assertEquals(2, bad.code(), bad.out());
    assertEquals(1, bad.err().lines().count(), bad.err());
    assertTrue(bad.err().contains("claims[0]." + message), bad.err());
  }

  /** The one claim that its paper's schedule breaks is refuted; chance errs with 1e-3 at most. */
  @Tag("slow")
  @Test
  void theExampleRefutesThePrintedSchedule() {
    Invocation run = Invocation.of("audit", Project.file("examples/algorithms.yaml").toString());
    assertEquals(1, run.code(), run.err());
    List<String> lines = run.out().lines().filter(line -> !line.startsWith("  ")).toList();
    assertEquals(5, lines.size());
    assertTrue(lines.subList(0, 3).stream().allMatch(line -> line.startsWith("certified")));
    assertTrue(lines.get(3).startsWith("refuted     Snowball-SGD as printed"), run.out());
    assertEquals("1 of 4 claims is false; 3 are certified.", lines.get(4));
  }
}
