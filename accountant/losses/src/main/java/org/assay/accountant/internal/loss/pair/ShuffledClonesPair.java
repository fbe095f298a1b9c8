package org.assay.accountant.internal.loss.pair;

import java.util.List;
import org.assay.accountant.internal.calculus.BinomialWindow;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.LossAtom;

/**
 * One report of randomized response among shuffled reports. Another report is a clone with some
 * probability: it then looks like either of the two answers, else like neither ({@code
 * doc-files/shuffled-clones.md}). Let {@code C} be the number of clones, {@code A} of them with the
 * first answer, and B = 1 with probability {@code e^ε/(1 + e^ε)}. P is the law of {@code (A + B, C
 * + 1 - A - B)}; Q is the law of these two numbers exchanged. The pair equals its own exchange.
 *
 * @param others how many other reports there are, at least 0
 * @param cloneProbability an enclosure of the probability that another report is a clone, in (0, 1]
 * @param localEpsilon an enclosure of ε, above 0
 * @param relevant an enclosure of the probability that the replaced report is one of the two
 *     answers at all; otherwise nothing is revealed
 */
public record ShuffledClonesPair(
    long others, Enclosure cloneProbability, Enclosure localEpsilon, Enclosure relevant)
    implements OrderedPair {
  /** Probabilities of a number of clones below this are omitted and bounded. */
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
}
