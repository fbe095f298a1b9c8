package org.assay.verify.catalogue;

import java.util.ArrayList;
import java.util.List;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.ListPairs;
import org.assay.verify.trial.Mechanism;

/** Counts whose noise is right but for its far tails, and counts whose tails do no harm. */
final class TailEntries {
  private static final Guarantee ONE = new Guarantee.Pure(1, AdjacencyRelation.ADD_OR_REMOVE);
  private static final String HERE = "written for this catalogue: a leak in a far tail";
  private static final AdjacentPair<List<Double>> ONE_MORE = ListPairs.addOne(List.of(), 1.0);
  private static final double WIDE = 10;

  private TailEntries() {}

  static List<Entry<?>> all() {
    List<Entry<?>> entries = new ArrayList<>();
    entries.add(cut("N04", 1e-3));
    entries.add(cut("N04-10000", 1e-4));
    entries.add(clamped());
    entries.add(wide("N05", 1e-3, 0).broken().truth(Truth.infinite()));
    entries.add(wide("M05", 1e-3, 1e-3).truth(Truth.epsilon(1, 1e-3)));
    return entries;
  }

  /** Where there are records, noise beyond a quantile is drawn again. */
  private static Entry<?> cut(String id, double mass) {
    double reach = -Math.log(mass);
    Mechanism<List<Double>> mechanism =
        Mechanism.ofScalar(
            (records, random) -> {
              double noise;
              do {
                noise = Noise.laplace(random, 1);
              } while (Math.abs(noise) > reach && !records.isEmpty());
              return records.size() + noise;
            });
    double[] cuts = RareEntries.join(ExactLaw.cuts(0, 1, 64), new double[] {1 - reach, 1 + reach});
    String title = "noisy count whose tails of mass " + mass + " are cut where there are records";
    return Entry.of(id, title, HERE, ONE, mechanism)
        .pairs(NumberPairs.added())
        .broken()
        .truth(Truth.infinite())
        .worst(
            ONE_MORE,
            () ->
                ExactLaw.ofNumber(
                    cuts,
                    x -> Noise.laplaceCdf(x, 1),
                    x -> cutCdf(x - 1, reach),
                    ExactLaw::onlyCoordinate));
  }

  private static double cutCdf(double x, double reach) {
    double below = Noise.laplaceCdf(-reach, 1);
    double inside = (Noise.laplaceCdf(x, 1) - below) / (1 - 2 * below);
    return Math.max(0, Math.min(1, inside));
  }

  /** The tails end at the same numbers on all datasets. */
  private static Entry<?> clamped() {
    Mechanism<List<Double>> mechanism =
        Mechanism.ofScalar(
            (records, random) ->
                Math.max(-6, Math.min(7, records.size() + Noise.laplace(random, 1))));
    return Entry.of("M04", "noisy count clamped to [-6, 7]", HERE, ONE, mechanism)
        .pairs(NumberPairs.added())
        .truth(Truth.epsilon(1, 1e-9))
        .worst(ONE_MORE, () -> LaplaceLaw.ofShift(1, 1));
  }

  /** A small part of the noise is ten times as wide; how small depends on the data. */
  private static Entry<List<Double>> wide(String id, double withRecords, double without) {
    Mechanism<List<Double>> mechanism =
        Mechanism.ofScalar(
            (records, random) -> {
              double share = records.isEmpty() ? without : withRecords;
              double scale = random.nextDouble() < share ? WIDE : 1;
              return records.size() + Noise.laplace(random, scale);
            });
    String title = "noisy count, " + withRecords + " or " + without + " of the noise 10 times wide";
    return Entry.of(id, title, HERE, ONE, mechanism)
        .pairs(NumberPairs.added())
        .worst(
            ONE_MORE,
            () ->
                ExactLaw.ofNumber(
                    ExactLaw.cuts(-60, 61, 121 * 16),
                    x -> mixed(x, without),
                    x -> mixed(x - 1, withRecords),
                    ExactLaw::onlyCoordinate));
  }

  private static double mixed(double x, double share) {
    return (1 - share) * Noise.laplaceCdf(x, 1) + share * Noise.laplaceCdf(x, WIDE);
  }
}
