package org.assay.algorithms.internal.optimize;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Scale;
import org.assay.accountant.event.GradientSchedule;
import org.assay.algorithms.internal.geometry.EuclideanBall;
import org.assay.algorithms.internal.geometry.Norms;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.LogisticLoss;
import org.assay.algorithms.objective.UnitNormClipping;

/** What amplification by iteration rests on. */
class ContractionProperties {
  private static final EuclideanBall SET = EuclideanBall.centeredAtOrigin(3, 20);

  /** Two runs on the same records with the same noise come no further apart than they started. */
  @Property(tries = 200, seed = "71")
  void stepsNeverExpand(
      @ForAll long seed, @ForAll @Scale(12) @DoubleRange(min = 0.01, max = 8) double stepSize) {
    SplittableRandom random = new SplittableRandom(seed);
    Dataset dataset = dataset(random);
    GradientSchedule schedule =
        GradientSchedule.of(
            new double[] {stepSize, stepSize}, new int[] {3, 5}, new double[] {0.1, 0.1});
    ProjectedNoisySgd sgd = ProjectedNoisySgd.of(schedule, new LogisticLoss(1), SET);
    double[] u = random.doubles(3, -10, 10).toArray();
    double[] v = random.doubles(3, -10, 10).toArray();
    double after = Norms.distance(end(sgd, u, dataset, seed), end(sgd, v, dataset, seed));
    assertTrue(after <= Norms.distance(u, v) * (1 + 1e-12), "distance after " + after);
  }

  private static double[] end(ProjectedNoisySgd sgd, double[] start, Dataset dataset, long seed) {
    return sgd.withStartingPoint(start)
        .run(dataset, new SplittableRandom(seed))
        .release()
        .toArray();
  }

  private static Dataset dataset(SplittableRandom random) {
    double[][] features = new double[8][];
    double[] labels = new double[8];
    for (int i = 0; i < 8; i++) {
      features[i] = random.doubles(3, -2, 2).toArray();
      labels[i] = random.nextBoolean() ? 1 : -1;
    }
    return new UnitNormClipping().apply(Dataset.of(features, labels));
  }
}
