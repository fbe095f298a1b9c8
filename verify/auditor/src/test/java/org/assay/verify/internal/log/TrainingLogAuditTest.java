package org.assay.verify.internal.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.verify.internal.log.Finding.Outcome;
import org.assay.verify.internal.log.TrainingLog.Declaration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Every check sees the mistake it is for, and nothing in the correct twin. All loops are seeded; a
 * correct one is refuted by chance with probability at most 1e-7, as the error probability of these
 * tests says.
 */
class TrainingLogAuditTest {
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
  void aCorrectLoopMatches() {
    matches(findings(loop().run(200)));
  }

  @Test
  void errorProbabilitiesAddUp() {
    double sum = findings(loop().run(200)).stream().mapToDouble(Finding::errorProbability).sum();
    assertTrue(sum <= ERROR && sum > 0.98 * ERROR, () -> "sum " + sum);
  }

  @Test
  void moreNoiseAdditionsThanAccounted() {
    refutes("steps", "201 noise additions, where the event has 200", findings(loop().run(201)));
    refutes("steps", "2 lines for each step", findings(loop().run(400)));
    isOpen("steps", "199 of 200", findings(loop().run(199)));
  }

  @Test
  void aLineForEachMicrobatch() {
    Loop loop = loop().run(100);
    loop.add(loop.step().number(100)).run(99);
    refutes("steps", "noise was added to each part", findings(loop));
    Loop gap = loop().run(100);
    gap.add(gap.step().number(105)).run(99);
    isOpen("steps", "the log is not whole", findings(gap));
  }

  @Test
  void constantSizes() {
    Loop loop = loop().withoutMembers().batches(l -> l.choice(64)).run(200);
    refutes("batch sizes", "all sizes are 64, unlike Poisson sampling", findings(loop));
  }

  @Test
  void aWrongRate() {
    Loop loop = loop().withoutMembers().batches(l -> l.coins(0.9 * 64 / 2000)).run(200);
    refutes("batch sizes", "unlike Poisson sampling, whose mean is 64", findings(loop));
  }

  @Test
  void aRateThatChangesLate() {
    Loop loop = loop().withoutMembers().run(150).batches(l -> l.coins(1.5 * 64 / 2000)).run(50);
    refutes("batch sizes", "unlike Poisson sampling", findings(loop));
  }

  /** Two of 100 records on average: one batch of seven is empty. */
  @Test
  void emptyBatchesThatAreDrawnAgain() {
    Loop.Batches full =
        l -> {
          int[] batch = l.coins(0.02);
          while (batch.length == 0) {
            batch = l.coins(0.02);
          }
          return batch;
        };
    String event = "600 x poisson(0.02, gaussian(1.1))";
    AdjacencyRelation adjacency = AdjacencyRelation.ADD_OR_REMOVE;
    matches(findings(new Loop(100, 2, 9).run(600).log(), event, adjacency));
    Loop skipping = new Loop(100, 2, 9).withoutMembers().batches(full).run(600);
    refutes("batch sizes", "unlike Poisson sampling", findings(skipping.log(), event, adjacency));
  }

  @Test
  void declaredSizesContradictTheEvent() {
    Loop loop = loop().run(200);
    Declaration declared =
        new Declaration(
            OptionalLong.of(2000),
            OptionalDouble.of(128),
            OptionalDouble.of(1),
            OptionalDouble.of(1.1),
            OptionalLong.empty(),
            true);
    refutes(
        "batch sizes",
        "declares batches of 128 records on average, and the event has 64",
        findings(loop.log(declared), EVENT, AdjacencyRelation.ADD_OR_REMOVE));
    isOpen(
        "batch sizes",
        "declares no records",
        findings(loop.log(Declaration.NONE), EVENT, AdjacencyRelation.ADD_OR_REMOVE));
  }

  @Test
  void sizesOfTruncatedBatches() {
    String event = "200 x truncated-poisson(0.032, gaussian(1.1), records=2000, largest_batch=70)";
    Loop cut = loop().batches(l -> first(l.coins(0.032), 70)).run(200);
    // The first records are no uniform choice, which only the members could show.
    matches(
        findings(
            loop().batches(l -> l.choice(Math.min(70, l.coins(0.032).length))).run(200).log(),
            event,
            AdjacencyRelation.ADD_OR_REMOVE));
    assertEquals(
        Outcome.MATCHES,
        of("batch sizes", findings(cut.log(), event, AdjacencyRelation.ADD_OR_REMOVE)).outcome());
    refutes(
        "batch sizes",
        "truncated Poisson sampling never has such a size",
        findings(loop().withoutMembers().run(200).log(), event, AdjacencyRelation.ADD_OR_REMOVE));
  }

