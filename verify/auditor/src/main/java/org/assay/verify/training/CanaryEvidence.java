package org.assay.verify.training;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.audit.Verdict;

/**
 * Evidence about claims from guesses whether canaries were in the data. All verdicts and lower
 * bounds, of all kinds and at any number of deltas, are right together except with the error
 * probability. The reason: all of them use the same counts ({@code doc-files/one-run-audits.md},
 * "From tails to verdicts").
 */
public sealed interface CanaryEvidence permits OneRunGuesses, RepeatedRuns {
  /**
   * The relation between data with a canary and without it.
   *
   * @return the relation; claims under another relation are not refuted
   */
  AdjacencyRelation adjacency();

  /**
   * The largest probability that any statement from this evidence is wrong.
   *
   * @return strictly between 0 and 1
   */
  double errorProbability();

  /**
   * The evidence if the same share of guesses about all canaries had been right. The comparison
   * shows whether too few guesses are the reason for a low bound.
   *
   * @return imagined evidence; this evidence if all canaries, or every run, were guessed about
   */
  default CanaryEvidence asGoodAboutAll() {
    return this;
  }

  /**
   * Whether a claim is refuted.
   *
   * @param claim a claim under the same relation
   * @return whether the evidence has at most the error probability under every true claim of this
   *     form
   * @throws IllegalArgumentException if the relations differ
   */
  boolean refutes(Guarantee claim);

  /**
   * The strongest evidence that the same experiment could have given.
   *
   * @return the evidence if every guess had been right
   */
  CanaryEvidence perfect();

  /**
   * The largest refuted claim of the same form: epsilon at the same delta, mu, rho, or the scale of
   * a curve.
   *
   * @param claim a claim of the form, at which the search starts
   * @return a lower confidence bound, rounded down; 0 if nothing was shown
   * @throws IllegalArgumentException if the relations differ
   */
  default double lowerBound(Guarantee claim) {
    return LargestRefuted.of(claim, this::refutes);
  }

  /**
   * The counts in words.
   *
   * @return a sentence for each rule of guessing
   */
  List<String> describe();

  /**
   * Points that the trade-off curve of the runs does not exceed, by the evidence.
   *
   * @return points in the order of their false alarms that hold together except with the error
   *     probability; empty if only claims can be tested
   */
  List<Point> points();

  /**
   * Lower bound of the area under the ROC curve of the best attacker, in [0.5, 1]. The curve is
   * concave, so the area is at least that under the segments between the points, (0, 0) and (1, 1).
   *
   * @return the bound, rounded down; 0.5 without points
   */
  default double rocArea() {
    return rocArea(points());
  }

  /**
   * The area under the concave hull of points, (0, 0) and (1, 1), rounded down.
   *
   * @param points points of a trade-off curve in the order of their false alarms
   * @return the area, at least 0.5
   */
  static double rocArea(List<Point> points) {
    Deque<Point> hull = new ArrayDeque<>(List.of(new Point(0, 1)));
    for (Point point : points) {
      append(hull, point);
    }
    append(hull, new Point(1, 0));
    double area = 0;
    Point before = hull.removeFirst();
    for (Point point : hull) {
      double hits = 1 - (before.misses() + point.misses()) / 2;
      area += (point.falseAlarms() - before.falseAlarms()) * hits;
      before = point;
    }
    // The allowance covers the rounding of some hundred terms below 1.
    return Math.max(0.5, area - 1e-12);
  }

  /** Appends a point to a convex curve; earlier points above the new segment are dropped. */
  private static void append(Deque<Point> hull, Point next) {
    Point last = hull.removeLast();
    while (!hull.isEmpty() && !isBelow(last, hull.getLast(), next)) {
      last = hull.removeLast();
    }
    hull.addLast(last);
    hull.addLast(next);
  }

  /** Whether a point lies below the segment between two others. */
  private static boolean isBelow(Point point, Point first, Point next) {
    return (point.misses() - first.misses()) * (next.falseAlarms() - first.falseAlarms())
        < (next.misses() - first.misses()) * (point.falseAlarms() - first.falseAlarms());
  }

  /**
   * The smallest size of such an experiment that can refute a claim.
   *
   * @param claim the claim
   * @return a sentence without a full stop, in lower case
   */
  String needed(Guarantee claim);

  /**
   * A point that the trade-off curve of the runs does not exceed.
   *
   * @param falseAlarms upper bound of the rate of false alarms, a type I error
   * @param misses upper bound of the rate of misses, a type II error
   */
  record Point(double falseAlarms, double misses) {}

  /**
   * The verdict on a claim.
   *
   * @param claim a claim under the same relation
   * @return inconclusive if even right guesses only could not have refuted the claim
   * @throws IllegalArgumentException if the relations differ
   */
  default Verdict verdict(Guarantee claim) {
    if (refutes(claim)) {
      return Verdict.REFUTED;
    }
    return perfect().refutes(claim) ? Verdict.NOT_REFUTED : Verdict.INCONCLUSIVE;
  }
}
