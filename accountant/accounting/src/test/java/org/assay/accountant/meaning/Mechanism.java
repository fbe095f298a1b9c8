package org.assay.accountant.meaning;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import org.apache.commons.numbers.gamma.Erfc;
import org.assay.accountant.event.ApproximateEvent;
import org.assay.accountant.event.BinomialEvent;
import org.assay.accountant.event.DiscreteGaussianEvent;
import org.assay.accountant.event.DiscreteLaplaceEvent;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.ExponentialMechanismEvent;
import org.assay.accountant.event.GaussianEvent;
import org.assay.accountant.event.LaplaceEvent;
import org.assay.accountant.event.PairEvent;
import org.assay.accountant.event.PermuteAndFlipEvent;
import org.assay.accountant.event.PureEvent;
import org.assay.accountant.event.RandomizedResponseEvent;
import org.assay.accountant.event.ReportNoisyMaxEvent;
import org.assay.accountant.numeric.Rational;

/**
 * Some of the laws that a leaf may have: of continuous noise what thresholds leave of it, of
 * choices those between two outcomes.
 *
 * @param blocks the outcomes, in groups that are chosen with fixed probabilities
 */
record Mechanism(List<Block> blocks) {
  private static final List<Fraction> OFFSETS =
      List.of(Fraction.ONE, Fraction.ONE, Fraction.of(3, 4), Fraction.of(5, 8), Fraction.of(7, 8));

  private static final double GRID = 0x1p50;

  /** Steps of continuous noise within one sensitivity. */
  private static final int FINE = 2;

  /** A family for a leaf; offsets and thresholds differ from call to call. */
  static Mechanism of(DpEvent leaf, Random random) {
    if (leaf instanceof RandomizedResponseEvent answers) {
      Fraction truth = Fraction.exactly(answers.truthProbability());
      return new Mechanism(List.of(Block.answers((int) answers.answers(), truth)));
    } else if (leaf instanceof PureEvent pure) {
      return new Mechanism(List.of(pure(pure.epsilon())));
    } else if (leaf instanceof PairEvent pair) {
      return new Mechanism(List.of(Block.either(laws(pair.left()), laws(pair.right()))));
    } else if (leaf instanceof ApproximateEvent approximate) {
      Fraction delta = Fraction.exactly(approximate.delta());
      List<Block> blocks = new ArrayList<>();
      blocks.add(pure(approximate.epsilon()).weighted(Fraction.ONE.minus(delta)));
      if (delta.compareTo(Fraction.ZERO) > 0) {
        blocks.add(Block.clear().weighted(delta));
      }
      return new Mechanism(blocks);
    }
    return new Mechanism(List.of(noisy(leaf, random)));
  }

  /**
   * Any epsilon-private bit: {@code Pr[1]} of neighbours differ at most by one step on the chain
   * through {@code 1/(1+e^epsilon)}, and best responses stand on that chain.
   */
  private static Block pure(double epsilon) {
    Fraction ratio = Exponential.below(epsilon);
    return ratio.equals(Fraction.ONE) ? Block.nothing() : Block.noisy(geometric(ratio), 1, 0);
  }

  private static Block noisy(DpEvent leaf, Random random) {
    Fraction offset = OFFSETS.get(random.nextInt(OFFSETS.size()));
    int[] thresholds = random.nextInt(3) == 0 ? new int[] {-1, 1} : new int[] {0};
    if (leaf instanceof DiscreteLaplaceEvent noise) {
      int sensitivity = (int) noise.sensitivity().value();
      return Block.noisy(
          geometric(Exponential.belowInverse(noise.scale())), sensitivity, thresholds);
    } else if (leaf instanceof LaplaceEvent noise) {
      Fraction ratio = Exponential.belowInverse(noise.noiseMultiplier());
      return Block.noisy(exponentialTails(ratio, offset), 1, thresholds);
    } else if (leaf instanceof DiscreteGaussianEvent noise) {
      int sensitivity = (int) noise.sensitivity().value();
      return Block.noisy(discreteNormal(noise.sigma()), sensitivity, thresholds);
    } else if (leaf instanceof BinomialEvent noise) {
      int sensitivity = (int) noise.sensitivity().value();
      return Block.noisy(heads((int) noise.coins()), sensitivity, thresholds);
    } else if (leaf instanceof GaussianEvent noise) {
      double shift = random.nextInt(3) == 0 ? 0 : random.nextDouble() - 0.5;
      return Block.noisy(normal(noise.noiseMultiplier(), shift), FINE, thresholds);
    } else if (leaf instanceof PermuteAndFlipEvent choice) {
      return Block.noisy(exponentialTails(Exponential.below(choice.epsilon()), offset), 1, 0);
    } else if (leaf instanceof ExponentialMechanismEvent choice) {
      return Block.noisy(logistic(Exponential.below(choice.epsilon()), offset), 1, 0);
    } else if (leaf instanceof ReportNoisyMaxEvent choice) {
      return Block.noisy(noisyMaximum(choice, offset), 1, 0);
    }
    throw new IllegalArgumentException("no family of laws is known for " + leaf.describe());
  }

