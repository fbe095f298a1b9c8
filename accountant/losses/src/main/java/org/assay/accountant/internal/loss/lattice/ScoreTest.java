package org.assay.accountant.internal.loss.lattice;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.assay.accountant.internal.loss.pair.OrderedPair;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.LossAtom;

/**
 * Lower bounds of a composition's profile by a test, as {@code δ(ε) >= P(S) - e^ε Q(S)} for every
 * set S of outcomes. The score of an outcome is the lattice point next to its loss. S has the
 * outcomes whose scores add up to a threshold or more, and those that Q cannot produce. The
 * distributions of the sum under P and under Q are convolutions of the scores' distributions, in
 * which no mass is moved. Proof: {@code doc-files/lattice-laws.md}.
 */
public final class ScoreTest {
  private final LatticeComposition underP;
  private final LatticeComposition underQ;
  private final double revealed;

  private ScoreTest(LatticeComposition underP, LatticeComposition underQ, double revealed) {
    this.underP = underP;
    this.underQ = underQ;
    this.revealed = revealed;
  }

  /**
   * The scores of one pair.
   *
   * @param underP their distribution under P, with masses rounded down
   * @param underQ their distribution under Q, with masses rounded up, without outcomes that P
   *     cannot produce
   */
  public record Laws(LatticeLaw underP, LatticeLaw underQ) {
    public static Laws of(OrderedPair pair, LossCells cells, double step) {
      Map<Long, Double> p = new TreeMap<>();
      Map<Long, Double> q = new TreeMap<>();
      double infinite = 0;
      for (LossCells.Cell cell : cells.cells()) {
        add(p, q, step, cell.p(), cell.q());
      }
      for (LossAtom atom : pair.atoms()) {
        if (atom.q().upper() == 0) {
          infinite = Rounding.addDown(infinite, atom.p().lower());
        } else {
          add(p, q, step, atom.p(), atom.q());
        }
      }
      add(p, q, step, pair.neutral(), pair.neutral());
      return new Laws(new LatticeLaw(step, p, infinite), new LatticeLaw(step, q, 0));
    }

    private static void add(
        Map<Long, Double> underP, Map<Long, Double> underQ, double step, Enclosure p, Enclosure q) {
      if (p.lower() > 0 && q.upper() > 0) {
        long score = Math.round((Math.log(p.lower()) - Math.log(q.upper())) / step);
        underP.merge(score, p.lower(), Rounding::addDown);
        underQ.merge(score, q.upper(), Rounding::addUp);
      }
    }
  }

  /**
   * The test of two distributions of a score on one lattice.
   *
   * @param underP lower bounds of the masses under P
   * @param underQ upper bounds of the masses under Q
   * @param revealed lower bound of the mass under P of outcomes that Q cannot produce
   */
  public static ScoreTest of(
      LatticeComposition underP, LatticeComposition underQ, double revealed) {
    return new ScoreTest(underP, underQ, revealed);
  }

  /**
   * Convolves the scores.
   *
   * @param laws the scores of each pair, with finite ones
   * @param counts number of occurrences of each pair
   * @param theta the tilt of the distribution under P
   * @param tail wanted bound of the tilted mass outside the window
   */
  static ScoreTest of(List<Laws> laws, long[] counts, double theta, double tail) {
    List<LatticeLaw> p = new ArrayList<>();
    List<LatticeLaw> q = new ArrayList<>();
    for (Laws one : laws) {
      p.add(one.underP);
      q.add(one.underQ);
    }
    // The profile is a difference of numbers that are larger by this factor.
    double part = tail / (1 + theta);
    return new ScoreTest(
        new LatticeComposition(p, counts, theta, part),
        new LatticeComposition(q, counts, theta + 1, part),
        LatticeComposition.infinite(p, counts).lower());
  }

  /** A lower bound of the profile, by nearly the best threshold. */
  double delta(double epsilon) {
    return delta(Enclosure.exact(epsilon).exp(), epsilon);
  }

  /**
   * A lower bound of {@code E_Q (dP/dQ - γ)_+}.
   *
   * @param factor γ, above 0
   * @param place approximate score whose likelihood ratio is γ
   */
  public double delta(Enclosure factor, double place) {
    long threshold = threshold(Math.log(factor.midpoint()), place);
    Enclosure p = underP.atLeast(threshold);
    Enclosure q = underQ.atLeast(threshold).times(factor);
    double difference = Rounding.subtractDown(p.lower(), q.upper());
    return Rounding.addDown(Math.max(0, difference), revealed);
  }

  /** The score at which the sum of all contributions from the largest score down is largest. */
  private long threshold(double epsilon, double place) {
    double step = underP.step();
    double apart = underQ.theta() - underP.theta();
    double gap = underQ.logScale() - underP.logScale() + epsilon;
    double sum = 0;
    double most = 0;
    long best = Math.max(underP.end(), underQ.end());
    long least = Math.min(underP.start(), underQ.start());
    for (long k = best - 1; k >= least; k--) {
      double excess = k * step - place;
      double share = underP.value(k) - underQ.value(k) * Math.exp(gap - apart * k * step);
      sum += share * Math.exp(-underP.theta() * excess);
      if (sum > most) {
        most = sum;
        best = k;
      } else if (!(sum > 0.5 * most) && most > 0 && excess < 0) {
        break;
      }
    }
    return best;
  }
}
