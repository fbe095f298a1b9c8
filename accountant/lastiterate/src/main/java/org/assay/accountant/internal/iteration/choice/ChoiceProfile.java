package org.assay.accountant.internal.iteration.choice;

/**
 * Upper bounds of a profile at the points {@code e^(ld)}, l = 0 … L. Chords bound the profile
 * between the points, and the last value bounds it above them. The profile below 1 is the mirror
 * image, as the bounds hold in both directions.
 */
final class ChoiceProfile {
  /** Bound of the relative error of a kink's parts. */
  private static final double ERROR = 0x1p-49;

  private final double spacing;
  private final double[] values;

  ChoiceProfile(double spacing, double[] values) {
    this.spacing = spacing;
    this.values = values;
  }

  /** The profile of two equal distributions. */
  static ChoiceProfile ofEqualLaws(double spacing, int last) {
    return new ChoiceProfile(spacing, new double[last + 1]);
  }

  double spacing() {
    return spacing;
  }

  /** The index of the last point. */
  int last() {
    return values.length - 1;
  }

  double value(int point) {
    return values[point];
  }

  /** The profile at every n-th point only. */
  ChoiceProfile coarser(int every) {
    double[] kept = new double[last() / every + 1];
    for (int l = 0; l < kept.length; l++) {
      kept[l] = values[l * every];
    }
    return new ChoiceProfile(spacing * every, kept);
  }

  /**
   * γ times the change of slope of the chords at the points −L … L, at least 0 and rounded up:
   * index {@code L + l} belongs to {@code e^(ld)}.
   */
  double[] kinks() {
    int last = last();
    double step = Math.expm1(spacing);
    double[] kinks = new double[2 * last + 1];
    double right = fall(0) / step;
    kinks[last] = Math.max(0, 1 - values[0] - 2 * right + 4 * ERROR);
    for (int l = 1; l <= last; l++) {
      double before = fall(l - 1);
      double after = fall(l);
      double kink = before + (before - after) / step + ERROR * (before + after) / step;
      kinks[last + l] = Math.max(0, kink);
      kinks[last - l] = kinks[last + l] * Math.exp(-l * spacing) * (1 + ERROR);
    }
    return kinks;
  }

  private double fall(int point) {
    return point < last() ? Math.max(0, values[point] - values[point + 1]) : 0;
  }

  /** A bound of the profile at a loss of at least 0. */
  double at(double loss) {
    double place = Math.floor(loss / spacing);
    if (place >= last()) {
      return values[last()];
    }
    int point = (int) place;
    double beyond = Math.max(0, loss - point * spacing);
    double weight = Math.min(1, Math.expm1(beyond) / Math.expm1(spacing)) * (1 - 1e-9) - 1e-12;
    return values[point] - Math.max(0, weight) * fall(point) * (1 - 1e-12);
  }

  /** A loss of at least 0 from which the profile is at most delta, or infinity. */
  double lossAt(double delta) {
    if (values[0] <= delta) {
      return 0;
    }
    int point = 0;
    while (point < last() && values[point + 1] > delta) {
      point++;
    }
    if (point == last()) {
      return Double.POSITIVE_INFINITY;
    }
    double part = Math.min(1, (values[point] - delta) / fall(point) * (1 + 1e-12));
    return (point * spacing + Math.log1p(part * Math.expm1(spacing))) * (1 + 1e-12);
  }
}
