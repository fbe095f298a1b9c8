package org.assay.accountant.internal.loss.lattice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.assay.accountant.internal.loss.lattice.LatticeBracket.TiltChoice;
import org.junit.jupiter.api.Test;

class TiltChoiceTest {
  private static final double STEP = 0.01;
  private static final long[] HUNDRED = {100};

  private static long length(List<LatticeLaw> laws, TiltChoice tilt) {
    return LatticeWindow.of(laws, HUNDRED, tilt.theta(), tilt.tail(), 62).length();
  }

  /** An outcome of loss 5 and probability 1e-13 adds nothing to a delta of 1e-5. */
  @Test
  void rareOutcomesDoNotStretchTheWindow() {
    Map<Long, Double> masses = Map.of(-2L, 0.5, 2L, 0.5, 500L, 1e-13);
    List<LatticeLaw> laws = List.of(new LatticeLaw(STEP, masses, 0));
    SaddlePoint point = new SaddlePoint(laws, HUNDRED);
    TiltChoice saddle = new TiltChoice(point.tiltForDelta(1e-5), 1e-7);
    double epsilon = point.epsilon(saddle.theta());
    TiltChoice chosen = TiltChoice.of(laws, HUNDRED, saddle, epsilon, 1e-5, 1e-4);
    assertTrue(chosen.theta() < saddle.theta() && chosen.tail() <= saddle.tail());
    assertTrue(4 * length(laws, chosen) < length(laws, saddle), chosen::toString);
  }

  /** A window of few points for each outcome costs less than the search for a shorter one. */
  @Test
  void shortWindowsAreNotSearched() {
    Map<Long, Double> masses = new HashMap<>();
    for (long i = -200; i <= 200; i++) {
      masses.put(i, 1.0 / 401);
    }
    masses.put(500L, 1e-13);
    List<LatticeLaw> laws = List.of(new LatticeLaw(STEP, masses, 0));
    TiltChoice saddle = new TiltChoice(3, 1e-7);
    assertSame(saddle, TiltChoice.of(laws, new long[] {1}, saddle, 1, 1e-2, 1e-4));
  }

  /** A delta below the rounding of transforms at other tilts needs the saddle point. */
  @Test
  void smallDeltasKeepTheirDigits() {
    List<LatticeLaw> laws = List.of(new LatticeLaw(STEP, Map.of(-2L, 0.5, 2L, 0.5), 0));
    SaddlePoint point = new SaddlePoint(laws, HUNDRED);
    TiltChoice saddle = new TiltChoice(point.tiltForDelta(1e-25), 1e-7);
    double epsilon = point.epsilon(saddle.theta());
    TiltChoice chosen = TiltChoice.of(laws, HUNDRED, saddle, epsilon, 1e-25, 1e-4);
    double raised = SaddlePoint.moments(laws, HUNDRED, chosen.theta())[0];
    assertTrue(raised - chosen.theta() * epsilon < Math.log(1e-25 * 1e7), chosen::toString);
    assertEquals(1, saddle.tail() / 1e-7);
  }
}
