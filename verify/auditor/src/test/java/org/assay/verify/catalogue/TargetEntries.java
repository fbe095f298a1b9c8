package org.assay.verify.catalogue;

import java.util.ArrayList;
import java.util.List;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.ListPairs;
import org.assay.verify.trial.Mechanism;

/** Mistakes on which other auditors were measured, besides those of the numbered catalogue. */
final class TargetEntries {
  private static final AdjacencyRelation ADD = AdjacencyRelation.ADD_OR_REMOVE;
  private static final AdjacentPair<List<Double>> ONE_MORE = ListPairs.addOne(List.of(), 1.0);
  private static final double FACTOR = 1.175;

  private TargetEntries() {}

  static List<Entry<?>> all() {
    List<Entry<?>> entries = new ArrayList<>();
    for (double epsilon : new double[] {1, 2, 0.1}) {
      entries.add(underNoised(epsilon));
    }
    entries.add(curve("P02-0.8", 0.8, 3.9e3));
    entries.add(curve("P02-0.5", 0.5, 610));
    return entries;
  }

  private static Entry<?> underNoised(double epsilon) {
    double scale = 1 / (FACTOR * epsilon);
    Mechanism<List<Double>> mechanism = LaplaceEntries.noisyCount(scale);
    return Entry.of(
            Catalogue.id("P01", epsilon),
            "Laplace noise too small by a factor of 1.175",
            "a release of Google's Java library for differential privacy, per public audits",
            new Guarantee.Pure(epsilon, ADD),
            mechanism)
        .pairs(NumberPairs.added())
        .broken()
        .truth(Truth.epsilon(FACTOR * epsilon, 1e-9))
        .worst(ONE_MORE, () -> LaplaceLaw.ofShift(1, scale));
  }

  private static Entry<?> curve(String id, double mu, double runs) {
    Mechanism<List<Double>> mechanism =
        Mechanism.ofScalar((records, random) -> records.size() + Noise.gaussian(random, 1));
    return Entry.of(
            id,
            "Gaussian noise of mu 1 claimed to have " + mu,
            "Askin et al., General-Purpose f-DP Estimation and Auditing (2024)",
            new Guarantee.Gaussian(mu, ADD),
            mechanism)
        .pairs(NumberPairs.added())
        .broken()
        .truth(Truth.mu(1))
        .statedRuns(runs)
        .worst(ONE_MORE, () -> GaussianLaw.ofShift(0, 1, 1, ExactLaw::onlyCoordinate));
  }
}
