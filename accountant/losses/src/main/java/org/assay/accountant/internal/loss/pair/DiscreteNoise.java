package org.assay.accountant.internal.loss.pair;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.assay.accountant.internal.calculus.BinomialWindow;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.LossAtom;

/**
 * Pairs of discrete noise whose centres are a whole number apart. The shift is on one coordinate,
 * the worst case ({@code divergence/doc-files/log-concave-noise.md}).
 */
public final class DiscreteNoise {
  /** Largest number of atoms of a pair. Not tuned: bounds the time. */
  private static final long MOST_ATOMS = 200_000;

  /**
   * Truncation of a discrete Gaussian in standard deviations; the mass beyond is below {@code
   * e^-648}.
   */
  private static final double DEVIATIONS = 36;

  /** Binomial masses below this share of the largest mass are omitted and bounded. */
  private static final double UNLIKELY = 1e-280;

  private DiscreteNoise() {}

  /**
   * Discrete Laplace noise, {@code Pr[x] = (1-θ)/(1+θ) θ^|x|}, {@code θ = e^(-1/scale)}, by its
   * losses {@code (2x - shift)/scale}: the outermost two hold the whole outer tails.
   */
  public static AtomicPair laplace(double scale, long shift) {
    Enclosure rate = Enclosure.ONE.dividedBy(scale);
    Enclosure outer = Enclosure.ONE.dividedBy(rate.negate().exp().plus(1));
    Enclosure inner = rate.negate().expm1().negate().times(outer);
    List<LossAtom> atoms = new ArrayList<>();
    Enclosure neutral = Enclosure.ZERO;
    for (long x = 0; x <= shift; x++) {
      boolean end = x == 0 || x == shift;
      Enclosure p = (end ? outer : inner).times(rate.times((double) (x - shift)).exp());
      Enclosure q = (end ? outer : inner).times(rate.times((double) -x).exp());
      if (2 * x == shift) {
        neutral = p;
      } else {
        atoms.add(new LossAtom(p, q));
      }
    }
    String name = "discrete Laplace of scale " + scale + " and shift " + shift;
    return new AtomicPair(name, atoms, neutral, LossTails.NONE, rate.midpoint());
  }

  /**
   * Discrete Gaussian noise, {@code Pr[x] ∝ e^(-x²/2σ²)}: losses {@code shift (2x - shift)/2σ²}.
   * Outcomes more than {@link #DEVIATIONS} from either centre are omitted and bounded.
   */
  public static AtomicPair gaussian(double sigma, long shift) {
    long reach = reach(sigma);
    Enclosure[] mass = new Enclosure[(int) reach + 1];
    Enclosure total = Enclosure.ZERO;
    for (int x = 0; x <= reach; x++) {
      mass[x] = Enclosure.exact((double) x).dividedBy(sigma).square().times(-0.5).exp();
      total = total.plus(mass[x].times(x == 0 ? 1 : 2));
    }
    // Ratios of successive masses are below e^(-reach/σ²), so a geometric series bounds the rest.
    double fall = Math.expm1(-(double) reach / sigma / sigma * (1 - 1e-9));
    Enclosure rest = Enclosure.of(0, mass[(int) reach].upper() / -fall * (1 + 1e-9));
    Enclosure scale = Enclosure.ONE.dividedBy(total.plus(rest.times(2)));
    List<LossAtom> atoms = new ArrayList<>();
    Enclosure neutral = Enclosure.ZERO;
    for (long x = shift - reach; x <= reach; x++) {
      Enclosure p = mass[(int) Math.abs(x - shift)].times(scale);
      Enclosure q = mass[(int) Math.abs(x)].times(scale);
      if (2 * x == shift) {
        neutral = p;
      } else {
        atoms.add(new LossAtom(p, q));
      }
    }
    Enclosure near = Enclosure.of(0, rest.times(scale).upper());
    Enclosure far = far(mass, scale, rest, reach + 1 - shift);
    String name = "discrete Gaussian of sigma " + sigma + " and shift " + shift;
    double unit = shift / sigma / sigma / (shift % 2 == 0 ? 1 : 2);
    return new AtomicPair(name, atoms, neutral, new LossTails(near, far, far, near), unit);
  }

