package org.assay.accountant.internal.iteration.starts;

import java.util.Arrays;
import org.assay.accountant.internal.calculus.GaussLegendre;
import org.assay.accountant.internal.calculus.NormalTail;
import org.assay.accountant.numeric.Enclosure;

/** The distribution of a walk on an interval with unit noise and clamping, to about ten digits. */
public final class LineWalk {
  private static final GaussLegendre RULE = GaussLegendre.withNodes(16);
  private static final double PANEL = 5;
  private static final int BINS = 160;

  private final double size;
  private final double[] places;

  /** Masses of the places; the ends come last. */
  private final double[] masses;

  private LineWalk(double size, double[] places, double[] masses) {
    this.size = size;
    this.places = places;
    this.masses = masses;
  }

  public static LineWalk from(double start, double size) {
    return new LineWalk(size, new double[] {start}, new double[] {1});
  }

  /** The map that moves all places of a line by the same distance. */
  public static double[] drifted(int size, double drift) {
    double[] map = new double[size + 1];
    Arrays.setAll(map, i -> i + drift);
    return map;
  }

  /** The map that goes farther by a shift. */
  public static double[] shifted(double[] map, double shift) {
    return Arrays.stream(map).map(place -> place + shift).toArray();
  }

  /** The walk after a step along a map given at integers. */
  public LineWalk after(double[] map) {
    int panels = (int) Math.ceil(size / PANEL);
    double half = size / (2 * panels);
    int nodes = RULE.nodes();
    double[] to = new double[panels * nodes + 2];
    double[] mass = new double[to.length];
    for (int j = 0; j < to.length - 2; j++) {
      to[j] = half * (2 * (j / nodes) + 1 + RULE.point(j % nodes).midpoint());
      double weight = RULE.weight(j % nodes).midpoint() * half / Math.sqrt(2 * Math.PI);
      for (int i = 0; i < places.length; i++) {
        double gap = to[j] - moved(map, places[i]);
        mass[j] += masses[i] * weight * Math.exp(-gap * gap / 2);
      }
    }
    to[to.length - 1] = size;
    for (int i = 0; i < places.length; i++) {
      double center = moved(map, places[i]);
      mass[to.length - 2] += masses[i] * tail(center);
      mass[to.length - 1] += masses[i] * tail(size - center);
    }
    return new LineWalk(size, to, mass);
  }

  /**
   * The mixture of two walks after the same number of steps, the other one with the given
   * probability.
   */
  public LineWalk mixed(LineWalk other, double share) {
    double[] mixed = new double[masses.length];
    Arrays.setAll(mixed, i -> (1 - share) * masses[i] + share * other.masses[i]);
    return new LineWalk(size, places, mixed);
  }

  /** The walk after a step that goes farther by a shift with a probability. */
  public LineWalk after(double[] map, double shift, double share) {
    return after(map).mixed(after(shifted(map, shift)), share);
  }

  /** Exact masses of bins after a last step that goes farther by a shift with a probability. */
  public double[] binned(double[] map, double shift, double share) {
    double[] bins = binned(map);
    double[] others = binned(shifted(map, shift));
    Arrays.setAll(bins, i -> (1 - share) * bins[i] + share * others[i]);
    return bins;
  }

  /**
   * Exact masses of bins and of the two ends after a last step, which reveal no more than the walk.
   */
  public double[] binned(double[] map) {
    double[] bins = new double[BINS + 2];
    for (int i = 0; i < places.length; i++) {
      double center = moved(map, places[i]);
      bins[BINS] += masses[i] * tail(center);
      for (int bin = 0; bin < BINS; bin++) {
        double down = bin * size / BINS;
        double up = (bin + 1) * size / BINS;
        bins[bin] += masses[i] * Math.max(0, between(down - center, up - center));
      }
      bins[BINS + 1] += masses[i] * tail(size - center);
    }
    return bins;
  }

  /** Probability that a normal variable is between two numbers, from the nearer tail. */
  private static double between(double from, double to) {
    return from > 0 ? tail(from) - tail(to) : tail(-to) - tail(-from);
  }

  private static double tail(double threshold) {
    return NormalTail.upperTail(Enclosure.exact(threshold)).midpoint();
  }

  private static double moved(double[] map, double place) {
    int below = (int) Math.min(map.length - 2, Math.floor(place));
    return map[below] + (place - below) * (map[below + 1] - map[below]);
  }
}
