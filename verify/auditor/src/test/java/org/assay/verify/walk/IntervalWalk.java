package org.assay.verify.walk;

import org.apache.commons.math3.analysis.integration.gauss.GaussIntegrator;
import org.apache.commons.math3.analysis.integration.gauss.GaussIntegratorFactory;
import org.apache.commons.math3.special.Erf;

/**
 * The same as {@link PlaneWalk} on an interval: masses at nodes, then at the left and right end.
 */
final class IntervalWalk {
  private static final int INSIDE = 24;

  private final double width;
  private final GaussIntegrator rule;

  IntervalWalk(double width) {
    this.width = width;
    this.rule = new GaussIntegratorFactory().legendre(INSIDE, 0, width);
  }

  private void addStep(double from, double mass, double[] law) {
    for (int node = 0; node < INSIDE; node++) {
      double noise = rule.getPoint(node) - from;
      law[node] +=
          mass * rule.getWeight(node) * Math.exp(-noise * noise / 2) / Math.sqrt(2 * Math.PI);
    }
    law[INSIDE] += mass * Erf.erfc(from / Math.sqrt(2)) / 2;
    law[INSIDE + 1] += mass * Erf.erfc((width - from) / Math.sqrt(2)) / 2;
  }

  private double place(int node) {
    return node < INSIDE ? rule.getPoint(node) : (node - INSIDE) * width;
  }

  /** The law after steps with the given shifts. */
  double[] law(double start, double[] shifts) {
    double[] law = new double[INSIDE + 2];
    addStep(start + shifts[0], 1, law);
    for (int t = 1; t < shifts.length; t++) {
      double[] next = new double[INSIDE + 2];
      for (int node = 0; node < law.length; node++) {
        addStep(place(node) + shifts[t], law[node], next);
      }
      law = next;
    }
    return law;
  }
}
