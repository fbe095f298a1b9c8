package org.assay.testing.guide;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;

import java.util.List;
import org.assay.accountant.privacy.Guarantee;
import org.assay.testing.assertion.Domain;
import org.assay.testing.contract.MechanismContract;
import org.assay.verify.trial.Mechanism;

class CountContractTest implements MechanismContract<List<Double>> {
  @Override
  public Guarantee claim() {
    return new Guarantee.Pure(1, ADD_OR_REMOVE);
  }

  @Override
  public Mechanism<List<Double>> mechanism() {
    return VisitsTest.count(1);
  }

  @Override
  public Mechanism<List<Double>> brokenTwin() {
    return VisitsTest.count(0.5);
  }

  @Override
  public Domain<List<Double>> domain() {
    return Domain.numbersBetween(0, 1, ADD_OR_REMOVE);
  }
}
