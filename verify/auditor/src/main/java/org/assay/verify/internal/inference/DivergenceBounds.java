package org.assay.verify.internal.inference;

import java.util.ArrayList;
import java.util.List;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.DefaultGuaranteeVisitor;
import org.assay.accountant.privacy.Guarantee;

/**
 * The bounds on divergences that a claim consists of, or a finite choice among infinitely many.
 * Each bound appears twice: P from Q, and Q from P.
 */
public final class DivergenceBounds {
  /** The smallest chosen order minus 1, which doubles from one order to the next. Not tuned. */
  private static final double SMALLEST_EXCESS = 0.125;

  /** Number of chosen orders above 1. Not tuned: time grows with this number. */
  private static final int ORDERS = 14;

  private DivergenceBounds() {}

  /**
   * The bounds of a claim.
   *
   * @param claim the claim
   * @return the bounds of a Rényi claim; for a zero-concentrated claim {@code D_a ≤ a rho} at order
   *     1 (the limit from above) and at orders from 1.125 to 1 + 2^10; none for other claims
   */
  public static List<DivergenceBound> of(Guarantee claim) {
    return claim.accept(new Kinds());
  }

  /** Both directions of a zero-concentrated claim at one order, rounded up. */
  static List<DivergenceBound> concentrated(double rho, double order) {
    return both(order, Rounding.multiplyUp(order, rho));
  }

  private static List<DivergenceBound> both(double order, double bound) {
    return List.of(
        new DivergenceBound(order, bound, true), new DivergenceBound(order, bound, false));
  }

  private static final class Kinds extends DefaultGuaranteeVisitor<List<DivergenceBound>> {
    @Override
    public List<DivergenceBound> visitRenyi(Guarantee.Renyi claim) {
      List<DivergenceBound> bounds = new ArrayList<>();
      claim.epsilonByOrder().forEach((order, bound) -> bounds.addAll(both(order, bound)));
      return List.copyOf(bounds);
    }

    @Override
    public List<DivergenceBound> visitZeroConcentrated(Guarantee.ZeroConcentrated claim) {
      List<DivergenceBound> bounds = new ArrayList<>(concentrated(claim.rho(), 1));
      double excess = SMALLEST_EXCESS;
      for (int i = 0; i < ORDERS; i++, excess *= 2) {
        bounds.addAll(concentrated(claim.rho(), 1 + excess));
      }
      return List.copyOf(bounds);
    }

    @Override
    protected List<DivergenceBound> visitOther(Guarantee claim) {
      return List.of();
    }
  }
}