  /**
   * Binomial noise: the number of heads of coins, against the same number moved by a shift.
   * Outcomes whose mass is below {@link #UNLIKELY} of the mode's are omitted and bounded.
   *
   * <p>With an even coin the masses are made symmetric to the last bit, so that the pair equals its
   * exchange.
   *
   * @param coins number of coins, from 1 to 2^53
   * @param probability of heads, strictly between 0 and 1
   * @param shift from 1 to the number of coins
   * @return the pair; empty if it has too many atoms, or if the shift is above half of the way from
   *     the mode to what is omitted, so that too much would be omitted on one side
   */
  public static Optional<AtomicPair> binomial(long coins, double probability, long shift) {
    double deviation = Math.sqrt(coins * probability * (1 - probability));
    if (!(deviation <= MOST_ATOMS / (2 * DEVIATIONS))) {
      return Optional.empty();
    }
    Heads heads = new Heads(coins, probability);
    boolean near =
        (heads.first == 0 || shift <= (heads.mode - heads.first) / 2)
            && (heads.last == coins || shift <= (heads.last - heads.mode) / 2);
    return near ? Optional.of(heads.pair(shift)) : Optional.empty();
  }

  /** The masses of a binomial distribution; all numbers from the first to the last are listed. */
  private static final class Heads {
    private final long coins;
    private final double probability;
    private final BinomialWindow window;
    private final long mode;
    private final long first;
    private final long last;

    Heads(long coins, double probability) {
      this.coins = coins;
      this.probability = probability;
      this.window = BinomialWindow.of(coins, Enclosure.exact(probability), UNLIKELY);
      this.mode = Math.min(coins, (long) Math.floor((coins + 1) * probability));
      this.last = window.last();
      this.first = probability == 0.5 ? coins - last : window.first();
    }

    /** The mass of a listed number; 0 for impossible numbers. */
    private Enclosure mass(long number) {
      if (number < 0 || number > coins) {
        return Enclosure.ZERO;
      }
      boolean mirrored = probability == 0.5 && 2 * number < coins;
      return window.mass(mirrored ? coins - number : number);
    }

    /** The masses of listed numbers, together with all omitted mass on one side. */
    private Enclosure end(long from, long to) {
      Enclosure sum = Enclosure.of(0, window.rest());
      for (long number = from; number <= to; number++) {
        sum = sum.plus(mass(number));
      }
      return Enclosure.of(0, Math.min(1, sum.upper()));
    }

    AtomicPair pair(long shift) {
      boolean allBelow = first == 0;
      boolean allAbove = last == coins;
      List<LossAtom> atoms = new ArrayList<>();
      Enclosure neutral = Enclosure.ZERO;
      long end = allAbove ? coins + shift : last;
      for (long x = allBelow ? 0 : first + shift; x <= end; x++) {
        if (probability == 0.5 && 2 * x == coins + shift) {
          neutral = mass(x);
        } else {
          atoms.add(new LossAtom(mass(x - shift), mass(x)));
        }
      }
      Enclosure rest = Enclosure.of(0, window.rest());
      LossTails omitted =
          new LossTails(
              allBelow ? Enclosure.ZERO : rest,
              allAbove ? Enclosure.ZERO : end(last - shift + 1, last),
              allBelow ? Enclosure.ZERO : end(first, first + shift - 1),
              allAbove ? Enclosure.ZERO : rest);
      String name = "binomial of " + coins + " coins of " + probability + " and shift " + shift;
      return new AtomicPair(name, atoms, neutral, omitted, 0);
    }
  }

  /** Whether the pair has few enough atoms, and little mass that is omitted on one side only. */
  public static boolean listsGaussian(double sigma, long shift) {
    return sigma <= MOST_ATOMS / (2 * DEVIATIONS) && shift <= reach(sigma) / 2;
  }

  private static long reach(double sigma) {
    return (long) (DEVIATIONS * sigma);
  }

  /** Upper bound of the mass from a point on. */
  private static Enclosure far(Enclosure[] mass, Enclosure scale, Enclosure rest, long from) {
    Enclosure sum = rest;
    for (int x = (int) Math.max(0, from); x < mass.length; x++) {
      sum = sum.plus(mass[x]);
    }
    return Enclosure.of(0, from <= 0 ? 1 : Math.min(1, sum.times(scale).upper()));
  }
}
