package org.assay.accountant.internal.loss.pair;

import java.util.ArrayList;
import java.util.List;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.LossAtom;

/**
 * Pairs of discrete noise whose centres are a whole number apart. The shift is on one coordinate,
 * the worst case ({@code divergence/doc-files/log-concave-noise.md}).
 */
public final class DiscreteNoise {
  /** Largest number of atoms of a pair. */
  private static final long MOST_ATOMS = 200_000;

  /**
   * Truncation of a discrete Gaussian in standard deviations; the mass beyond is below {@code
   * e^-648}.
   */
  private static final double DEVIATIONS = 36;

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
