package org.assay.accountant.curve;

import java.util.Map;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.Guarantee;

/**
 * The profile of a guarantee given by points of a profile.
 *
 * <p>With {@code D(u) = sup P(A) - u Q(A)} a profile is {@code D(e^epsilon)}. D is convex and
 * falls; for both orders {@code D(1/u) = 1 - (1 - D(u))/u}. A point bounds D by its delta from its
 * own u on. Two points, one of them perhaps mirrored below 1, bound D between them by their chord.
 * The lowest of these bounds is the largest convex function through or below the points, which is
 * the profile of some pair.
 */
final class ClaimedPoints {
  private ClaimedPoints() {}

  static Enclosure delta(Guarantee.Profile claimed, double epsilon) {
    Enclosure lowest = Enclosure.ONE;
    for (var right : claimed.deltaByEpsilon().entrySet()) {
      if (right.getKey() <= epsilon) {
        lowest = lowest.min(Enclosure.exact(right.getValue()));
      } else {
        for (var left : claimed.deltaByEpsilon().entrySet()) {
          lowest = lowest.min(mirroredChord(left, right, epsilon));
          if (left.getKey() < epsilon) {
            Enclosure start = Enclosure.exact(left.getValue());
            lowest = lowest.min(chord(left.getKey(), start, right, epsilon));
          }
        }
      }
    }
    return lowest;
  }

  private static Enclosure mirroredChord(
      Map.Entry<Double, Double> left, Map.Entry<Double, Double> right, double epsilon) {
    Enclosure share = Enclosure.exact(-left.getKey()).exp();
    Enclosure start = Enclosure.ONE.minus(Enclosure.ONE.minus(left.getValue()).times(share));
    return chord(-left.getKey(), start, right, epsilon);
  }

  /** The chord between {@code e^from} and the right point, linear in u. */
  private static Enclosure chord(
      double from, Enclosure start, Map.Entry<Double, Double> right, double epsilon) {
    Enclosure end = Enclosure.exact(right.getKey());
    Enclosure low = Enclosure.exact(from).minus(end).exp();
    if (!(low.upper() < 1)) {
      // Too close to each other for a slope; the chord lies between its ends.
      return start.hull(Enclosure.exact(right.getValue()));
    }
    Enclosure here = Enclosure.exact(epsilon).minus(end).exp();
    Enclosure share = here.minus(low).dividedBy(Enclosure.ONE.minus(low));
    return start.plus(Enclosure.exact(right.getValue()).minus(start).times(share));
  }
}
