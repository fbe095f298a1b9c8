package org.assay.accountant.internal.composition;

import java.util.List;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.assay.accountant.internal.contour.Narrow;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.Parameters;

/** The profile of a composition in one order of the neighbours, not the larger one of both. */
public final class OneOrder {
  private OneOrder() {}

  /**
   * Smallest delta at an epsilon.
   *
   * @param run the composition
   * @param epsilon finite and at least 0
   * @param removing whether the first of both neighbours has the record
   * @param decided whether an enclosure is narrow enough before the limit of work
   * @return an enclosure; its lower end is 0 where only the larger one of both orders is known
   * @throws IllegalArgumentException if epsilon is out of range
   */
  public static Enclosure delta(
      MixedComposition run, double epsilon, boolean removing, Predicate<Enclosure> decided) {
    Parameters.requireNonNegative("epsilon", epsilon);
    UnaryOperator<Enclosure> whole = run.whole();
    if (run.others.isEmpty()) {
      return whole.apply(delta(run.gaussian, epsilon, removing));
    }
    Enclosure delta =
        run.directions().delta(epsilon, removing, intact -> decided.test(whole.apply(intact)));
    return whole.apply(run.gaussian.inNormalRange() ? delta : Enclosure.of(0, delta.upper()));
  }

  /**
   * The profile for many deltas, each of which then takes less time.
   *
   * @param run the composition
   * @param removing whether the first of both neighbours has the record
   * @param narrow decides whether an enclosure is narrow enough
   * @return enclosures, wider where {@link #delta} is narrower; empty where it always is
   */
  public static Optional<DoubleFunction<Enclosure>> profile(
      MixedComposition run, boolean removing, Narrow narrow) {
    boolean quick = !run.others.isEmpty() && run.gaussian.inNormalRange();
    if (!quick) {
      return Optional.empty();
    }
    UnaryOperator<Enclosure> whole = run.whole();
    return run.directions()
        .one(removing)
        .map(contour -> contour.profile(narrow))
        .map(intact -> epsilon -> whole.apply(intact.apply(epsilon)));
  }

  private static Enclosure delta(GaussianComposition run, double epsilon, boolean removing) {
    if (!run.inNormalRange()) {
      return Enclosure.of(0, delta(run.withinNormalRange(), epsilon, removing).upper());
    }
    if (run.sampled.isEmpty()) {
      return run.delta(epsilon);
    }
    if (run.isSingleStep()) {
      return run.sampled.get(0).deltaOfOneStep(epsilon, removing);
    }
    if (run.isLoneAllocation()) {
      return Enclosure.of(0, run.delta(epsilon).upper());
    }
    return run.isRare() && removing
        ? run.rare().delta(epsilon)
        : run.directions(List.of()).delta(epsilon, removing, never -> false);
  }
}
