package org.assay.testing;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;

import java.util.List;
import java.util.random.RandomGenerator;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.ListPairs;
import org.assay.verify.trial.Mechanism;

/** The contract on a count with Laplace noise, and with half the noise as its broken twin. */
class LaplaceCountTest extends MechanismContract<List<Integer>> {
  @Override
  protected Guarantee claim() {
    return new Guarantee.Pure(1, ADD_OR_REMOVE);
  }

  @Override
  protected Mechanism<List<Integer>> mechanism() {
    return count(1);
  }

  @Override
  protected Mechanism<List<Integer>> brokenTwin() {
    return count(0.5);
  }

  @Override
  protected List<AdjacentPair<List<Integer>>> pairs() {
    return List.of(ListPairs.removeOne(List.of(1, 2, 3), 1), ListPairs.addOne(List.of(), 7));
  }

  /** The noise is added in doubles. */
  @Override
  protected int significantBits() {
    return 24;
  }

  private static Mechanism<List<Integer>> count(double scale) {
    return Mechanism.ofScalar((dataset, random) -> dataset.size() + laplace(scale, random));
  }

  private static double laplace(double scale, RandomGenerator random) {
    double magnitude = scale * random.nextExponential();
    return random.nextBoolean() ? magnitude : -magnitude;
  }
}
