package org.assay.cli.documented;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.assay.accountant.privacy.Guarantee;
import org.assay.cli.internal.audit.ProgramForTests;
import org.assay.verify.audit.AuditReport;
import org.assay.verify.audit.Auditor;
import org.assay.verify.audit.Verdict;
import org.assay.verify.external.OutsideMechanism;
import org.assay.verify.external.OutsideProgram;
import org.assay.verify.external.Rehearsal;
import org.assay.verify.pairs.NumericPairs;
import org.assay.verify.pairs.PairFamily;
import org.assay.verify.replay.GrayBoxMechanism;
import org.assay.verify.replay.RandomnessCheck;
import org.assay.verify.replay.RandomnessReport;
import org.assay.verify.replay.ReplayCheck;
import org.assay.verify.replay.ReplayReport;
import org.assay.verify.shrink.ListShrinks;
import org.assay.verify.shrink.Shrinker;
import org.assay.verify.shrink.ShrunkWitness;
import org.assay.verify.shrink.Simplifiers;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.ListPairs;
import org.assay.verify.trial.Mechanism;
import org.assay.verify.trial.Outcome;
import org.junit.jupiter.api.Test;

/** The code of the documents about audits, which {@link DocumentedCodeTest} compares with them. */
class DocumentedExamplesTest {
  private static String printed(Runnable main) {
    PrintStream console = System.out;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    try {
      main.run();
    } finally {
      System.setOut(console);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @Test
  void auditing() {
    Guarantee claim = new Guarantee.Gaussian(0.5, ADD_OR_REMOVE);
    Mechanism<List<Double>> mechanism =
        Mechanism.ofScalar((records, random) -> records.size() + random.nextGaussian());
    List<AdjacentPair<List<Double>>> pairs = List.of(ListPairs.addOne(List.of(0.2), 1.0));
    AuditReport report =
        Auditor.of(claim)
            .errorProbability(1e-3)
            .seed(7)
            .maximumRuns(100_000)
            .audit(mechanism, pairs);
    assertEquals(Verdict.REFUTED, report.verdict());
  }

  @Test
  void deterministicChecks() throws InterruptedException {
    GrayBoxMechanism<List<Double>> mean =
        (records, noise) -> {
          double total = 0;
          for (double record : records) {
            total += Double.isNaN(record) ? 0 : Math.max(0, Math.min(1, record));
          }
          double sum = noise.laplace("sum", total, 2, 1);
          double size = noise.laplace("size", records.size(), 2, 1);
          return Outcome.of(sum / Math.max(1, size));
        };

    Guarantee claim = new Guarantee.Pure(1, ADD_OR_REMOVE);
    List<AdjacentPair<List<Double>>> pairs =
        List.of(
            ListPairs.addOne(List.of(), 1.0),
            ListPairs.addOne(List.of(0.5, 0.2), 1e6),
            ListPairs.addOne(List.of(0.5, 0.2), Double.NaN));

    ReplayReport report = ReplayCheck.of(claim).check(mean, pairs);
    if (!report.passed()) {
      throw new AssertionError(report.describe());
    }
    assertRandom(claim, mean, pairs);
  }

  private static void assertRandom(
      Guarantee claim, GrayBoxMechanism<List<Double>> mean, List<AdjacentPair<List<Double>>> pairs)
      throws InterruptedException {
    RandomnessReport random = RandomnessCheck.of(claim).seed(7).check(mean.asMechanism(), pairs);
    assertTrue(random.passed(), random::describe);
  }

  @Test
  void outsideMechanisms() throws InterruptedException {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            ProgramForTests.class.getName(),
            "good",
            "1");

    Guarantee claim = new Guarantee.Pure(0.1, ADD_OR_REMOVE);
    AdjacentPair<JsonNode> pair =
        AdjacentPair.of("0 or 1", IntNode.valueOf(0), IntNode.valueOf(1), ADD_OR_REMOVE);
    OutsideProgram program = OutsideProgram.of(command).withTimeout(Duration.ofSeconds(20));
    program = Rehearsal.of(program, List.of(pair.left(), pair.right()));
    Verdict verdict;
    try (OutsideMechanism mechanism = new OutsideMechanism(program)) {
      verdict = Auditor.of(claim).threads(2).audit(mechanism, List.of(pair)).verdict();
    }
    assertEquals(Verdict.REFUTED, verdict);
  }

  @Test
  void pairs() throws InterruptedException {
    List<Double> readings = List.of(0.2, 0.7, 1.0, 0.4);
    Mechanism<List<Double>> mechanism =
        Mechanism.ofScalar(
            (records, random) ->
                records.stream().mapToDouble(x -> x).sum() + random.nextGaussian());
    Auditor auditor = Auditor.of(new Guarantee.Gaussian(0.5, ADD_OR_REMOVE)).seed(7);
    PairFamily<List<Double>> family = NumericPairs.numbers(readings, ADD_OR_REMOVE).family();
    List<AdjacentPair<List<Double>>> pairs = family.pairs(7, 24); // seed, how many
    AuditReport report = auditor.audit(mechanism, pairs);

    ShrunkWitness<List<Double>> smallest =
        Shrinker.of(
                auditor,
                ListShrinks.<Double>dropping().then(ListShrinks.simplifying(Simplifiers.numbers())))
            .seed(11)
            .shrink(mechanism, pairs, report);
    assertTrue(smallest.pair().left().size() + smallest.pair().right().size() <= 3);
  }

  @Test
  void training() {
    assertTrue(printed(() -> OneRun.main(new String[0])).contains("REFUTED"));
    assertTrue(printed(() -> InRun.main(new String[0])).contains("REFUTED"));
    assertEquals("REFUTED", printed(() -> LastIterates.main(new String[0])).strip());
  }
}
