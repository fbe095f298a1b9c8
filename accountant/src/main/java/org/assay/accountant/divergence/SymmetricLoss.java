package org.assay.accountant.divergence;

import java.util.ArrayList;
import java.util.List;
import org.assay.accountant.numeric.Enclosure;

/** What one step loses by a pair that equals its own exchange, so that directions do not matter. */
sealed interface SymmetricLoss {
  /** So many of these steps, within a composition. */
  LossFactor factor(long count);

  /** Whether the orders of its Rényi curve say no more than the pair, so that nothing is lost. */
  default boolean decidesOrders() {
    return true;
  }

  /** About minus the logarithm of what its atoms hold; it steers, and no bound depends on it. */
  default double spread() {
    return 0;
  }

  /**
   * Laplace noise.
   *
   * @param ratio an enclosure of sensitivity over scale, above 0
   */
  record Laplace(Enclosure ratio) implements SymmetricLoss {
    @Override
    public LossFactor factor(long count) {
      return new LaplaceFactor(ratio, count);
    }

    @Override
    public double spread() {
      return -Math.log1p(0.5 * Math.expm1(-ratio.midpoint()));
    }
  }

  /** Log ratios in an interval of a length, above 0. */
  record Range(double range) implements SymmetricLoss {
    @Override
    public LossFactor factor(long count) {
      return new BoundedRangeFactor(range, count);
    }

    /** There are none, and the transform falls like one over its argument. */
    @Override
    public double spread() {
      return 3;
    }

    /** Each order has a worst mechanism of its own, and one pair dominates them all. */
    @Override
    public boolean decidesOrders() {
      return false;
    }
  }

  /**
   * Losses {@code (2x - shift) rate} for x from 0 to shift, of discrete Laplace noise; with shift 1
   * those of binary randomized response.
   *
   * @param rate an enclosure of the loss per unit of shift, above 0
   */
  record Geometric(Enclosure rate, long shift) implements SymmetricLoss {
    @Override
    public LossFactor factor(long count) {
      Enclosure outer = rate.negate().exp().log1p().negate();
      Enclosure inner = shift == 1 ? outer : rate.negate().expm1().negate().log().plus(outer);
      List<AtomsFactor.Atom> atoms = new ArrayList<>();
      for (long x = 0; x <= shift; x++) {
        Enclosure mass = x == 0 || x == shift ? outer : inner;
        Enclosure rarer = rate.times((double) (shift - x));
        atoms.add(new AtomsFactor.Atom(mass.minus(rarer), rate.times((double) (2 * x - shift))));
      }
      return new AtomsFactor(atoms, count);
    }
  }

  /** Randomized response, of which the true answer has a probability other than 1/answers. */
  record Response(long answers, double truth) implements SymmetricLoss {
    @Override
    public LossFactor factor(long count) {
      Enclosure ratio = RandomizedResponse.logRatio(answers, truth);
      Enclosure honest = Enclosure.exact(truth).log();
      Enclosure others = Enclosure.exact((double) (answers - 1)).log();
      Enclosure other = Enclosure.exact(-truth).log1p().minus(others);
      List<AtomsFactor.Atom> atoms =
          List.of(new AtomsFactor.Atom(honest, ratio), new AtomsFactor.Atom(other, ratio.negate()));
      return new AtomsFactor(atoms, count);
    }
  }

  /** Discrete Gaussian noise around whole numbers that are a shift apart. */
  record DiscreteNormal(double sigma, long shift) implements SymmetricLoss {
    @Override
    public LossFactor factor(long count) {
      return new DiscreteGaussianFactor(sigma, shift, count);
    }
  }
}
