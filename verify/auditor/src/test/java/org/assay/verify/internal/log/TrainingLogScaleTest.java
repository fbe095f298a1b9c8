package org.assay.verify.internal.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.verify.internal.log.Finding.Outcome;
import org.assay.verify.internal.log.TrainingLog.Declaration;
import org.junit.jupiter.api.Test;

/**
 * Divisors, norms and noise: every check sees the mistake it is for, and nothing in the correct
 * twin. All loops are seeded; a correct one is refuted by chance with probability at most 1e-7, as
 * the error probability of these tests says.
 */
class TrainingLogScaleTest {
  private static final double ERROR = 1e-7;
  private static final String EVENT = "200 x poisson(64/2000, gaussian(1.1))";

  private static List<Finding> findings(
      TrainingLog log, String event, AdjacencyRelation adjacency) {
    return TrainingLogAudit.of(log, DpEvent.parse(event, adjacency), ERROR);
  }

  private static List<Finding> findings(Loop loop) {
    return findings(loop.log(), EVENT, AdjacencyRelation.ADD_OR_REMOVE);
  }

  private static Finding of(String check, List<Finding> findings) {
    return findings.stream().filter(f -> f.check().equals(check)).findFirst().orElseThrow();
  }

  /** A check says no, all others do not, and the words are as they should be. */
  private static void refutes(String check, String words, List<Finding> findings) {
    for (Finding finding : findings) {
      boolean refuted = finding.outcome() == Outcome.DOES_NOT_MATCH;
      assertEquals(finding.check().equals(check), refuted, finding::toString);
    }
    assertTrue(of(check, findings).words().contains(words), () -> of(check, findings).words());
    assertEquals(Outcome.DOES_NOT_MATCH, TrainingLogAudit.together(findings));
  }

  private static void isOpen(String check, String words, List<Finding> findings) {
    Finding open = of(check, findings);
    assertEquals(Outcome.CANNOT_TELL, open.outcome(), open::toString);
    assertTrue(open.words().contains(words), open::words);
  }

  private static void matches(List<Finding> findings) {
    findings.forEach(f -> assertEquals(Outcome.MATCHES, f.outcome(), f::toString));
    assertEquals(Outcome.MATCHES, TrainingLogAudit.together(findings));
  }

  private static Loop loop() {
    return new Loop(2000, 64, 1);
  }

  @Test
  void theActualSizeAsDivisor() {
    refutes("divisor", "always the size of the batch", findings(loop().divideBySize().run(200)));
    isOpen("divisor", "public schedule", findings(loop().run(100).divisor(32).run(100)));
  }

  @Test
  void aDivisorComputedFromTheRecords() {
    isOpen("divisor", "63 of 1999", findings(loop().withoutDeclaredDivisor().run(200)));
    // The whole part of 2000 times 1/31 is that of 1999/31 and of 2001/31.
    String event = EVENT.replace("64/2000", "1/31");
    Loop loop = new Loop(2000, 2000 / 31.0, 1).withoutDeclaredDivisor().divisor(64).run(200);
    matches(findings(loop.log(), event, AdjacencyRelation.ADD_OR_REMOVE));
    Loop itself = new Loop(2000, 2000 / 31.0, 1).withoutDeclaredDivisor().run(200);
    isOpen(
        "divisor",
        "64.4839 of 1999",
        findings(itself.log(), event, AdjacencyRelation.ADD_OR_REMOVE));
    matches(findings(loop().withoutDeclaredDivisor().divisor(60).run(200)));
  }

  @Test
  void normsAfterClipping() {
    refutes(
        "clipping",
        "has a norm of 1.01 after clipping to 1",
        findings(loop().largestNorm(1.01).run(200)));
    refutes(
        "clipping",
        "has a norm of infinite",
        findings(loop().largestNorm(Double.POSITIVE_INFINITY).run(200)));
    matches(findings(loop().largestNorm(1.00005).run(200)));
  }

  @Test
  void microbatchesClippedAsAWhole() {
    Loop loop = loop().run(199);
    refutes(
        "clipping",
        "one norm for each of 4 microbatches",
        findings(loop.add(loop.step().microbatches(4).norms(1, 1, 1, 0.5))));
    Loop silent = loop().run(199);
    isOpen(
        "clipping",
        "each part may have been clipped as a whole",
        findings(silent.add(silent.step().microbatches(4))));
  }

  @Test
  void aClippingNormThatIsLearned() {
    Loop loop = loop().run(199);
    TrainingLog log = loop.add(loop.step().clipNorm(0.9).largestNorm(0.9)).log();
    refutes(
        "clipping",
        "step 200 (line 201) clips to 0.9",
        findings(log, EVENT, AdjacencyRelation.ADD_OR_REMOVE));
    String adaptive = "200 x poisson(64/2000, gaussian(1.1) then gaussian(20, sensitivity=0.5))";
    Finding clipping = of("clipping", findings(log, adaptive, AdjacencyRelation.ADD_OR_REMOVE));
    assertEquals(Outcome.MATCHES, clipping.outcome(), clipping::toString);
  }