  /** The difference of the two outcomes' noises, in units of epsilon. */
  private static IntFunction<Fraction> noisyMaximum(ReportNoisyMaxEvent event, Fraction offset) {
    Fraction ratio = Exponential.below(event.epsilon());
    return switch (event.noise()) {
      case GUMBEL -> logistic(ratio, offset);
      case EXPONENTIAL -> exponentialTails(ratio, offset);
      case LAPLACE -> twoLaplace(event.epsilon());
    };
  }

  private static IntFunction<Fraction> geometric(Fraction ratio) {
    Fraction least = Fraction.ONE.dividedBy(ratio.plus(Fraction.ONE));
    return i ->
        i <= 0 ? ratio.power(i).times(least) : Fraction.ONE.minus(ratio.power(1 - i).times(least));
  }

  private static List<Fraction> laws(List<Rational> probabilities) {
    return probabilities.stream().map(Rational::toString).map(Mechanism::fraction).toList();
  }

  private static Fraction fraction(String text) {
    String[] parts = text.split("/", -1);
    BigInteger denominator = parts.length > 1 ? new BigInteger(parts[1]) : BigInteger.ONE;
    return new Fraction(new BigInteger(parts[0]), denominator);
  }

  /** Fair coins, of which half are taken away: how likely the heads and a number reach 0. */
  private static IntFunction<Fraction> heads(int coins) {
    return i -> {
      Fraction reached = Fraction.ZERO;
      long ways = 1;
      for (int heads = 0; heads <= coins; heads++) {
        if (heads - coins / 2 + i >= 0) {
          reached = reached.plus(Fraction.of(ways, 1L << coins));
        }
        ways = ways * (coins - heads) / (heads + 1);
      }
      return reached;
    };
  }

  private static IntFunction<Fraction> exponentialTails(Fraction ratio, Fraction offset) {
    Fraction half = Fraction.of(1, 2);
    return i -> {
      Fraction odds = ratio.power(i).times(offset);
      return odds.compareTo(Fraction.ONE) <= 0
          ? odds.times(half)
          : Fraction.ONE.minus(half.dividedBy(odds));
    };
  }

  private static IntFunction<Fraction> logistic(Fraction ratio, Fraction offset) {
    return i -> {
      Fraction odds = ratio.power(i).times(offset);
      return odds.dividedBy(odds.plus(Fraction.ONE));
    };
  }

  private static IntFunction<Fraction> twoLaplace(double epsilon) {
    return i -> {
      double distance = Math.abs(i) * epsilon;
      double rare = Math.exp(-distance) * (2 + distance) / 4;
      return near(i < 0 ? rare : 1 - rare);
    };
  }

  private static IntFunction<Fraction> normal(double noiseMultiplier, double shift) {
    return i -> near(Erfc.value(-(i / (double) FINE + shift) / noiseMultiplier / Math.sqrt(2)) / 2);
  }

  private static IntFunction<Fraction> discreteNormal(double sigma) {
    return i -> {
      double all = 0;
      double reached = 0;
      int far = 50 + (int) (40 * sigma);
      for (int x = -far; x <= far; x++) {
        double mass = Math.exp(-x * (double) x / (2 * sigma * sigma));
        all += mass;
        reached += x + i >= 0 ? mass : 0;
      }
      return near(reached / all);
    };
  }

  /** Tails rounded to a grid stay monotone. */
  private static Fraction near(double probability) {
    return Fraction.exactly(Math.rint(probability * GRID) / GRID);
  }

  int outcomes() {
    return blocks.stream().mapToInt(Block::outcomes).sum();
  }
}
