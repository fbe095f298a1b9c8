package org.assay.accountant.internal.contour;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.assay.accountant.numeric.InterruptedComputationException;

/**
 * Adds factors to the nodes of a contour, one after the other. A node whose modulus is negligible
 * for any later factors gets its final bound and costs nothing more. For most nodes a few of
 * thousands of factors suffice. Proof: {@code doc-files/unlike-steps.md}.
 */
final class LineSweep {
  /**
   * Least number of factors with which nodes are settled: with fewer, the bounds cost more than
   * they save. Not tuned.
   */
  static final int FEWEST = 24;

  /**
   * Share of the largest work after which the sweep stops if nodes settle too slowly. Not tuned.
   */
  private static final double PATIENCE = 0.125;

  /** Unit roundoff of binary64. */
  private static final double U = 0x1p-53;

  /** Cost of one factor at one node besides the integrand's values: its logarithms. Not tuned. */
  private static final double PER_FACTOR = 5;

  private final ContourNodes nodes;
  private final double negligible;
  private final double mostWork;

  /**
   * A sweep.
   *
   * @param negligible logarithm of a negligible modulus
   * @param mostWork largest number of evaluations of integrands
   */
  LineSweep(ContourNodes nodes, double negligible, double mostWork) {
    this.nodes = nodes;
    this.negligible = negligible;
    this.mostWork = mostWork;
  }

  /**
   * Adds all factors and returns the number of evaluations. The result is infinite if evaluations
   * are too many, or if nodes settle too slowly after the first part of the work.
   */
  double add(List<LossTransform> line) {
    boolean settles = line.size() >= FEWEST && nodes.size() > 1;
    double all = nodes.size() * line.stream().mapToDouble(LossTransform::cost).sum();
    boolean surelyAffordable = !settles || all <= mostWork;
    List<Bounded> factors = settles ? steepestFirst(line) : unbounded(line);
    double[] rest = settles ? rests(factors) : new double[0];
    double evaluations = 0;
    double sums = 0;
    for (int i = 0; i < factors.size(); i++) {
      InterruptedComputationException.check();
      LossTransform factor = factors.get(i).factor();
      evaluations += nodes.wanted() * factor.cost();
      sums += nodes.wanted() * PER_FACTOR;
      if (!surelyAffordable && isHopeless(evaluations, rest[i])) {
        return Double.POSITIVE_INFINITY;
      }
      factor.addTo(nodes);
      if (settles) {
        nodes.settle(rest[i], negligible);
      }
    }
    nodes.finish();
    return evaluations + sums;
  }

  private boolean isHopeless(double evaluations, double rest) {
    boolean settling = nodes.wanted() < 0.5 * nodes.size();
    boolean patient = settling || evaluations <= PATIENCE * mostWork;
    return !(evaluations <= (patient ? mostWork : mostWork * middleIsSettled(rest)));
  }

  /**
   * Ratio of the middle node's logarithm to the logarithm of a negligible modulus; 1 means
   * negligible.
   */
  private double middleIsSettled(double rest) {
    return nodes.logModulus(nodes.size() / 2) / Math.min(-1, negligible - rest);
  }

  /** A factor and the logarithm of the bound of its modulus at all nodes but the first. */
  private record Bounded(LossTransform factor, double logBound, double steepness) {}

  private static List<Bounded> unbounded(List<LossTransform> line) {
    return line.stream().map(factor -> new Bounded(factor, 0, 0)).toList();
  }

  /** Orders the factors: those whose values become small first, by their decay bounds. */
  private List<Bounded> steepestFirst(List<LossTransform> line) {
    double last = (nodes.size() - 1) * nodes.step;
    List<Bounded> factors = new ArrayList<>();
    for (LossTransform factor : line) {
      double bound = factor.logDecayBound(nodes.step);
      factors.add(new Bounded(factor, bound, 2 * bound - factor.roughDecay(last)));
    }
    factors.sort(Comparator.comparingDouble(Bounded::steepness).reversed());
    return factors;
  }

  /** For every factor, an upper bound of the sum of all later factors' bounds. */
  private static double[] rests(List<Bounded> factors) {
    double[] rest = new double[factors.size()];
    double sum = 0;
    double sizes = 0;
    for (int i = factors.size() - 1; i >= 0; i--) {
      // Every partial sum is at most the sum of the sizes.
      rest[i] = sum + 2 * U * (factors.size() - i) * sizes;
      sum += factors.get(i).logBound();
      sizes += Math.abs(factors.get(i).logBound());
    }
    return rest;
  }
}