  private static int[] first(int[] batch, int most) {
    return Arrays.copyOf(batch, Math.min(batch.length, most));
  }

  @Test
  void sizesOfFixedSize() {
    String event = "200 x fixed-size(64, 2000, gaussian(1.1))";
    AdjacencyRelation zeroOut = AdjacencyRelation.ZERO_OUT;
    matches(findings(loop().batches(l -> l.choice(64)).run(200).log(), event, zeroOut));
    Loop shuffled = loop().batches(l -> l.shuffled(64)).run(200);
    refutes("participation", "share too few", findings(shuffled.log(), event, zeroOut));
    Loop poisson = loop().withoutMembers().run(200);
    refutes("batch sizes", "never has such a size", findings(poisson.log(), event, zeroOut));
  }

  @Test
  void drawsWithReplacement() {
    String event = "200 x with-replacement(64, 2000, gaussian(1.1))";
    Loop loop = loop().batches(l -> l.random.ints(64, 0, 2000).toArray()).run(200);
    matches(findings(loop.log(), event, AdjacencyRelation.ZERO_OUT));
    Loop shuffled = loop().batches(l -> l.shuffled(64)).run(200);
    refutes(
        "participation",
        "share too few",
        findings(shuffled.log(), event, AdjacencyRelation.ZERO_OUT));
  }

  @Test
  void allRecordsInEveryStep() {
    String event = "20 x gaussian(1.1)";
    Loop loop = new Loop(100, 100, 3).values(100).batches(l -> l.choice(100)).run(20);
    matches(findings(loop.log(), event, AdjacencyRelation.ZERO_OUT));
    Loop less = new Loop(100, 100, 3).values(100).batches(l -> l.choice(99)).run(20);
    refutes(
        "batch sizes",
        "all sizes are 99, and a step without sampling never has such a size",
        findings(less.log(), event, AdjacencyRelation.ZERO_OUT));
  }

  @Test
  void shuffledEpochsAccountedAsPoisson() {
    Loop loop = loop().batches(l -> l.shuffled((int) Math.round(64 + 8 * l.random.nextGaussian())));
    List<Finding> findings = findings(loop.run(200));
    Finding members = of("participation", findings);
    assertEquals(Outcome.DOES_NOT_MATCH, members.outcome(), members::toString);
    assertTrue(members.words().contains("share too few"), members::words);
  }

  @Test
  void aBatchThatDependsOnTheOneBefore() {
    int[][] kept = {{}};
    Loop loop =
        loop()
            .batches(
                l -> {
                  // A tenth of the batch before stays, and others come by fewer coins.
                  int[] fresh = l.coins(0.032 * 0.9);
                  int[] last = kept[0];
                  int[] both =
                      IntStream.concat(
                              Arrays.stream(fresh),
                              Arrays.stream(last).filter(i -> i % 10 == l.size() % 10))
                          .distinct()
                          .toArray();
                  kept[0] = both;
                  return both;
                });
    Finding members = of("participation", findings(loop.run(200)));
    assertEquals(Outcome.DOES_NOT_MATCH, members.outcome(), members::toString);
  }

  @Test
  void recordsThatAreNeverDrawn() {
    Loop loop =
        loop().batches(l -> Arrays.stream(l.coins(0.064)).map(i -> i / 2).distinct().toArray());
    Finding members = of("participation", findings(loop.run(200)));
    assertEquals(Outcome.DOES_NOT_MATCH, members.outcome(), members::toString);
    assertTrue(members.words().contains("prefer some records"), members::words);
  }

  @Test
  void aRecordTwiceInABatch() {
    Loop loop = loop().run(100);
    Loop.Batches twice =
        l -> {
          int[] batch = l.coins(0.032);
          batch[1] = batch[0];
          return batch;
        };
    loop.batches(twice).run(1).batches(l -> l.coins(0.032)).run(99);
    refutes("participation", "step 101 (line 102) has record r", findings(loop));
    isOpen("participation", "no step logs its members", findings(loop().withoutMembers().run(200)));
  }

