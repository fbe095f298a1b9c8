package org.assay.cli.internal.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.random.RandomGenerator;
import org.assay.cli.Invocation;
import org.assay.verify.trial.Mechanism;
import org.assay.verify.trial.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Audits whose runs are made elsewhere; Spark itself is tested where it is. */
class RunnerTest {
  @TempDir private Path directory = Path.of("");

  /** Adds noise to the sum of some numbers. */
  public static final class Noisy implements Mechanism<double[]> {
    @Override
    public Outcome run(double[] data, RandomGenerator random) {
      double sum = random.nextGaussian();
      for (double number : data) {
        sum += number;
      }
      return Outcome.of(Math.rint(8 * sum));
    }
  }

  private String classClaims(String mechanism) throws IOException {
    Files.writeString(directory.resolve("numbers.csv"), "0.5\n1\n0.25\n");
    return Files.writeString(
            directory.resolve("outside.yaml"),
            """
            error_probability: 1e-6
            claims:
              - name: sum
                adjacency: add-remove
                guarantee: {gaussian: {mu: 1}}
                dataset: {csv: numbers.csv}
                pairs: {planted: [1], drawn: {count: 2}}
                budget: {runs: 1000}
                mechanism: {%s}
            """
                .formatted(mechanism))
        .toString();
  }

  private String noisy() throws IOException {
    String classes = Noisy.class.getProtectionDomain().getCodeSource().getLocation().getPath();
    return classClaims("class: " + Noisy.class.getName() + ", classpath: " + classes);
  }

  @Test
  void reportsDoNotDependOnTheRunner() throws IOException {
    String claims = SmallClaims.write(directory, SmallClaims.TEXT).toString();
    for (String file : new String[] {claims, noisy()}) {
      Invocation here = Invocation.of("audit", file, "--json");
      assertEquals(0, here.code(), here.err());
      Invocation there = Invocation.of("audit", file, "--json", "--runner", "copying");
      assertEquals("", there.err());
      assertEquals(here.out(), there.out());
    }
  }

  @Test
  void classesAreRepeatableIfDeclaredSo() throws IOException {
    String claims = noisy();
    Invocation strict = Invocation.of("audit", claims, "--runner", "copying", "--master", "strict");
    assertEquals(2, strict.code());
    assertTrue(strict.err().startsWith("assay: sum: what is not repeatable"), strict.err());
    Invocation declared =
        Invocation.of("audit", claims, "--runner", "copying", "--master", "strict", "--repeatable");
    assertEquals(0, declared.code(), declared.err());
    String builtIn = SmallClaims.write(directory, SmallClaims.TEXT).toString();
    Invocation known = Invocation.of("audit", builtIn, "--runner", "copying", "--master", "strict");
    assertEquals(0, known.code(), known.err());
  }

  @Test
  void programsRunHere() throws IOException {
    String claims =
        classClaims("command: " + ProgramForTests.command("good", "1"))
            .replaceFirst("outside.yaml$", "program.yaml");
    Files.writeString(
        Path.of(claims),
        Files.readString(directory.resolve("outside.yaml"))
            .replace("dataset: {csv: numbers.csv}", "")
            .replaceFirst("pairs: .*", "pairs: {explicit: [{left: 0, right: 1}]}"));
    Invocation audit = Invocation.of("audit", claims, "--runner", "copying");
    assertEquals(2, audit.code(), audit.err());
    assertTrue(audit.err().contains("is a program, and programs run on this"), audit.err());
    assertEquals(1, audit.err().lines().count());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --runner spark                   | set SPARK_HOME to a Spark 4
          --runner sparc                   | did you mean 'spark'?
          --runner elsewhere               | known are local, copying, spark
          --runner copying --master nowhere| nobody is there
          --master local[2]                | it needs --runner spark
          --repeatable                     | needs --runner spark
          """)
  void refusalsAreOneLine(String options, String expected) throws IOException {
    String claims = SmallClaims.write(directory, SmallClaims.TEXT).toString();
    Invocation audit = Invocation.of(("audit " + claims + " " + options).split(" "));
    assertEquals(2, audit.code(), audit.err());
    assertTrue(audit.err().contains(expected), audit.err());
    assertEquals(1, audit.err().lines().count());
    assertEquals("", audit.out());
  }
}
