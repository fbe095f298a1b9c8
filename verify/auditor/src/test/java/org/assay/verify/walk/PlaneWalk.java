package org.assay.verify.walk;

import java.util.Arrays;
import org.apache.commons.math3.analysis.integration.gauss.GaussIntegrator;
import org.apache.commons.math3.analysis.integration.gauss.GaussIntegratorFactory;
import org.apache.commons.math3.special.Erf;

/**
 * Projected noisy steps on a disc, by quadrature in plain doubles: the law of {@code x ← Π(x +
 * shift + N(0, I))} as masses at the nodes of a polar rule and at points of the circle, where
 * projection puts what leaves the disc. A disc is the set whose second coordinate is as wide as the
 * first.
 */
final class PlaneWalk {
  private static final int RADII = 9;
  private static final int ANGLES = 22;
  private static final int INSIDE = RADII * ANGLES;

  private final double radius;
  private final double[] x = new double[INSIDE + ANGLES];
  private final double[] y = new double[INSIDE + ANGLES];
  private final double[] weight = new double[INSIDE + ANGLES];

  PlaneWalk(double diameter) {
    radius = diameter / 2;
    GaussIntegrator rule = new GaussIntegratorFactory().legendre(RADII, 0, radius);
    for (int j = 0; j < ANGLES; j++) {
      double cos = Math.cos(2 * Math.PI * j / ANGLES);
      double sin = Math.sin(2 * Math.PI * j / ANGLES);
      for (int i = 0; i < RADII; i++) {
        double r = rule.getPoint(i);
        set(i * ANGLES + j, r * cos, r * sin, rule.getWeight(i) * r * 2 * Math.PI / ANGLES);
      }
      set(INSIDE + j, radius * cos, radius * sin, 2 * Math.PI / ANGLES);
    }
  }

  private void set(int node, double abscissa, double ordinate, double area) {
    x[node] = abscissa;
    y[node] = ordinate;
    weight[node] = area;
  }

  /** Masses at the nodes after a step from a point. */
  private void addStep(double fromX, double fromY, double mass, double[] law) {
    for (int node = 0; node < INSIDE; node++) {
      double square = square(x[node] - fromX) + square(y[node] - fromY);
      law[node] += mass * weight[node] * Math.exp(-square / 2) / (2 * Math.PI);
    }
    for (int node = INSIDE; node < x.length; node++) {
      law[node] += mass * weight[node] * beyond(x[node] / radius, y[node] / radius, fromX, fromY);
    }
  }

  /** The integral of the density over the ray outside the disc, by the angle. */
  private double beyond(double cos, double sin, double fromX, double fromY) {
    double along = fromX * cos + fromY * sin;
    double across = fromX * fromX + fromY * fromY - along * along;
    double gap = radius - along;
    double tail = Math.sqrt(Math.PI / 2) * Erf.erfc(gap / Math.sqrt(2));
    return Math.exp(-across / 2) * (Math.exp(-gap * gap / 2) + along * tail) / (2 * Math.PI);
  }

  private static double square(double number) {
    return number * number;
  }

  /** The law after steps with the given shifts, from a point of the disc. */
  double[] law(double startX, double startY, double[][] shifts) {
    double[] law = new double[x.length];
    addStep(startX + shifts[0][0], startY + shifts[0][1], 1, law);
    for (int t = 1; t < shifts.length; t++) {
      double[] next = new double[x.length];
      for (int node = 0; node < x.length; node++) {
        addStep(x[node] + shifts[t][0], y[node] + shifts[t][1], law[node], next);
      }
      law = next;
    }
    return law;
  }

  /** The total mass of a law, 1 but for the error of the rule. */
  static double mass(double[] law) {
    return Arrays.stream(law).sum();
  }

  /** Rényi divergence of two laws on the same nodes. */
  static double renyi(double order, double[] left, double[] right) {
    double sum = 0;
    for (int node = 0; node < left.length; node++) {
      sum += left[node] * Math.pow(left[node] / right[node], order - 1);
    }
    return Math.log(sum) / (order - 1);
  }
}
