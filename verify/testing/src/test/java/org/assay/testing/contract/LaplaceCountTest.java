package org.assay.testing.contract;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;

import java.util.List;
import java.util.random.RandomGenerator;
import org.assay.accountant.privacy.Guarantee;
import org.assay.testing.assertion.AuditAssert;
import org.assay.testing.assertion.Domain;
import org.assay.verify.trial.Mechanism;

/** The contract on a count with Laplace noise, and with half the noise as its broken twin. */
class LaplaceCountTest implements MechanismContract<List<Double>> {
  @Override
  public Guarantee claim() {
    return new Guarantee.Pure(1, ADD_OR_REMOVE);
  }

  @Override
  public Mechanism<List<Double>> mechanism() {
    return count(1);
  }

  @Override
  public Mechanism<List<Double>> brokenTwin() {
    return count(0.5);
  }

  @Override
  public Domain<List<Double>> domain() {
    return Domain.numbersBetween(0, 1, ADD_OR_REMOVE);
  }

  /** The noise is added in doubles. */
  @Override
  public AuditAssert<List<Double>> configure(AuditAssert<List<Double>> audit) {
    return audit.significantBits(24);
  }

  private static Mechanism<List<Double>> count(double scale) {
    return Mechanism.ofScalar((dataset, random) -> dataset.size() + laplace(scale, random));
  }

  private static double laplace(double scale, RandomGenerator random) {
    double magnitude = scale * random.nextExponential();
    return random.nextBoolean() ? magnitude : -magnitude;
  }
}
