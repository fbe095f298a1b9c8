package org.assay.algorithms.optimize.noneuclidean;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.assay.accountant.accounting.TightestBound;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.run.AlgorithmEntry;
import org.assay.algorithms.run.Training;
import org.assay.algorithms.run.TrainingTask;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class NonEuclideanEntriesTest {
  private static final AdjacencyRelation REPLACE_ONE = AdjacencyRelation.REPLACE_ONE;
  private static final Guarantee.Approximate TARGET =
      new Guarantee.Approximate(2, 1e-4, REPLACE_ONE);
  private static final int RECORDS = 200;

  private static Dataset dataset() {
    SplittableRandom random = new SplittableRandom(81);
    double[][] features = new double[RECORDS][2];
    double[] labels = new double[RECORDS];
    for (double[] row : features) {
      Arrays.setAll(row, j -> random.nextDouble(-0.7, 0.7));
    }
    Arrays.setAll(labels, i -> random.nextBoolean() ? 1 : -1);
    return Dataset.of(features, labels);
  }

  @Test
  void theyAreNumberedInOrder() {
    assertEquals(
        List.of(21, 22, 23, 24),
        NonEuclideanEntries.entries().stream().map(AlgorithmEntry::number).toList());
  }

  /** Both set-ups of every entry run on both kinds of labels and release a point of their set. */
  @Test
  @Tag("slow")
  void everyEntryTrains() {
    for (AlgorithmEntry entry : NonEuclideanEntries.entries()) {
      for (TrainingTask.Labels labels : entry.labels()) {
        TrainingTask task = new TrainingTask(RECORDS, 2, labels, 1);
        Training calibrated = entry.calibrated().setUp(task, TARGET);
        double spent = spent(calibrated.algorithm().event());
        assertTrue(spent <= 2, entry.id() + " spends " + spent);
        requireRelease(entry.id(), calibrated);
        requireRelease(entry.id(), entry.paperSchedule().setUp(task, TARGET));
      }
    }
  }

  private static double spent(DpEvent event) {
    double quick = SpentEpsilon.of(event, 1e-4);
    return quick <= 2 ? quick : TightestBound.of(event, REPLACE_ONE).epsilon(1e-4).value().upper();
  }

  private static void requireRelease(String id, Training training) {
    double[] release =
        training.algorithm().run(dataset(), new SplittableRandom(82)).release().toArray();
    assertTrue(
        training.set().contains(release, 0.01), id + " released " + Arrays.toString(release));
  }
}
