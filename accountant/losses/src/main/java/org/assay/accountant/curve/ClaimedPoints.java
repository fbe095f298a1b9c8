package org.assay.accountant.curve;

import java.util.Arrays;
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
 *
 * <p>All chords are computed in doubles, and only those are enclosed that may be the lowest.
 */
final class ClaimedPoints {
  /** Factor above the relative errors of exponentials and of the chords computed from them. */
  private static final double ERROR = 1e-13;

  /** Largest logarithm of a u that is compared in doubles. */
  private static final double LARGEST_LOGARITHM = 600;

  /** Bound of the error of a mirrored point's value, which is within [-1, 1]. */
  private static final double START = 1e-14;

  private final int count;

  /** Logarithms of the u at which chords start: first the mirrored points, then the points. */
  private final double[] from;

  /** The u at which chords start, in doubles; NaN if they are too large. */
  private final double[] factors;

  /** The values of D at the u at which chords start. */
  private final Enclosure[] start;

  /** The same values in doubles. */
  private final double[] values;

  /** The points, at which chords end. */
  private final double[] epsilons;

  private final double[] deltas;

  ClaimedPoints(Guarantee.Profile claimed) {
    this.count = claimed.deltaByEpsilon().size();
    this.epsilons = claimed.deltaByEpsilon().keySet().stream().mapToDouble(e -> e).toArray();
    this.deltas = claimed.deltaByEpsilon().values().stream().mapToDouble(d -> d).toArray();
    this.from = new double[2 * count];
    this.start = new Enclosure[2 * count];
    for (int i = 0; i < count; i++) {
      Enclosure share = Enclosure.exact(-epsilons[i]).exp();
      from[i] = -epsilons[i];
      start[i] = Enclosure.ONE.minus(Enclosure.ONE.minus(deltas[i]).times(share));
      from[count + i] = epsilons[i];
      start[count + i] = Enclosure.exact(deltas[i]);
    }
    this.factors = Arrays.stream(from).map(ClaimedPoints::factor).toArray();
    this.values = Arrays.stream(start).mapToDouble(Enclosure::midpoint).toArray();
  }

  private static double factor(double logarithm) {
    return Math.abs(logarithm) <= LARGEST_LOGARITHM ? Math.exp(logarithm) : Double.NaN;
  }

  Enclosure delta(double epsilon) {
    Enclosure lowest = Enclosure.ONE;
    int first = 0;
    for (; first < count && epsilons[first] <= epsilon; first++) {
      lowest = lowest.min(Enclosure.exact(deltas[first]));
    }
    int lefts = first > 0 && epsilons[first - 1] == epsilon ? count + first - 1 : count + first;
    double here = factor(epsilon);
    double enough = lowest.upper();
    for (int right = first; right < count; right++) {
      for (int left = 0; left < lefts; left++) {
        double high = rough(left, right, here, 1);
        enough = high < enough ? high : enough;
      }
    }
    for (int right = first; right < count; right++) {
      for (int left = 0; left < lefts; left++) {
        if (!(rough(left, right, here, -1) > enough)) {
          lowest = lowest.min(chord(left, right, epsilon));
        }
      }
    }
    return lowest;
  }

  /**
   * The chord in doubles, with its largest error added or subtracted. Roundings of the factors
   * count as often as the chord's end is larger than the distance between its ends.
   */
  private double rough(int left, int right, double here, int sign) {
    double low = factors[left];
    double end = factors[count + right];
    double value = values[left];
    double chord = value + (deltas[right] - value) * ((here - low) / (end - low));
    double size = Math.abs(value) + deltas[right];
    double mirrored = left < count ? START : 0;
    return chord + sign * (ERROR * size * (1 + end / (end - low)) + mirrored);
  }

  /** The chord between {@code e^from} and the right point, linear in u. */
  private Enclosure chord(int left, int right, double epsilon) {
    Enclosure end = Enclosure.exact(epsilons[right]);
    Enclosure low = Enclosure.exact(from[left]).minus(end).exp();
    if (!(low.upper() < 1)) {
      // Too close to each other for a slope; the chord lies between its ends.
      return start[left].hull(Enclosure.exact(deltas[right]));
    }
    Enclosure here = Enclosure.exact(epsilon).minus(end).exp();
    Enclosure share = here.minus(low).dividedBy(Enclosure.ONE.minus(low));
    return start[left].plus(Enclosure.exact(deltas[right]).minus(start[left]).times(share));
  }
}