  @Test
  void tooLittleNoise() {
    refutes(
        "noise scale", "times the standard deviation", findings(loop().noise(0.9 * 1.1).run(200)));
    Finding more = of("noise scale", findings(loop().noise(2.2).run(200)));
    assertEquals(Outcome.MATCHES, more.outcome());
    assertTrue(more.words().contains("more than needed"), more::words);
    refutes(
        "noise scale", "declares noise multiplier 1, and", findings(loop().multiplier(1).run(200)));
  }

  @Test
  void noiseThatIsMissingInSomeSteps() {
    Loop loop = loop().run(150).noise(0.3).run(5).noise(1.1).run(45);
    refutes("noise scale", "times the standard deviation", findings(loop));
  }

  @Test
  void noiseOfTheMeanOnTheSum() {
    Loop loop = loop().noise(1.1 / 64).run(199);
    refutes("noise scale", "times the standard deviation", findings(loop.add(loop.step())));
    Loop scaled = loop().noise(1.1 / 64);
    for (int i = 0; i < 200; i++) {
      scaled.add(scaled.step().noiseScale(1.1 / 64));
    }
    matches(findings(scaled));
    Loop wrong = loop().noise(1);
    for (int i = 0; i < 200; i++) {
      wrong.add(wrong.step().noiseScale(1));
    }
    refutes("noise scale", "noise_scale 1: the event needs 1.1 on the sum", findings(wrong));
  }

  @Test
  void noiseUnderReplaceOneIsTwiceAsLarge() {
    String event = "20 x gaussian(1.1)";
    Loop loop = new Loop(100, 100, 3).values(100).batches(l -> l.choice(100)).run(20);
    refutes(
        "noise scale",
        "the event needs 2.2 clipping norms",
        findings(loop.log(), event, AdjacencyRelation.REPLACE_ONE));
    Loop twice =
        new Loop(100, 100, 3).values(100).noise(2.2).multiplier(2.2).batches(l -> l.choice(100));
    matches(findings(twice.run(20).log(), event, AdjacencyRelation.REPLACE_ONE));
  }

  @Test
  void theSameNoiseTwice() {
    Loop loop = loop().run(100);
    double[] noise = {1, -0.5, 0.7, 1.3, 0.2, -0.9, 1.5, -2, 0.1, 0.4};
    loop.add(loop.step().noise(noise)).run(50).add(loop.step().noise(noise)).run(48);
    refutes("fresh noise", "step 152 (line 153) has the noise of step 101", findings(loop));
    Loop none = loop().run(100);
    none.add(none.step().noiseSquares(0, 10)).run(99);
    List<Finding> findings = findings(none);
    assertTrue(of("fresh noise", findings).words().contains("step 101 (line 102) has no noise"));
    isOpen("fresh noise", "too few values", findings(loop().values(1).run(200)));
  }

  @Test
  void shortLogsAreOpen() {
    List<Finding> findings = findings(loop().run(2));
    isOpen("batch sizes", "2 steps are too few", findings);
    isOpen("participation", "2 steps are too few", findings);
    isOpen("noise scale", "values are too few", findings(loop().values(1).run(5)));
    assertEquals(Outcome.CANNOT_TELL, TrainingLogAudit.together(findings));
  }

  @Test
  void whatIsNoListOfStepsIsRefused() {
    for (String event : List.of("laplace(1)", "poisson(0.1, poisson(0.1, gaussian(1)))")) {
      TrainingLog log = loop().run(1).log();
      var refusal =
          assertThrows(
              IllegalArgumentException.class,
              () -> findings(log, event, AdjacencyRelation.ADD_OR_REMOVE));
      assertTrue(
          String.valueOf(refusal.getMessage()).startsWith("the event has "), refusal::toString);
    }
  }

  /** What the first step says alone holds for all others, or is open. */
  @Test
  void whatOnlyTheFirstStepSays() {
    String event = EVENT;
    Loop high = loop().silentAfterTheFirst().run(1).largestNorm(100).run(199);
    refutes("clipping", "step 2 (line 3) has a norm of 100 after clipping to 1", bare(high, event));
    Loop low = loop().silentAfterTheFirst().run(1).noise(1.1e-3);
    for (int i = 1; i < 200; i++) {
      low.add(low.step().noiseScale(1.1e-3));
    }
    refutes("noise scale", "noise_scale 0.0011: the event needs 1.1 on the sum", bare(low, event));
    List<Finding> once = bare(loop().silentAfterTheFirst().run(200), event);
    isOpen("divisor", "only 1 of 200 steps log their divisor, which is 64 there", once);
    assertEquals(Outcome.MATCHES, of("clipping", once).outcome());
    Loop scale = loop().silentAfterTheFirst().noise(1.1 / 64);
    scale.add(scale.step().noiseScale(1.1 / 64)).run(199);
    assertEquals(Outcome.MATCHES, of("noise scale", bare(scale, event)).outcome());
    Loop late = loop().silent();
    late.add(late.step()).add(late.step().clipNorm(1)).run(198);
    isOpen("clipping", "1 of 200 steps come before the first clip_norm", bare(late, event));
    Loop undivided = loop().silent().noise(1.1 / 64);
    for (int i = 0; i < 200; i++) {
      undivided.add(undivided.step().clipNorm(1).noiseScale(1.1 / 64));
    }
    isOpen("noise scale", "200 steps without a divisor", bare(undivided, event));
  }

