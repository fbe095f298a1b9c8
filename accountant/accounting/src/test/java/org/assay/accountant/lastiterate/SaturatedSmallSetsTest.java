package org.assay.accountant.lastiterate;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.iteration.LastIterate;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Long runs of full batches in sets a few noises wide, where bounds are a few percent above what
 * walks lose: whatever makes a set narrower, a signal weaker or an expansion vanish is seen here.
 */
class SaturatedSmallSetsTest {
  private static final double DELTA = 1e-5;
  private static final long RECORDS = 1000;
  private static final double NOISE = 1.25;

  private static NoisySgd run(double width, double shift, double expansion) {
    double part = shift / 2 + expansion * width / (2.0 * RECORDS);
    return new NoisySgd(
        RECORDS,
        RECORDS,
        NOISE,
        part * RECORDS * NOISE,
        width * NOISE,
        1,
        40,
        expansion,
        -expansion,
        NoisySgdSampling.FULL_BATCH,
        AdjacencyRelation.REPLACE_ONE);
  }

  /** The last column is a part of the bound that this adversary comes up to. */
  @ParameterizedTest
  @CsvSource({
    "2, 0.5, 0, 0.95",
    "2, 1, 0, 0.95",
    "3, 1, 0, 0.9",
    "3, 2, 0, 0.95",
    "2, 0.5, 0.1, 0.95",
    "2, 1, 0.1, 0.95",
    "3, 2, 0.1, 0.95"
  })
  void losesAlmostAllThatIsBounded(double width, double shift, double expansion, double part) {
    NoisySgd settings = run(width, shift, expansion);
    Run walk = Run.of(settings, -expansion);
    double truth = new Adversary(walk, loss -> loss.epsilon(DELTA)).find(2e8);
    Guarantee proved = LastIterate.of(settings).certifyEpsilon(DELTA).guarantee();
    double upper = ((Guarantee.Approximate) proved).epsilon();
    assertTrue(truth <= upper, truth + " > " + upper);
    assertTrue(truth >= part * upper, truth + " < " + part + " of " + upper);
  }
}
