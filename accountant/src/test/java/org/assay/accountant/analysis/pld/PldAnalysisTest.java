package org.assay.accountant.analysis.pld;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.assay.accountant.curve.PrivacyLossDistribution;
import org.assay.accountant.divergence.GaussianMechanism;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.accountant.privacy.UnsupportedEventException;
import org.junit.jupiter.api.Test;

class PldAnalysisTest {
  private static final DpEvent STEP = DpEvent.gaussian(4, Sensitivity.unit(ADD_OR_REMOVE));

  @Test
  void countsReachTheCurve() {
    DpEvent event = DpEvent.sequence(STEP.times(3), STEP).times(4);
    Enclosure epsilon = new PldAnalysis(ADD_OR_REMOVE).analyze(event).epsilon(1e-6);
    Enclosure exact = GaussianMechanism.epsilon(1, 1e-6);
    assertTrue(epsilon.lower() <= exact.lower() && exact.upper() <= epsilon.upper());
  }

  @Test
  void replacingDoublesTheSensitivityOfUnsampledNoise() {
    Enclosure epsilon = new PldAnalysis(REPLACE_ONE).analyze(STEP.times(4)).epsilon(1e-6);
    assertTrue(epsilon.contains(GaussianMechanism.epsilon(1, 1e-6).midpoint()));
  }

  @Test
  void samplingWithProbabilityZeroCostsNothing() {
    PrivacyLossDistribution loss =
        new PldAnalysis(ADD_OR_REMOVE).analyze(STEP.poissonSampled(0).times(7));
    assertEquals(Enclosure.ZERO, loss.epsilon(1e-6));
  }

  @Test
  void unknownPartsAreRefusedByName() {
    PldAnalysis replacing = new PldAnalysis(REPLACE_ONE);
    PldAnalysis removing = new PldAnalysis(ADD_OR_REMOVE);
    DpEvent sampled = STEP.poissonSampled(0.1);
    assertThrows(UnsupportedEventException.class, () -> replacing.analyze(sampled));
    DpEvent nested = STEP.times(2).poissonSampled(0.1);
    assertThrows(UnsupportedEventException.class, () -> removing.analyze(nested));
    DpEvent replaced = DpEvent.gaussian(1, Sensitivity.unit(REPLACE_ONE)).poissonSampled(0.1);
    assertThrows(UnsupportedEventException.class, () -> replacing.analyze(replaced));
  }
}
