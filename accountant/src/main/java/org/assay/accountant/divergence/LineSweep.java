package org.assay.accountant.divergence;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.assay.accountant.numeric.InterruptedComputationException;

/**
 * Adds factors to the nodes of a line, one after the other. A node whose modulus is negligible,
 * whatever the factors to come are, is bounded for good and costs nothing any more: of thousands of
 * factors a few are enough for most nodes. Proof: {@code doc-files/unlike-steps.md}.
 */
final class LineSweep {
  /** Fewer factors are not worth the bounds. */
  static final int FEWEST = 24;

  /** Of the work that is worth it, what is spent before it is asked whether nodes will settle. */
  private static final double PATIENCE = 0.125;

  private static final double U = 0x1p-53;

  /** What a node costs beside the integrands' values, about: its logarithms. */
  private static final double PER_FACTOR = 5;

  private final ContourNodes nodes;
  private final double negligible;
  private final double mostWork;

  /**
   * A sweep.
   *
   * @param negligible logarithm of a modulus that does not matter
   * @param mostWork how many evaluations of integrands are worth it
   */
  LineSweep(ContourNodes nodes, double negligible, double mostWork) {
    this.nodes = nodes;
    this.negligible = negligible;
    this.mostWork = mostWork;
  }

  /**
   * Adds all factors, and returns how many evaluations it took; infinite if given up: as soon as
   * they are too many, or when a part of the work is done and most nodes will want them for longer
   * than is worth it.
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

  /** How far on its way to be negligible the node in the middle is: 1 when it has arrived. */
  private double middleIsSettled(double rest) {
    return nodes.logModulus(nodes.size() / 2) / Math.min(-1, negligible - rest);
  }

  /** A factor and the logarithm of the bound of its modulus at all nodes but the first. */
  private record Bounded(LossTransform factor, double logBound, double steepness) {}

  private static List<Bounded> unbounded(List<LossTransform> line) {
    return line.stream().map(factor -> new Bounded(factor, 0, 0)).toList();
  }

  /** Those whose values will be small soonest, about: with a known decay, or with large moments. */
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

  /** Upper bounds of the sums of all bounds behind each factor. */
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
