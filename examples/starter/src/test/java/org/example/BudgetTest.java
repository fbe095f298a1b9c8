package org.example;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.assay.accountant.accounting.Accountant;
import org.assay.accountant.event.DpEvent;
import org.junit.jupiter.api.Test;

class BudgetTest {
  private static final double BUDGET = 3;
  private static final double DELTA = 1e-5;

  /** 15 epochs of 60,000 records, in Poisson batches of 256 on average. */
  @Test
  void trainingStaysWithinTheBudget() {
    DpEvent training =
        DpEvent.parse("60000/256*15 x poisson(256/60000, gaussian(1.1))", ADD_OR_REMOVE);
    double epsilon = Accountant.rdp(ADD_OR_REMOVE).compose(training).epsilonAt(DELTA).upper();
    assertTrue(epsilon <= BUDGET, () -> "epsilon was " + epsilon);
  }
}