  private static List<Finding> bare(Loop loop, String event) {
    OptionalDouble none = OptionalDouble.empty();
    Declaration records =
        new Declaration(
            OptionalLong.of(2000), OptionalDouble.empty(), none, none, OptionalLong.empty(), true);
    return findings(loop.log(records), event, AdjacencyRelation.ADD_OR_REMOVE);
  }

  @Test
  void roundedDivisors() {
    // 64.032 rounded up, and 64.512 rounded, are 65; with one record less they are 64.
    Loop up = new Loop(2001, 64.032, 1).withoutDeclaredDivisor().divisor(65).run(200);
    isOpen("divisor", "64 of 2000", findings(up.log(), EVENT, AdjacencyRelation.ADD_OR_REMOVE));
    Loop half = new Loop(2016, 64.512, 1).withoutDeclaredDivisor().divisor(65).run(200);
    isOpen("divisor", "64 of 2015", findings(half.log(), EVENT, AdjacencyRelation.ADD_OR_REMOVE));
    Loop size = new Loop(100, 2, 9).divideBySize().run(200);
    refutes(
        "divisor",
        "always the size of the batch",
        findings(
            size.log(), "200 x poisson(0.02, gaussian(1.1))", AdjacencyRelation.ADD_OR_REMOVE));
  }

  /** Which of several Gaussians a log shows is its own to say. */
  @Test
  void severalGaussiansOnASample() {
    for (String event :
        List.of(
            "200 x poisson(64/2000, gaussian(10) then gaussian(1.1))",
            "200 x poisson(64/2000, gaussian(1.1) then gaussian(10))")) {
      AdjacencyRelation adjacency = AdjacencyRelation.ADD_OR_REMOVE;
      long place = event.contains("gaussian(1.1) then") ? 1 : 2;
      isOpen(
          "noise scale", "which one it shows", findings(loop().run(200).log(), event, adjacency));
      TrainingLog named = loop().gaussian(place).run(200).log();
      assertEquals(Outcome.MATCHES, of("noise scale", findings(named, event, adjacency)).outcome());
      refutes(
          "noise scale",
          "times the standard deviation",
          findings(loop().noise(0.9).run(200).log(), event, adjacency));
      TrainingLog other = loop().gaussian(3 - place).multiplier(10).run(200).log();
      refutes("noise scale", "times the standard", findings(other, event, adjacency));
      TrainingLog none = loop().gaussian(3).run(200).log();
      assertThrows(IllegalArgumentException.class, () -> findings(none, event, adjacency));
    }
  }

  /** One coordinate has no noise, or always the same; or most noise is that of the step before. */
  @Test
  void valuesThatRepeat() {
    double[] last = new double[10];
    for (int mistake = 0; mistake < 4; mistake++) {
      Loop loop = loop();
      for (int i = 0; i < 200; i++) {
        double[] noise = loop.random.doubles(10, 1, 2).toArray();
        noise[3] = mistake == 0 ? 0 : mistake == 1 ? 1.7 : noise[3];
        if (mistake == 2 && i == 100) {
          System.arraycopy(last, 0, noise, 0, 9);
        }
        last = noise;
        loop.add(loop.step().noise(noise));
      }
      Finding fresh = of("fresh noise", findings(loop));
      String words = mistake < 2 ? "coordinate 4 of the noise" : "step 101 (line 102) has 9 of 10";
      boolean refuted = fresh.outcome() == Outcome.DOES_NOT_MATCH;
      assertEquals(mistake < 3, refuted, fresh::toString);
      assertTrue(!refuted || fresh.words().contains(words), fresh::words);
    }
    // Single ties are no mistake where values have few digits.
    Loop coarse = loop().run(100);
    double[] one = {1, -0.5, 0.7, 1.3, 0.2, -0.9, 1.5, -2, 0.1, 0.4};
    double[] other = {1, -0.6, 0.8, 1.4, 0.3, -0.8, 1.6, -2.1, 0.2, 0.5};
    coarse.add(coarse.step().noise(one)).add(coarse.step().noise(other)).run(98);
    assertEquals(Outcome.MATCHES, of("fresh noise", findings(coarse)).outcome());
  }
}
