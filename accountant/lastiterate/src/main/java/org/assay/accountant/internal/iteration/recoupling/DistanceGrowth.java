package org.assay.accountant.internal.iteration.recoupling;

import org.assay.accountant.internal.iteration.step.ContractionSums;
import org.assay.accountant.internal.iteration.step.NoisySgdStep;
import org.assay.accountant.numeric.Enclosure;

/**
 * Growth of the distance of two runs on neighbouring data in a noiseless step, in a set of bounded
 * diameter W. All lengths are in noise standard deviations of a step:
 *
 * <pre>
 *   |ψ(x) + I m(x) − ψ(y) − I m′(y)| ≤ |x − y| + expansion · W + I · gradient,
 * </pre>
 *
 * where I is 1 with the probability {@code share}. For full batches I is always 1.
 *
 * @param diameter W of the set
 * @param expansion c − 1 of maps whose Lipschitz constant c exceeds 1, else 0
 * @param gradient distance by which the two datasets move a step that samples the record apart
 * @param share probability that a step samples the record; 1 for full batches
 */
record DistanceGrowth(
    Enclosure diameter, Enclosure expansion, Enclosure gradient, Enclosure share) {
  /** The growth for full batches whose steps do not expand. */
  static DistanceGrowth fullBatch(Enclosure diameter, Enclosure gradient) {
    return new DistanceGrowth(diameter, Enclosure.ZERO, gradient, Enclosure.ONE);
  }

  /** The growth in a step of a run. */
  static DistanceGrowth of(NoisySgdStep step) {
    return new DistanceGrowth(
        step.settings().diameterOverNoise(),
        step.contractionMinusOne().max(Enclosure.ZERO),
        step.growth(),
        step.share());
  }

  boolean isCertain() {
    return share.lower() == 1;
  }

  /** Growth of every step. */
  Enclosure always() {
    Enclosure expanded = expansion.times(diameter);
    return isCertain() ? expanded.plus(gradient) : expanded;
  }

  /** The additional growth of a step that samples the record. */
  Enclosure sampled() {
    return isCertain() ? Enclosure.ZERO : gradient;
  }

  /** The largest growth of a step. */
  Enclosure largest() {
    return always().plus(sampled());
  }

  /** The mean growth of a step. */
  Enclosure mean() {
    return always().plus(share.times(sampled()));
  }

  /** The mu that hides a distance in a number of steps on the same data, {@code r / √Σ c^(−2i)}. */
  Enclosure hidingMu(Enclosure distance, double steps) {
    return ContractionSums.hidden(distance.upper(), expansion.upper(), steps).sqrt();
  }
}
