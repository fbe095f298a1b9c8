package org.assay.accountant.internal.loss.pair;

import java.util.List;
import org.assay.accountant.internal.calculus.BinomialWindow;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.LossAtom;

/**
 * One report of randomized response among shuffled reports. Another report is a clone with some
 * probability: it then has either of the two answers, otherwise neither ({@code
 * doc-files/shuffled-clones.md}). Let {@code C} be the number of clones, {@code A} of them with the
 * first answer, and B = 1 with probability {@code e^ε/(1 + e^ε)}. P is the distribution of {@code
 * (A + B, C + 1 - A - B)}; Q is the distribution of these two numbers exchanged. The pair equals
 * its own exchange.
 *
 * @param others number of other reports, at least 0
 * @param cloneProbability an enclosure of the probability that another report is a clone, in (0, 1]
 * @param localEpsilon an enclosure of ε, above 0
 * @param relevant an enclosure of the probability that the replaced report is one of the two
 *     answers at all; otherwise nothing is revealed
 */
public record ShuffledClonesPair(
    long others, Enclosure cloneProbability, Enclosure localEpsilon, Enclosure relevant)
    implements OrderedPair {
  /** Probability below which a number of clones is omitted and bounded. */
  private static final double NEGLIGIBLE = 1e-250;

  /** The pair for any randomizers: a report is a clone with probability {@code e^-ε}. */
  public static ShuffledClonesPair ofAny(long reports, Enclosure epsilon) {
    return new ShuffledClonesPair(reports - 1, epsilon.negate().exp(), epsilon, Enclosure.ONE);
  }

  /**
   * The pair for randomized response with k answers. Every answer has probability at least {@code w
   * = 1/(e^ε + k - 1)} whatever the truth is, so a report is a clone with probability 2w. The
   * replaced report is one of the two answers that matter with probability {@code (e^ε + 1) w}.
   */
  public static ShuffledClonesPair ofResponse(long reports, Enclosure epsilon, long answers) {
    Enclosure weights = epsilon.exp().plus(Enclosure.ofCount(answers - 1));
    Enclosure relevant =
        answers == 2 ? Enclosure.ONE : epsilon.exp().plus(1).dividedBy(weights).min(Enclosure.ONE);
    return new ShuffledClonesPair(
        reports - 1, Enclosure.exact(2).dividedBy(weights).min(Enclosure.ONE), epsilon, relevant);
  }

  @Override
  public String name() {
    return "one of " + (others + 1) + " shuffled reports of local epsilon " + localEpsilon;
  }

  @Override
  public List<LossAtom> atoms() {
    return List.of();
  }

  @Override
  public Enclosure neutral() {
    return Enclosure.ONE.minus(relevant);
  }

  /** The losses are many, so they are treated like a continuous part. */
  @Override
  public boolean continuous() {
    return true;
  }

  @Override
  public LossTails tails(Enclosure loss) {
    return tailsOfRelevant(loss).times(relevant);
  }

  private LossTails tailsOfRelevant(Enclosure loss) {
    if (loss.lower() >= 0) {
      return positive(loss);
    }
    if (loss.upper() <= 0) {
      return positive(loss.negate()).reversed();
    }
    LossTails above = positive(Enclosure.of(0, loss.upper()));
    LossTails below = positive(Enclosure.of(0, -loss.lower())).reversed();
    return new LossTails(
        above.pBelow().hull(below.pBelow()),
        above.pAbove().hull(below.pAbove()),
        above.qBelow().hull(below.qBelow()),
        above.qAbove().hull(below.qAbove()));
  }

  private LossTails positive(Enclosure loss) {
    if (loss.lower() >= localEpsilon.upper()) {
      return new LossTails(Enclosure.ONE, Enclosure.ZERO, Enclosure.ONE, Enclosure.ZERO);
    }
    Enclosure likely = localEpsilon.negate().exp().plus(1);
    Enclosure truth = Enclosure.ONE.dividedBy(likely);
    Enclosure lie = Enclosure.ONE.dividedBy(localEpsilon.exp().plus(1));
    Enclosure p = Enclosure.ZERO;
    Enclosure q = Enclosure.ZERO;
    BinomialWindow clones = BinomialWindow.of(others, cloneProbability, NEGLIGIBLE);
    HalvedTails halves = new HalvedTails(share(loss));
    for (long count = clones.last(); count >= clones.first(); count--) {
      HalvedTails.Tails tails = halves.of(count);
      Enclosure mass = clones.mass(count);
      p = p.plus(mass.times(truth.times(tails.shifted()).plus(lie.times(tails.plain()))));
      q = q.plus(mass.times(lie.times(tails.shifted()).plus(truth.times(tails.plain()))));
    }
    Enclosure rest = Enclosure.of(0, clones.rest());
    p = p.plus(rest).min(Enclosure.ONE);
    q = q.plus(rest).min(Enclosure.ONE);
    return new LossTails(Enclosure.ONE.minus(p), p, Enclosure.ONE.minus(q), q);
  }

  /**
   * The share of first answers, among reports with either of the two answers, above which the loss
   * exceeds l: {@code (e^(l+ε) - 1)/((e^ε - 1)(e^l + 1))}.
   */
  private Enclosure share(Enclosure loss) {
    // The exact value, so that equal numbers of both answers are certainly not above the share.
    if (loss.equals(Enclosure.ZERO)) {
      return Enclosure.exact(0.5);
    }
    Enclosure top = loss.plus(localEpsilon).expm1();
    return top.dividedBy(localEpsilon.expm1().times(loss.exp().plus(1)));
  }

  @Override
  public double scale() {
    double epsilon = localEpsilon.midpoint();
    double clones = 1 + (others + 1) * cloneProbability.midpoint();
    return Math.min(epsilon, Math.tanh(epsilon / 2) * 2 / Math.sqrt(clones));
  }

  @Override
  public OrderedPair reversed() {
    return this;
  }

  /**
   * Probabilities that {@code A ~ Bin(C, 1/2)}, or {@code A + 1}, exceeds a share of {@code C + 1}.
   * For falling C every tail follows from the one before: {@code P[A >= k]} of C coins is the mean
   * of {@code P[A >= k]} and {@code P[A >= k-1]} of C - 1 coins.
   */
  private static final class HalvedTails {
    /**
     * Logarithm below which tails are bounded by Hoeffding's inequality; larger tails are normal
     * numbers.
     */
    private static final double LOG_NEGLIGIBLE = -400;

    /** Relative size of binomial masses that are omitted and bounded. */
    private static final double NEGLIGIBLE = 1e-290;

    private static final Enclosure HALF = Enclosure.exact(0.5);

    private final Enclosure share;
    private long coins = -1;
    private long threshold;

    /** The probability of exactly the threshold, and of at least the threshold. */
    private Enclosure mass = Enclosure.ZERO;

    private Enclosure tail = Enclosure.ZERO;

    /**
     * The tails beyond a share.
     *
     * @param share an enclosure of the share, above 0
     */
    HalvedTails(Enclosure share) {
      this.share = share;
    }

    /**
     * Two tails. If the enclosure of the share does not decide on which side a number lies, the
     * tails enclose both cases.
     *
     * @param shifted the probability that {@code A + 1} exceeds the share
     * @param plain the probability that A exceeds the share
     */
    record Tails(Enclosure shifted, Enclosure plain) {}

    /**
     * The tails of a number of coins.
     *
     * @param count C, at least 0 and one less than in the previous call
     */
    Tails of(long count) {
      Enclosure bar = share.times(Enclosure.ofCount(count + 1));
      long least = (long) Math.floor(bar.lower()) + 1;
      long most = (long) Math.floor(bar.upper()) + 1;
      if (least > count + 1) {
        coins = -1;
        return new Tails(Enclosure.ZERO, Enclosure.ZERO);
      }
      if (logHoeffding(count, least - 1) < LOG_NEGLIGIBLE) {
        coins = -1;
        Enclosure bound = Enclosure.of(0, Math.exp(LOG_NEGLIGIBLE) * (1 + 1e-9));
        return new Tails(bound, bound);
      }
      if (coins < 0) {
        start(count, least);
      } else {
        lessCoins(least);
      }
      Enclosure shifted = tail.plus(massBefore());
      Enclosure plain = tail;
      Enclosure next = mass;
      for (long k = least; k < most; k++) {
        shifted = shifted.hull(plain);
        plain = plain.hull(plain.minus(next).max(Enclosure.ZERO));
        next = k == count ? Enclosure.ZERO : next.times(quotient(count - k, k + 1));
      }
      return new Tails(shifted.min(Enclosure.ONE), plain.min(Enclosure.ONE));
    }

    /** Upper bound of {@code log P[A >= k]}; the slack is far above the rounding. */
    private static double logHoeffding(long count, long k) {
      double excess = k - 0.5 * count;
      return excess <= 0 ? 0 : -2 * excess * excess / Math.max(1, count) * (1 - 1e-9);
    }

    private static Enclosure quotient(long numerator, long denominator) {
      return Enclosure.ofCount(numerator).dividedBy(Enclosure.ofCount(denominator));
    }

    private void start(long count, long least) {
      BinomialWindow window = BinomialWindow.of(count, HALF, NEGLIGIBLE);
      coins = count;
      threshold = least;
      mass = least > count ? Enclosure.ZERO : window.massOfAny(least);
      tail = least > count ? Enclosure.ZERO : window.from(least);
    }

    /** {@code P[A = k-1]}. */
    private Enclosure massBefore() {
      return threshold > coins
          ? allHeads()
          : mass.times(quotient(threshold, coins - threshold + 1));
    }

    /**
     * Probability that all coins show heads: the mass just below a threshold that exceeds the
     * number of coins.
     */
    private Enclosure allHeads() {
      return BinomialWindow.of(coins, HALF, NEGLIGIBLE).massOfAny(coins);
    }

    private void lessCoins(long least) {
      long count = coins - 1;
      if (threshold >= count || least < threshold - 1 || least > threshold) {
        start(count, least);
        return;
      }
      Enclosure before = massBefore();
      // With one coin less: P'[A = k-1] = P[A = k-1] 2 (C-k+1)/C.
      Enclosure lower = before.times(quotient(2 * (coins - threshold + 1), coins));
      if (least == threshold) {
        mass = mass.times(quotient(2 * (coins - threshold), coins));
        tail = tail.minus(lower.times(HALF)).max(Enclosure.ZERO);
      } else {
        mass = lower;
        tail = tail.plus(lower.times(HALF));
      }
      coins = count;
      threshold = least;
    }
  }
}