  @ParameterizedTest
  @CsvSource({"true", "false"})
  void shuffledBatches(boolean reshuffled) {
    String event =
        "shuffled-batches(25, 1.1, epochs=4" + (reshuffled ? ")" : ", reshuffled=false)");
    Loop fresh = new Loop(1000, 40, 5).batches(l -> l.shuffled(40)).run(100);
    int[][] first = new int[25][];
    Loop fixed =
        new Loop(1000, 40, 5)
            .batches(
                l -> {
                  int at = l.size() % 25;
                  first[at] = l.size() < 25 ? l.shuffled(40) : first[at];
                  return first[at];
                })
            .run(100);
    matches(findings((reshuffled ? fresh : fixed).log(), event, AdjacencyRelation.ZERO_OUT));
    Loop wrong = new Loop(1000, 40, 5).batches(l -> l.choice(40)).run(100);
    refutes(
        "participation", "has record r", findings(wrong.log(), event, AdjacencyRelation.ZERO_OUT));
  }

  @Test
  void randomAllocation() {
    String event = "4 x allocated(25, gaussian(1.1))";
    int[][] drawn = {{}};
    Loop loop =
        new Loop(1000, 40, 6)
            .batches(
                l -> {
                  int at = l.size() % 25;
                  drawn[0] = at == 0 ? l.random.ints(1000, 0, 25).toArray() : drawn[0];
                  return IntStream.range(0, 1000).filter(i -> drawn[0][i] == at).toArray();
                });
    matches(findings(loop.run(100).log(), event, AdjacencyRelation.ADD_OR_REMOVE));
    Loop equal = new Loop(1000, 40, 6).withoutMembers().batches(l -> l.shuffled(40)).run(100);
    refutes(
        "batch sizes",
        "all sizes are 40, unlike random allocation",
        findings(equal.log(), event, AdjacencyRelation.ADD_OR_REMOVE));
    Loop again = new Loop(1000, 40, 6).batches(l -> l.coins(0.04)).run(100);
    Finding members =
        of("participation", findings(again.log(), event, AdjacencyRelation.ADD_OR_REMOVE));
    assertTrue(members.words().contains("in 2 steps, where 1 is due in 25 steps"), members::words);
  }

  @Test
  void participationsOfMatrixMechanisms() {
    String event =
        "matrix-mechanism(square-root, 1.1, steps=100, bands=10, participations=4, separation=25)";
    Loop.Batches cyclic = l -> IntStream.range(0, 40).map(i -> 40 * (l.size() % 25) + i).toArray();
    List<Finding> findings =
        findings(
            new Loop(1000, 40, 7).batches(cyclic).run(100).log(),
            event,
            AdjacencyRelation.ADD_OR_REMOVE);
    assertEquals(Outcome.MATCHES, of("participation", findings).outcome());
    isOpen("noise scale", "matrix mechanism depends", findings);
    isOpen("batch sizes", "fixes no sizes", findings);
    refutes(
        "participation",
        "24 steps after an earlier one, where at least 25 are due",
        findings(
            new Loop(1000, 40, 7)
                .batches(l -> IntStream.range(0, 40).map(i -> 40 * (l.size() % 24) + i).toArray())
                .run(100)
                .log(),
            event,
            AdjacencyRelation.ADD_OR_REMOVE));
    refutes(
        "participation",
        "in 4 steps, where 3 are due in 100 steps",
        findings(
            new Loop(1000, 40, 7).batches(cyclic).run(100).log(),
            event.replace("participations=4", "participations=3"),
            AdjacencyRelation.ADD_OR_REMOVE));
  }

  /** Records of one part come in steps of one round only, whose distance the bands divide. */
  @Test
  void partsOfBandedMatrices() {
    String event = "sampled-banded-matrix(square-root, 1.1, 0.5, steps=40, bands=10)";
    Loop.Batches parts =
        l -> Arrays.stream(l.coins(0.5)).filter(i -> i % 10 == l.size() % 10).toArray();
    Loop loop = new Loop(1000, 50, 8).batches(parts).run(40);
    List<Finding> findings = findings(loop.log(), event, AdjacencyRelation.ADD_OR_REMOVE);
    assertEquals(Outcome.MATCHES, of("participation", findings).outcome());
    refutes(
        "participation",
        "where a multiple of 10 is due",
        findings(
            new Loop(1000, 50, 8).batches(l -> l.coins(0.05)).run(40).log(),
            event,
            AdjacencyRelation.ADD_OR_REMOVE));
  }

