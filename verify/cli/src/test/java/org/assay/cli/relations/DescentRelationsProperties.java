package org.assay.cli.relations;

import static org.assay.accountant.event.NoisySgdSampling.CYCLIC;
import static org.assay.accountant.event.NoisySgdSampling.FIXED_SIZE;
import static org.assay.accountant.event.NoisySgdSampling.FULL_BATCH;
import static org.assay.accountant.event.NoisySgdSampling.POISSON;
import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.OptionalDouble;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.cli.internal.walk.Bracket;
import org.assay.cli.internal.walk.Currency;
import org.assay.cli.internal.walk.Descent;

/** Relations between the certified bounds of last iterates. */
class DescentRelationsProperties {
  private static final double DELTA = 1e-5;

  private static final double STEP_SIZE = 0.2;
  private static final List<Currency> CURRENCIES =
      List.of(new Currency.Epsilon(DELTA), new Currency.Renyi(1.5));

  /** Searches for certificates end a little above the best one. */
  private static final double SLACK = 1.02;

  /** A projected noisy gradient descent, all of it replaceable. */
  record Run(
      long records,
      NoisySgdSampling sampling,
      long batch,
      double noise,
      double lipschitz,
      double diameter,
      long steps) {
    Run sampled(NoisySgdSampling other, long size) {
      return new Run(records, other, size, noise, lipschitz, diameter, steps);
    }

    double upper(Currency currency) {
      Descent descent =
          Descent.of(
              NoisySgd.of(sampling, REPLACE_ONE)
                  .batches(batch, records)
                  .noise(noise)
                  .lipschitzConstant(lipschitz)
                  .diameter(diameter)
                  .steps(steps, STEP_SIZE),
              0,
              OptionalDouble.of(1));
      return Bracket.fromAbove(descent, currency).upper();
    }
  }

  /** Four times as long as the plateau, where walks of two data sets decide. */
  private static final Run SATURATED = new Run(1000, FULL_BATCH, 1000, 0.05, 1, 1, 20_000);

  @Provide
  Arbitrary<Run> runs() {
    return Combinators.combine(
            Arbitraries.of(FULL_BATCH, FIXED_SIZE, POISSON, CYCLIC),
            Arbitraries.of(0.2, 0.5, 1.0),
            Arbitraries.of(0.5, 1.0, 4.0),
            Arbitraries.of(1L, 20L, 400L))
        .as(
            (sampling, noise, diameter, steps) ->
                new Run(40, sampling, sampling == FULL_BATCH ? 40 : 8, noise, 1, diameter, steps));
  }

  private static void assertSame(Run first, Run second) {
    assertAtMost(first, second);
    assertAtMost(second, first);
  }

  private static void assertAtMost(Run less, Run more) {
    for (Currency currency : CURRENCIES) {
      double low = less.upper(currency);
      double high = more.upper(currency);
      String words = currency.describe() + ": " + less + " " + low + ", " + more + " " + high;
      Relations.assertAtMost(low, high, SLACK, words);
    }
  }

  static void fullBatches(Run run) {
    Run full = run.sampled(FULL_BATCH, run.records());
    assertSame(full, run.sampled(CYCLIC, run.records()));
    assertSame(full, run.sampled(FIXED_SIZE, run.records()));
    assertSame(full, run.sampled(POISSON, run.records()));
  }

  static void monotone(Run run) {
    NoisySgdSampling sampling = run.sampling();
    long b = run.batch();
    double noise = run.noise();
    double diameter = run.diameter();
    double lipschitz = run.lipschitz();
    long n = run.records();
    assertAtMost(new Run(n, sampling, b, 2 * noise, lipschitz, diameter, run.steps()), run);
    assertAtMost(new Run(n, sampling, b, noise, lipschitz / 2, diameter, run.steps()), run);
    assertAtMost(new Run(n, sampling, b, noise, lipschitz, diameter / 2, run.steps()), run);
    assertAtMost(run, new Run(n, sampling, b, noise, lipschitz, diameter, 2 * run.steps()));
    double low = run.upper(new Currency.Epsilon(10 * DELTA));
    double high = run.upper(new Currency.Epsilon(DELTA));
    assertTrue(low <= high, run + " " + low + " at the larger delta, " + high);
  }

  @Tag("slow")
  @Example
  void samplesThatEveryRecordJoinsAreFullBatchesBeyondThePlateau() {
    assertSame(SATURATED, SATURATED.sampled(POISSON, SATURATED.records()));
  }

  @Tag("slow")
  @Example
  void oneBatchInCyclicOrderIsAFullBatchBeyondThePlateau() {
    assertSame(SATURATED, SATURATED.sampled(CYCLIC, SATURATED.records()));
  }

  @Tag("slow")
  @Example
  void samplesOfAllRecordsAreFullBatchesBeyondThePlateau() {
    assertSame(SATURATED, SATURATED.sampled(FIXED_SIZE, SATURATED.records()));
  }

  @Property(tries = 1, seed = "20261123")
  void fullBatchesAreFullHoweverDrawn(@ForAll("runs") Run run) {
    fullBatches(run);
  }

  @Tag("slow")
  @Property(tries = 5, seed = "20261124")
  void fullBatchesAreFullInManyRuns(@ForAll("runs") Run run) {
    fullBatches(run);
  }

  @Tag("slow")
  @Property(tries = 5, seed = "20261124")
  void boundsFollowTheParametersInManyRuns(@ForAll("runs") Run run) {
    monotone(run);
  }
}
