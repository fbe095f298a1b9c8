package org.assay.verify.catalogue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.Outcome;

/**
 * The law of the sparse vector technique, by integrating over the noise of the threshold; given
 * that noise all queries are independent.
 */
final class SparseVectorLaw {
  /** Tails beyond this many scales hold less than e^-45. */
  private static final double REACH = 45;

  private final SparseVector svt;
  private final double step;
  private final int nodes;
  private final double[] prior;
  private final Map<Double, double[]> stayBelow = new HashMap<>();

  private SparseVectorLaw(SparseVector svt) {
    this.svt = svt;
    // A power of two puts the kinks, at multiples of one half, on nodes of even number.
    this.step = Math.min(0x1p-3, Math.scalb(1.0, Math.getExponent(svt.thresholdScale()) - 6));
    int half = (int) Math.ceil(REACH * svt.thresholdScale() / step / 8) * 8;
    this.nodes = 2 * half + 1;
    this.prior = new double[nodes];
    for (int i = 0; i < nodes; i++) {
      double simpson = i == 0 || i == nodes - 1 ? 1 : i % 2 == 1 ? 4 : 2;
      double density = Noise.laplaceDensity((i - half) * step, svt.thresholdScale());
      prior[i] = simpson * step / 3 * density;
    }
  }

  /** The law of all bits, for a threshold that is drawn once. */
  static ExactLaw ofBits(SparseVector svt, AdjacentPair<List<Row>> pair) {
    SparseVectorLaw law = new SparseVectorLaw(svt);
    return new ExactLaw(law.bits(pair.left()), law.bits(pair.right()), SparseVectorLaw::cellOfBits);
  }

  /** Position of a stopped string of bits in the list of all binary strings, shortest first. */
  static int cellOfBits(Outcome outcome) {
    Outcome.Vector bits = (Outcome.Vector) outcome;
    int code = 1;
    for (int i = 0; i < bits.length(); i++) {
      code = 2 * code + (bits.at(i) > 0 ? 1 : 0);
    }
    return code - 1;
  }

  private double[] bits(List<Row> rows) {
    double[] counts = Row.counts(rows, svt.questions());
    double[] masses = new double[(2 << svt.questions()) - 1];
    descend(counts, 0, 0, 1, prior, masses);
    return masses;
  }

  private void descend(
      double[] counts, int asked, int positives, int code, double[] weights, double[] masses) {
    if (asked == counts.length || positives == svt.stopAfter()) {
      double sum = 0;
      for (double weight : weights) {
        sum += weight;
      }
      masses[code - 1] = sum;
      return;
    }
    double[] stay = stayBelow.computeIfAbsent(counts[asked], this::probabilitiesOfStayingBelow);
    double[] below = new double[nodes];
    double[] above = new double[nodes];
    for (int i = 0; i < nodes; i++) {
      below[i] = weights[i] * stay[i];
      above[i] = weights[i] * (1 - stay[i]);
    }
    descend(counts, asked + 1, positives, 2 * code, below, masses);
    descend(counts, asked + 1, positives + 1, 2 * code + 1, above, masses);
  }

  private double[] probabilitiesOfStayingBelow(double count) {
    double[] stay = new double[nodes];
    for (int i = 0; i < nodes; i++) {
      stay[i] = Noise.laplaceCdf(bar(i) - count, svt.queryScale());
    }
    return stay;
  }

  private double bar(int node) {
    return svt.threshold() + (node - nodes / 2) * step;
  }

  /**
   * The law of the number of negative answers and of the first released value, in cells of a given
   * number of values; the last cell is that nothing was released.
   */
  static ExactLaw ofFirstValue(SparseVector svt, AdjacentPair<List<Row>> pair, double[] cuts) {
    SparseVectorLaw law = new SparseVectorLaw(svt);
    int width = cuts.length + 1;
    int none = svt.questions() * width;
    return new ExactLaw(
        law.firstValue(pair.left(), cuts),
        law.firstValue(pair.right(), cuts),
        outcome -> {
          Outcome.Vector answers = (Outcome.Vector) outcome;
          double last = answers.at(answers.length() - 1);
          int bin = 0;
          while (bin < cuts.length && last > cuts[bin]) {
            bin++;
          }
          return Double.isNaN(last) ? none : (answers.length() - 1) * width + bin;
        });
  }

  private double[] firstValue(List<Row> rows, double[] cuts) {
    double[] counts = Row.counts(rows, svt.questions());
    double[] masses = new double[counts.length * (cuts.length + 1) + 1];
    double[] weights = prior.clone();
    for (int asked = 0; asked < counts.length; asked++) {
      for (int i = 0; i < nodes; i++) {
        double bar = bar(i);
        spread(weights[i], bar, counts[asked], cuts, masses, asked * (cuts.length + 1));
        weights[i] *= Noise.laplaceCdf(bar - counts[asked], svt.queryScale());
      }
    }
    for (double weight : weights) {
      masses[masses.length - 1] += weight;
    }
    return masses;
  }

  /** Adds the law of a value that exceeds the bar. */
  private void spread(
      double weight, double bar, double count, double[] cuts, double[] masses, int offset) {
    double above = Noise.laplaceCdf(count - bar, svt.queryScale());
    for (int bin = 0; bin <= cuts.length; bin++) {
      double next =
          bin == cuts.length
              ? 0
              : Noise.laplaceCdf(count - Math.max(bar, cuts[bin]), svt.queryScale());
      masses[offset + bin] += weight * (above - next);
      above = next;
    }
  }
}
