package org.assay.verify.catalogue;

import java.util.ArrayList;
import java.util.List;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.Outcome;

/** The sparse vector technique: five published mistakes and two correct versions. */
final class SparseVectorEntries {
  private static final int QUESTIONS = 10;
  private static final QueryPairs PAIRS = new QueryPairs(QUESTIONS);
  private static final String SURVEY =
      "Lyu, Su and Li, Understanding the Sparse Vector Technique for Differential Privacy (2017)";

  private SparseVectorEntries() {}

  static List<Entry<?>> all() {
    List<Entry<?>> entries = new ArrayList<>();
    for (double epsilon : new double[] {1, 0.1}) {
      boolean one = epsilon == 1;
      entries.add(releasing(epsilon));
      entries.add(unscaled(epsilon, one ? 1.66 : 0.172, one ? 6.5e3 : 491e3));
      entries.add(noiseless(epsilon, one ? 100 : 426));
      entries.add(endless(epsilon, one ? 4.06 : 0.4145, one ? 463 : 30.7e3));
    }
    entries.add(countForgotten(3, 1.55, 38.5e3));
    entries.add(countForgotten(5, 2.10, 10.9e3));
    for (double epsilon : Catalogue.EPSILONS) {
      entries.add(correct(epsilon, 1));
      entries.add(correct(epsilon, 3));
      entries.add(resampling(epsilon));
    }
    return entries;
  }

  /** With m questions, none above and then an ever smaller value, the loss tends to m epsilon/2. */
  private static Entry<?> releasing(double epsilon) {
    SparseVector svt = new SparseVector(QUESTIONS, 0, 2 / epsilon, 2 / epsilon, 1, false, true);
    double[] cuts = ExactLaw.cuts(-10 / epsilon, 20 / epsilon, 60);
    return entry("B01", 3, epsilon, "sparse vector that releases the value it compared", svt)
        .broken()
        .truth(Truth.epsilon(QUESTIONS * epsilon / 2, 1e-6))
        .worst(PAIRS.allUp(), () -> SparseVectorLaw.ofFirstValue(svt, PAIRS.allUp(), cuts));
  }

  private static Entry<?> unscaled(double epsilon, double truth, double runs) {
    SparseVector svt =
        new SparseVector(QUESTIONS, 1, 4 / epsilon, 4 / (3 * epsilon), 1, false, false);
    return bits("B02", 4, epsilon, "sparse vector with too little query noise", svt)
        .broken()
        .truth(Truth.epsilon(truth, 0.001))
        .statedRuns(runs);
  }

  private static Entry<?> noiseless(double epsilon, double runs) {
    SparseVector svt = new SparseVector(QUESTIONS, 0.5, 2 / epsilon, 0, QUESTIONS, false, false);
    double tail = Noise.laplaceCdf(-0.5, 2 / epsilon);
    double[] left = {tail, 1 - 2 * tail, 0, tail};
    double[] right = {tail, 0, 1 - 2 * tail, tail};
    return entry("B03", 5, epsilon, "sparse vector without query noise", svt)
        .broken()
        .truth(Truth.infinite())
        .statedRuns(runs)
        .worst(
            PAIRS.halves(), () -> new ExactLaw(left, right, SparseVectorEntries::firstAndLastBit));
  }

  private static int firstAndLastBit(Outcome outcome) {
    Outcome.Vector bits = (Outcome.Vector) outcome;
    boolean first = bits.at(0) > 0;
    boolean last = bits.at(QUESTIONS - 1) > 0;
    if (first == last) {
      return first ? 0 : 3;
    }
    return first ? 1 : 2;
  }

  private static Entry<?> endless(double epsilon, double truth, double runs) {
    SparseVector svt =
        new SparseVector(QUESTIONS, 0.5, 2 / epsilon, 2 / epsilon, QUESTIONS, false, false);
    return bits("B04", 6, epsilon, "sparse vector that never stops", svt)
        .broken()
        .truth(Truth.epsilon(truth, 0.005 * epsilon))
        .statedRuns(runs);
  }

  private static Entry<?> countForgotten(int stopAfter, double truth, double runs) {
    SparseVector svt = new SparseVector(QUESTIONS, 1, 2, 4, stopAfter, false, false);
    String title = "sparse vector with noise for 1 positive answer, but " + stopAfter + " given";
    return bits("B05-" + stopAfter, 1, 1, title, svt)
        .broken()
        .truth(Truth.epsilon(truth, 0.005))
        .statedRuns(runs);
  }

  private static Entry<?> correct(double epsilon, int stopAfter) {
    SparseVector svt =
        new SparseVector(
            QUESTIONS, 0, 2 / epsilon, 4 * stopAfter / epsilon, stopAfter, false, false);
    String title = "sparse vector with " + stopAfter + " positive answers";
    return bits("C09-" + stopAfter, 1, epsilon, title, svt);
  }

  private static Entry<?> resampling(double epsilon) {
    SparseVector svt = new SparseVector(QUESTIONS, 0.5, 4 / epsilon, 8 / epsilon, 2, true, false);
    return entry("C10", 2, epsilon, "sparse vector with a fresh threshold, 2 answers", svt);
  }

  private static Entry<List<Row>> bits(
      String id, int algorithm, double epsilon, String title, SparseVector svt) {
    AdjacentPair<List<Row>> pair = PAIRS.halves();
    return entry(id, algorithm, epsilon, title, svt)
        .worst(pair, () -> SparseVectorLaw.ofBits(svt, pair));
  }

  private static Entry<List<Row>> entry(
      String id, int algorithm, double epsilon, String title, SparseVector svt) {
    Guarantee claim = new Guarantee.Pure(epsilon, AdjacencyRelation.REPLACE_ONE);
    String source = SURVEY + ", algorithm " + algorithm;
    return Entry.of(Catalogue.id(id, epsilon), title, source, claim, svt).pairs(PAIRS.family());
  }
}
