package org.assay.testing.contract;

import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.random.RandomGenerator;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.testing.assertion.AuditAssert;
import org.assay.testing.assertion.Domain;
import org.assay.verify.trial.Mechanism;
import org.assay.verify.trial.Outcome;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** The contract on noisy sums, of which some tell something else than they do. */
class AlgorithmContractTest {
  /** A sum of numbers in [0, 1] with Gaussian noise. */
  private record NoisySum(double stated, double added) implements AlgorithmContract<List<Double>> {
    @Override
    public AlgorithmRun run(List<Double> dataset, RandomGenerator random) {
      double release = sum(dataset) + added * random.nextGaussian();
      return new AlgorithmRun(Outcome.of(release), event(stated));
    }

    @Override
    public Mechanism<List<Double>> brokenTwin() {
      return Mechanism.ofScalar(
          (dataset, random) -> sum(dataset) + 0.3 * added * random.nextGaussian());
    }

    @Override
    public Domain<List<Double>> domain() {
      return Domain.numbersBetween(0, 1, REPLACE_ONE);
    }

    /** The noise is added in doubles. */
    @Override
    public AuditAssert<List<Double>> configure(AuditAssert<List<Double>> audit) {
      return audit.significantBits(24);
    }
  }

  @Nested
  class AnHonestSum implements AlgorithmContract<List<Double>> {
    private final NoisySum sum = new NoisySum(1, 1);

    @Override
    public AlgorithmRun run(List<Double> dataset, RandomGenerator random) {
      return sum.run(dataset, random);
    }

    @Override
    public Mechanism<List<Double>> brokenTwin() {
      return sum.brokenTwin();
    }

    @Override
    public Domain<List<Double>> domain() {
      return sum.domain();
    }

    @Override
    public AuditAssert<List<Double>> configure(AuditAssert<List<Double>> audit) {
      return sum.configure(audit);
    }
  }

  @Test
  void lessNoiseThanStatedIsRefuted() {
    assertFails(
        "the algorithm does not satisfy (1.1, ",
        new NoisySum(4, 1)::releaseKeepsWhatTheEventSpends);
  }

  @Test
  void aTwinThatKeepsTheClaimIsReported() {
    assertFails("was expected to break (1.1, ", new NoisySum(0.2, 1)::brokenTwinIsRefuted);
  }

  @Test
  void anEventThatDependsOnTheDataIsReported() {
    AlgorithmContract<List<Double>> calibratesToTheData =
        new AlgorithmContract<>() {
          @Override
          public AlgorithmRun run(List<Double> dataset, RandomGenerator random) {
            return new AlgorithmRun(Outcome.of(0), event(1 + sum(dataset)));
          }

          @Override
          public Mechanism<List<Double>> brokenTwin() {
            return Mechanism.ofScalar((dataset, random) -> sum(dataset));
          }

          @Override
          public Domain<List<Double>> domain() {
            return Domain.numbersBetween(0, 1, REPLACE_ONE);
          }
        };
    assertFails("the event betrays the data", calibratesToTheData::eventIsTheSameForNeighbours);
  }

  private static void assertFails(String part, Executable test) {
    var thrown = assertThrows(AssertionError.class, test);
    assertTrue(String.valueOf(thrown.getMessage()).contains(part), thrown::getMessage);
  }

  private static DpEvent event(double noise) {
    return DpEvent.gaussian(noise, Sensitivity.unit(REPLACE_ONE));
  }

  private static double sum(List<Double> dataset) {
    return dataset.stream().mapToDouble(x -> x).sum();
  }
}
