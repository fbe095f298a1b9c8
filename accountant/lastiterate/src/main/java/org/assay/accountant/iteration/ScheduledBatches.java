package org.assay.accountant.iteration;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.internal.divergence.GaussianMechanism;
import org.assay.accountant.internal.iteration.allocation.AllocationCertificate;
import org.assay.accountant.internal.iteration.allocation.AmplificationByIteration;
import org.assay.accountant.internal.iteration.allocation.IterationSchedule;
import org.assay.accountant.internal.iteration.allocation.NoisyIteration;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.UnsupportedEventException;

/**
 * The shifts of a run with full or cyclic batches, in units of the noise {@code ησ}, for the record
 * with the largest cost, which is in the batch of the last step. Proof: Lemma 9 of {@code
 * doc-files/gradient-descent.md}.
 */
final class ScheduledBatches {
  /** Largest number of batches of a pass. Not tuned: bounds the memory. */
  private static final long LONGEST_PASS = 1_000_000;

  private ScheduledBatches() {}

  static boolean applies(NoisySgd settings) {
    boolean fixed =
        settings.sampling() == NoisySgdSampling.FULL_BATCH
            || settings.sampling() == NoisySgdSampling.CYCLIC;
    return fixed && settings.adjacency() == AdjacencyRelation.REPLACE_ONE;
  }

  /** The number of batches in a pass. */
  static long pass(NoisySgd settings) {
    long pass = settings.records() / settings.batchSize();
    if (!(settings.records() % settings.batchSize() == 0 && pass <= LONGEST_PASS)) {
      throw new UnsupportedEventException(
          settings.describe(),
          "cyclic batches must have one size, so the batch size must divide the number of records,"
              + " and there may be at most "
              + LONGEST_PASS
              + " of them");
    }
    return pass;
  }

  /** Number of steps that use the record. */
  static long uses(NoisySgd settings) {
    long pass = pass(settings);
    return settings.steps() / pass + (settings.steps() % pass == 0 ? 0 : 1);
  }

  /**
   * The schedule: a first pass that may lack its beginning, then whole passes, each ending with the
   * record.
   */
  static IterationSchedule schedule(NoisySgd settings) {
    long pass = pass(settings);
    long whole = settings.steps() / pass;
    int rest = (int) (settings.steps() % pass);
    if (rest == 0) {
      return passes(settings, pass, whole);
    }
    IterationSchedule first = passes(settings, rest, 1);
    return whole == 0 ? first : first.then(passes(settings, pass, whole));
  }

  private static IterationSchedule passes(NoisySgd settings, long length, long repetitions) {
    double contraction = Math.max(1e-30, settings.contractionMinusOne().plus(1).upper());
    NoisyIteration quiet = new NoisyIteration(0, 1, contraction);
    List<NoisyIteration> pattern = new ArrayList<>();
    for (long t = 1; t < length; t++) {
      pattern.add(quiet);
    }
    pattern.add(new NoisyIteration(settings.stepMu().upper(), 1, contraction));
    return IterationSchedule.periodic(pattern, repetitions);
  }

  static double diameter(NoisySgd settings) {
    return settings.diameterOverNoise().upper();
  }

  static AllocationCertificate allocation(NoisySgd settings) {
    return AmplificationByIteration.onBoundedSet(schedule(settings), 0, diameter(settings))
        .certificate();
  }

  /** The Rényi guarantee of a squared mu at an order. */
  static Guarantee.Renyi renyi(NoisySgd settings, double squaredMu, double order) {
    TreeMap<Double, Double> bound = new TreeMap<>(Map.of(order, divergence(squaredMu, order)));
    return new Guarantee.Renyi(bound, settings.adjacency());
  }

  static double divergence(double squaredMu, double order) {
    return Enclosure.exact(squaredMu).times(0.5).times(order).upper();
  }

  /** The (epsilon, delta) guarantee of a squared mu at a delta. */
  static Guarantee.Approximate approximate(NoisySgd settings, double squaredMu, double delta) {
    return new Guarantee.Approximate(epsilon(squaredMu, delta), delta, settings.adjacency());
  }

  /** The (epsilon, delta) guarantee of a squared mu at an epsilon. */
  static Guarantee.Approximate approximateAt(NoisySgd settings, double squaredMu, double epsilon) {
    double mu = Enclosure.exact(squaredMu).sqrt().upper();
    double delta = mu == 0 ? 0 : GaussianMechanism.delta(mu, epsilon).upper();
    return new Guarantee.Approximate(epsilon, Math.min(1, delta), settings.adjacency());
  }

  static double epsilon(double squaredMu, double delta) {
    double mu = Enclosure.exact(squaredMu).sqrt().upper();
    return mu == 0 ? 0 : GaussianMechanism.epsilon(mu, delta).upper();
  }
}
