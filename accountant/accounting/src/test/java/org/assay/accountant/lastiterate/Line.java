package org.assay.accountant.lastiterate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.math3.analysis.integration.gauss.GaussIntegrator;
import org.apache.commons.math3.analysis.integration.gauss.GaussIntegratorFactory;

/**
 * The interval [0, width] for quadrature: Gauss-Legendre nodes in panels, and the two ends, where
 * clamping leaves atoms. The law of a walk is a vector of masses: that of the lower end, density
 * times weight at the nodes, that of the upper end.
 */
final class Line {
  private static final double PANEL = 3.5;

  private final double width;
  private final double[] places;
  private final double[] weights;

  private Line(double width, double[] places, double[] weights) {
    this.width = width;
    this.places = places;
    this.weights = weights;
  }

  /** A rule with so many nodes in every panel of 3.5 noises. */
  static Line of(double width, double noise, int nodes) {
    int panels = (int) Math.ceil(width / (PANEL * noise));
    GaussIntegrator rule = new GaussIntegratorFactory().legendre(nodes);
    double half = width / (2.0 * panels);
    List<double[]> points = new ArrayList<>();
    points.add(new double[] {0, 0});
    for (int panel = 0; panel < panels; panel++) {
      for (int i = 0; i < nodes; i++) {
        double place = half * (2 * panel + 1 + rule.getPoint(i));
        points.add(new double[] {place, half * rule.getWeight(i)});
      }
    }
    points.add(new double[] {width, 0});
    return new Line(
        width,
        points.stream().mapToDouble(point -> point[0]).toArray(),
        points.stream().mapToDouble(point -> point[1]).toArray());
  }

  double width() {
    return width;
  }

  double[] places() {
    return places;
  }

  /** A step between the nodes. */
  Kernel kernel(StepLaw law) {
    return kernel(law, places);
  }

  /** A step from other places to the nodes. */
  Kernel kernel(StepLaw law, double... from) {
    double[] scale = new double[weights.length];
    Arrays.setAll(scale, j -> weights[j] / (law.noise() * Math.sqrt(2 * Math.PI)));
    double[][] rows = new double[from.length][places.length];
    for (int i = 0; i < from.length; i++) {
      for (int way = 0; way < law.ways(); way++) {
        double mean = law.mean(way, from[i]);
        add(rows[i], scale, law.probability(way), mean, law.noise());
      }
    }
    return new Kernel(rows);
  }

  private void add(double[] row, double[] scale, double probability, double mean, double noise) {
    int last = places.length - 1;
    double reach = Normal.REACH * noise;
    int j = Math.max(1, firstFrom(mean - reach));
    for (; j < last && places[j] <= mean + reach; j++) {
      double gap = (places[j] - mean) / noise;
      row[j] += probability * scale[j] * Math.exp(-gap * gap / 2);
    }
    row[0] += probability * Normal.upperTail(mean / noise);
    row[last] += probability * Normal.upperTail((width - mean) / noise);
  }

  private int firstFrom(double place) {
    int found = Arrays.binarySearch(places, place);
    return found < 0 ? -found - 1 : found;
  }
}