  @Test
  void emptyBatchesNeedNoMembers() {
    String event = "600 x poisson(0.02, gaussian(1.1))";
    Loop loop = new Loop(100, 2, 9).silentIfEmpty().run(600);
    matches(findings(loop.log(), event, AdjacencyRelation.ADD_OR_REMOVE));
    String once = "4 x shuffled-batches(2, 1.1)";
    Loop empty = new Loop(10, 5, 1).batches(l -> new int[0]).silentIfEmpty().run(8);
    Finding members = of("participation", findings(empty.log(), once, AdjacencyRelation.ZERO_OUT));
    assertTrue(members.words().contains("10 of 10 records took part less often"), members::words);
  }

  @Test
  void membersInSomeStepsOnly() {
    Loop loop = loop().run(60).membersAreLogged(false).run(140);
    isOpen("participation", "only 60 of 200 steps log their members", findings(loop));
    String event = "100 x poisson(0.032, gaussian(1.1)) then 2 x shuffled-batches(50, 1.1)";
    Loop half = loop().run(100).membersAreLogged(false).batches(l -> l.shuffled(40)).run(100);
    isOpen(
        "participation",
        "only 100 of 200 steps",
        findings(half.log(), event, AdjacencyRelation.ZERO_OUT));
    Loop both = loop().run(100).batches(l -> l.shuffled(40)).run(100);
    Finding whole = of("participation", findings(both.log(), event, AdjacencyRelation.ZERO_OUT));
    assertTrue(whole.words().endsWith("as by Poisson sampling and shuffling"), whole::words);
    // Steps of a fixed size first: two Poisson samples are too few nevertheless.
    String few = "20 x gaussian(1.1) then 2 x poisson(0.5, gaussian(1.1))";
    Loop short2 =
        new Loop(100, 100, 3).batches(l -> l.choice(100)).run(20).batches(l -> l.coins(0.5)).run(2);
    isOpen("batch sizes", "too few", findings(short2.log(), few, AdjacencyRelation.ADD_OR_REMOVE));
  }

  /** Each repetition of a fixed order has a shuffle of its own. */
  @Test
  void repeatedEventsBeginAnew() {
    String event = "2 x shuffled-batches(10, 2, epochs=3, reshuffled=false)";
    int[][] first = new int[10][];
    Loop loop =
        new Loop(100, 10, 5)
            .noise(2)
            .multiplier(2)
            .batches(
                l -> {
                  int at = l.size() % 10;
                  first[at] = l.size() % 30 < 10 ? l.shuffled(10) : first[at];
                  return first[at];
                })
            .run(60);
    List<Finding> findings = findings(loop.log(), event, AdjacencyRelation.ZERO_OUT);
    Finding members = of("participation", findings);
    assertEquals(Outcome.MATCHES, members.outcome(), members::toString);
    Loop fresh = new Loop(100, 10, 5).batches(l -> l.shuffled(10)).run(60);
    Finding again = of("participation", findings(fresh.log(), event, AdjacencyRelation.ZERO_OUT));
    assertEquals(Outcome.DOES_NOT_MATCH, again.outcome(), again::toString);
  }

  /** Both the mean of cut batches, 2.93359, and the product 5 are sensible declarations. */
  @ParameterizedTest
  @CsvSource({"2.99, true", "5, true", "6.5, false"})
  void declaredSizesOfTruncatedBatches(double declared, boolean agrees) {
    String event = "60 x truncated-poisson(0.5, gaussian(1.1), records=10, largest_batch=3)";
    Loop loop =
        new Loop(10, declared, 4).batches(l -> l.choice(Math.min(3, l.coins(0.5).length))).run(60);
    Finding sizes = of("batch sizes", findings(loop.log(), event, AdjacencyRelation.ADD_OR_REMOVE));
    assertEquals(!agrees, sizes.outcome() == Outcome.DOES_NOT_MATCH, sizes::toString);
    // E min(Bin(10, 1/2), 3) = (10 + 2 * 45 + 3 * 968) / 1024.
    assertTrue(agrees || sizes.words().endsWith("the event has 2.93359"), sizes::words);
  }
}
