package org.assay.cli.internal.utility;

import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.cli.internal.train.Spending;
import org.junit.jupiter.api.Test;

class CorrectionRowTest {
  private static final double GAP = 0.01;

  private static ScheduleTrial trial(double noise, Double... excesses) {
    DpEvent event = DpEvent.gaussian(noise, Sensitivity.unit(REPLACE_ONE));
    Guarantee.Approximate any = new Guarantee.Approximate(1, 1e-5, REPLACE_ONE);
    return new ScheduleTrial(Optional.of(Spending.of(event, any)), List.of(excesses), "");
  }

  private static CorrectionRow row(ScheduleTrial paper, ScheduleTrial corrected) {
    Guarantee.Approximate claimed = new Guarantee.Approximate(1, 1e-5, REPLACE_ONE);
    return new CorrectionRow("some", "phased-sgd", claimed, paper, corrected, GAP);
  }

  /** A unit Gaussian has epsilon 4.3772 at 1e-5 (bisection of Balle and Wang's formula). */
  @Test
  void aPromiseIsComparedWithWhatIsCertified() {
    CorrectionRow broken = row(trial(1, 1.0), trial(4, 1.0));
    assertEquals(Optional.of(false), broken.promiseKept());
    assertEquals(4.3772, broken.factorSpent().orElseThrow(), 1e-4);
    assertEquals(Optional.of(true), row(trial(4, 1.0), trial(4, 1.0)).promiseKept());
  }

  @Test
  void costsAreDifferencesSeedBySeed() {
    CorrectionRow row = row(trial(1, 1.0, 2.0, 3.0), trial(4, 2.0, 3.5, 3.5));
    assertEquals(1, row.cost().orElseThrow().value(), 1e-15);
    assertEquals(0.5 / Math.sqrt(3), row.cost().orElseThrow().error(), 1e-15);
    assertEquals(1.5, row.ratio().orElseThrow(), 1e-15);
  }

  @Test
  void aLossWithinTheErrorOfTheMinimumHasNoRatio() {
    assertEquals(Optional.empty(), row(trial(1, GAP), trial(4, 1.0)).ratio());
    assertEquals(Optional.empty(), row(trial(1, 1.0), trial(4, -GAP)).ratio());
  }

  @Test
  void aRefusedScheduleLeavesTheOther() {
    CorrectionRow row = row(ScheduleTrial.refused("too few records"), trial(4, 1.0, 3.0));
    assertEquals(Optional.empty(), row.promiseKept());
    assertEquals(Optional.empty(), row.cost());
    assertEquals(2, row.corrected().excess().orElseThrow().value(), 1e-15);
    assertTrue(Double.isNaN(Mean.of(List.of(1.0)).error()));
  }
}
