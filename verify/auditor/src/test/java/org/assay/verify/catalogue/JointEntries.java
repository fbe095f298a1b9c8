package org.assay.verify.catalogue;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.ListPairs;
import org.assay.verify.trial.Mechanism;
import org.assay.verify.trial.Outcome;

/**
 * Numbers each of which is as noisy as it should be, while a combination of them is not; and one
 * pair out of 64 on which a mechanism leaks.
 */
final class JointEntries {
  private static final String HERE = "written for this catalogue: a leak in the joint law only";
  private static final Guarantee REPLACE = new Guarantee.Pure(1, AdjacencyRelation.REPLACE_ONE);
  private static final Guarantee ADD = new Guarantee.Pure(1, AdjacencyRelation.ADD_OR_REMOVE);
  private static final QueryPairs PAIRS = new QueryPairs(2);
  private static final double LARGEST_COUNT = 64;

  private JointEntries() {}

  static List<Entry<?>> all() {
    List<Entry<?>> entries = new ArrayList<>();
    entries.add(shared("N06-sum", true, 1).broken());
    entries.add(shared("N06-difference", false, 1).broken());
    entries.add(shared("M06", false, 4));
    entries.add(ring("N08", 0.5, 0, 0).broken());
    entries.add(ring("N08-apart", 0.5, 20, -7).broken());
    entries.add(ring("M08", 1, 20, -7));
    entries.add(weighted("N12", 2).broken());
    entries.add(weighted("M12", 1));
    return entries;
  }

  /**
   * Two counts with noises that add up to, or differ by, a smaller one. The first count moves by 1
   * at scale 2, and given its noise the sum or difference moves by 2 at the scale of the rest.
   */
  private static Entry<List<Row>> shared(String id, boolean sum, double rest) {
    double factor = sum ? -1 : 1;
    Mechanism<List<Row>> mechanism =
        Mechanism.ofVector(
            (rows, random) -> {
              double[] counts = Row.counts(rows, 2);
              double noise = Noise.laplace(random, 2);
              double other = factor * noise + Noise.laplace(random, rest);
              return new double[] {counts[0] + noise, counts[1] + other};
            });
    AdjacentPair<List<Row>> worst = sum ? PAIRS.allUp() : PAIRS.oneAgainstRest();
    double[] left = Row.counts(worst.left(), 2);
    double[] right = Row.counts(worst.right(), 2);
    String title =
        "two counts whose " + (sum ? "sum" : "difference") + " has noise of scale " + rest;
    return Entry.of(id, title, HERE, REPLACE, mechanism)
        .pairs(PAIRS.family())
        .truth(Truth.epsilon(0.5 + 2 / rest, 1e-9))
        .worst(
            worst,
            () ->
                ExactLaw.ofIndependent(
                    laplace(left[0], right[0], 2, o -> at(o, 0)),
                    laplace(
                        left[1] - factor * left[0],
                        right[1] - factor * right[0],
                        rest,
                        o -> at(o, 1) - factor * at(o, 0))));
  }

  private static ExactLaw laplace(
      double left, double right, double scale, ToDoubleFunction<Outcome> number) {
    return ExactLaw.ofNumber(
        ExactLaw.cuts(Math.min(left, right), Math.max(left, right), 64),
        x -> Noise.laplaceCdf(x - left, scale),
        x -> Noise.laplaceCdf(x - right, scale),
        number);
  }

  private static double at(Outcome outcome, int index) {
    return ((Outcome.Vector) outcome).at(index);
  }

  /** A point in a uniform direction; its distance from the centre is the noisy count plus 10. */
  private static Entry<List<Double>> ring(String id, double scale, double east, double north) {
    Mechanism<List<Double>> mechanism =
        Mechanism.ofVector(
            (records, random) -> {
              double radius = 10 + records.size() + Noise.laplace(random, scale);
              double angle = 2 * Math.PI * random.nextDouble();
              return new double[] {
                Noise.onGrid(east + radius * Math.cos(angle)),
                Noise.onGrid(north + radius * Math.sin(angle))
              };
            });
    return Entry.of(
            id, "count as the distance from a point, noise of scale " + scale, HERE, ADD, mechanism)
        .pairs(NumberPairs.added())
        .truth(Truth.epsilon(1 / scale, 1e-6))
        .worst(
            ListPairs.addOne(List.of(), 1.0),
            () ->
                ExactLaw.ofNumber(
                    ExactLaw.cuts(10, 11, 512),
                    x -> folded(x, 10, scale),
                    x -> folded(x, 11, scale),
                    o -> Math.hypot(at(o, 0) - east, at(o, 1) - north)));
  }

  /** The absolute value of a noisy centre. */
  private static double folded(double x, double centre, double scale) {
    return Noise.laplaceCdf(x - centre, scale) - Noise.laplaceCdf(-x - centre, scale);
  }

  /** A sum of 64 people's records, each counted once but for one person's. */
  private static Entry<List<Integer>> weighted(String id, double weight) {
    Mechanism<List<Integer>> mechanism =
        Mechanism.ofScalar(
            (records, random) -> {
              double sum = 0;
              for (int person : records) {
                sum += person == 37 ? weight : 1;
              }
              return Math.min(LARGEST_COUNT, sum) + Noise.laplace(random, 1);
            });
    List<AdjacentPair<List<Integer>>> pairs = new ArrayList<>();
    for (int person = 0; person < 64; person++) {
      pairs.add(ListPairs.addOne(List.of(), person));
    }
    String title = "count of 64 people, one of whom counts " + weight + " times";
    return Entry.of(id, title, HERE, ADD, mechanism)
        .pairs(pairs)
        .truth(Truth.epsilon(weight, 1e-9))
        .worst(pairs.get(37), () -> LaplaceLaw.ofShift(weight, 1));
  }
}
