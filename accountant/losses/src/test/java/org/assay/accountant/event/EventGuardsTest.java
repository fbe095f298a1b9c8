package org.assay.accountant.event;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.OptionalLong;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Sensitivity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every constructor refuses what its mechanism cannot have been run with. */
class EventGuardsTest {
  private static final Sensitivity UNIT = Sensitivity.unit(ADD_OR_REMOVE);
  private static final DpEvent PURE = DpEvent.pure(1, ADD_OR_REMOVE);

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 0, -1})
  void numbersThatAreNotPositiveAreRefused(double bad) {
    refused(() -> DpEvent.laplace(bad, UNIT));
    refused(() -> DpEvent.discreteGaussian(bad, UNIT));
    refused(() -> DpEvent.discreteLaplace(bad, UNIT));
    refused(() -> DpEvent.randomizedResponse(bad, ADD_OR_REMOVE));
    refused(() -> DpEvent.exponentialMechanism(bad, ADD_OR_REMOVE));
    refused(() -> new PermuteAndFlipEvent(bad, ADD_OR_REMOVE));
    refused(() -> new TruncatedLaplaceEvent(bad, 1, Sensitivity.unit(ADD_OR_REMOVE)));
    refused(() -> new TruncatedLaplaceEvent(1, bad, Sensitivity.unit(ADD_OR_REMOVE)));
    refused(() -> TruncatedLaplaceEvent.boundFor(bad, 1e-5, 1));
    refused(() -> TruncatedLaplaceEvent.boundFor(1, bad, 1));
    refused(() -> TruncatedLaplaceEvent.boundFor(1, 1e-5, bad));
    refused(() -> new StaircaseEvent(bad, 0.5, ADD_OR_REMOVE));
    refused(() -> new SparseVectorEvent(bad, 1, 1, false, Sensitivity.unit(ADD_OR_REMOVE)));
    refused(() -> new SparseVectorEvent(1, bad, 1, false, Sensitivity.unit(ADD_OR_REMOVE)));
    refused(() -> new GeneralizedGaussianEvent(bad, 1, UNIT));
    refused(() -> new GeneralizedGaussianEvent(1, bad, UNIT));
    for (ReportNoisyMaxEvent.Noise noise : ReportNoisyMaxEvent.Noise.values()) {
      refused(() -> new ReportNoisyMaxEvent(noise, bad, ADD_OR_REMOVE));
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, -1})
  void numbersBelowZeroAreRefused(double bad) {
    refused(() -> DpEvent.pure(bad, ADD_OR_REMOVE));
    refused(() -> new MatrixMechanismEvent(new TreeMatrix(4, 1), 1, 1, bad, ADD_OR_REMOVE));
    refused(() -> new ShuffledReportsEvent(10, bad, OptionalLong.empty()));
    refused(() -> DpEvent.zcdp(bad, ADD_OR_REMOVE));
    refused(() -> new ZcdpEvent(1, bad, ADD_OR_REMOVE));
    refused(() -> new ZcdpEvent(bad, 1, 0, ADD_OR_REMOVE));
    refused(() -> new SampledMatrixEvent(new TreeMatrix(4, 1), 0.1, bad, ADD_OR_REMOVE));
    refused(() -> new SampledMatrixEvent(new TreeMatrix(4, 1), bad, 1, ADD_OR_REMOVE));
    refused(() -> new PartitionSelectionEvent(bad, 1e-5, 1, ADD_OR_REMOVE));
    refused(() -> new PartitionSelectionEvent(1, bad, 1, ADD_OR_REMOVE));
    refused(
        () ->
            new ThresholdedCountsEvent(
                ThresholdedCountsEvent.Noise.GAUSSIAN, bad, 1, 1, ADD_OR_REMOVE));
    refused(
        () -> new GaussianSparseVectorEvent(bad, 1, 1, 1, false, Sensitivity.unit(ADD_OR_REMOVE)));
    refused(
        () -> new GaussianSparseVectorEvent(1, bad, 1, 1, false, Sensitivity.unit(ADD_OR_REMOVE)));
    refused(() -> new ApproximateEvent(bad, 0, ADD_OR_REMOVE));
    refused(() -> new ApproximateEvent(1, bad, ADD_OR_REMOVE));
  }

  @Test
  void probabilitiesAndWholeNumbersOutOfRangeAreRefused() {
    refused(() -> DpEvent.randomizedResponse(1, ADD_OR_REMOVE));
    refused(() -> new RandomizedResponseEvent(1, 0.5, ADD_OR_REMOVE));
    refused(() -> new ApproximateEvent(1, 1.1, ADD_OR_REMOVE));
    refused(() -> DpEvent.discreteGaussian(1, new Sensitivity(1.5, ADD_OR_REMOVE)));
    refused(() -> DpEvent.discreteLaplace(1, new Sensitivity(0.5, ADD_OR_REMOVE)));
    refused(() -> new StaircaseEvent(1, -0.1, ADD_OR_REMOVE));
    refused(() -> new StaircaseEvent(1, 1.1, ADD_OR_REMOVE));
    refused(() -> new StaircaseEvent(1, Double.NaN, ADD_OR_REMOVE));
    refused(() -> TruncatedLaplaceEvent.boundFor(1, 0.5, 1));
    refused(() -> new GeneralizedGaussianEvent(1, 0.99, UNIT));
    refused(() -> new SparseVectorEvent(1, 1, 0, false, Sensitivity.unit(ADD_OR_REMOVE)));
    refused(() -> mixture(0, List.of(1.0), List.of(1.0), ADD_OR_REMOVE));
    refused(() -> mixture(1, List.of(-1.0), List.of(1.0), ADD_OR_REMOVE));
    refused(() -> mixture(1, List.of(1.0), List.of(Double.NaN), ADD_OR_REMOVE));
    refused(() -> mixture(1, List.of(1.0, 2.0), List.of(0.5, 0.4), ADD_OR_REMOVE));
    refused(() -> mixture(1, List.of(1.0, 2.0), List.of(1.0), ADD_OR_REMOVE));
    refused(() -> mixture(1, List.of(), List.of(), ADD_OR_REMOVE));
    refused(() -> mixture(1, List.of(1.0), List.of(1.0), REPLACE_ONE));
    refused(() -> new ShuffledBatchesEvent(0, 1, 1, true, REPLACE_ONE));
    refused(() -> new ShuffledBatchesEvent(1, 0, 1, true, REPLACE_ONE));
    refused(() -> new ShuffledBatchesEvent(1, Long.MAX_VALUE, 1, true, REPLACE_ONE));
    refused(() -> new ShuffledBatchesEvent(1, 1, 0, true, REPLACE_ONE));
    refused(() -> new ShuffledBatchesEvent(1, 1, 1, true, ADD_OR_REMOVE));
    refused(() -> PURE.forGroupsOf(0));
    refused(() -> PURE.fixedSizeSampled(0, 10));
    refused(() -> PURE.fixedSizeSampled(11, 10));
    refused(() -> PURE.sampledWithReplacement(0, 10));
    refused(() -> PURE.sampledWithReplacement(3, 1));
    refused(() -> PURE.sampledWithReplacement(3, (1L << 53) + 1));
    refused(() -> PURE.truncatedPoissonSampled(0, 0.5, 10));
    refused(() -> PURE.truncatedPoissonSampled((1L << 53) + 1, 0.5, 10));
    refused(() -> PURE.truncatedPoissonSampled(10, 1.5, 10));
    refused(() -> PURE.truncatedPoissonSampled(10, Double.NaN, 10));
    refused(() -> PURE.truncatedPoissonSampled(10, 0.5, 0));
    refused(() -> DpEvent.parallel());
    refused(() -> DpEvent.parallel(PURE, DpEvent.pure(1, REPLACE_ONE)));
  }

  @Test
  void eventsDescribeThemselves() {
    assertEquals(
        "fixed-size(3, 9, group(2, pure(1, adjacency=add-remove)))",
        PURE.forGroupsOf(2).fixedSizeSampled(3, 9).describe());
    assertEquals(
        "parallel([pure(1, adjacency=add-remove), pure(1, adjacency=add-remove)])",
        new ParallelEvent(List.of(PURE, PURE), ParallelEvent.Assignment.BY_VALUE).describe());
    assertEquals("zcdp(1, adjacency=add-remove)", DpEvent.zcdp(1, ADD_OR_REMOVE).describe());
  }

  private static void mixture(
      double deviation, List<Double> moves, List<Double> weights, AdjacencyRelation adjacency) {
    new MixtureOfGaussiansEvent(deviation, moves, weights, adjacency);
  }

  private static void refused(Runnable construction) {
    assertThrows(IllegalArgumentException.class, construction::run);
  }
}
