package org.assay.accountant.internal.divergence;

import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.Parameters;

/**
 * Rényi divergences {@code D((1-q)Q + qP ‖ Q)} for a pair whose privacy loss takes few values. The
 * first distribution is a mechanism on a sample that holds the record with probability q, the
 * second the mechanism without the record.
 *
 * <p>Values are immutable.
 */
public final class SampledOutcomes {
  private final List<Outcome> outcomes;

  /** Outcomes of one loss: the logarithm of their mass under Q, and their loss log(P/Q). */
  private record Outcome(Enclosure logMass, Enclosure loss) {}

  private SampledOutcomes(List<Outcome> outcomes) {
    this.outcomes = outcomes;
  }

  /**
   * Randomized response, see {@link RandomizedResponse}.
   *
   * @param answers how many answers there are, from 2 to 2^53
   * @param truth probability of the true answer, strictly between 0 and 1
   * @return the outcomes that two truths exchange
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static SampledOutcomes ofRandomizedResponse(long answers, double truth) {
    Enclosure ratio = RandomizedResponse.logRatio(answers, truth);
    Enclosure honest = Enclosure.exact(truth).log();
    Enclosure other = RandomizedResponse.logOther(answers, truth);
    return new SampledOutcomes(
        List.of(new Outcome(other, ratio), new Outcome(honest, ratio.negate())));
  }

  /**
   * Discrete Laplace noise, see {@link DiscreteLaplace#renyi}.
   *
   * @param scale the noise's scale, finite and above 0
   * @param shift distance of the centres, from 1 to {@link DiscreteLaplace#LARGEST_SHIFT}
   * @return the outcomes
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static SampledOutcomes ofDiscreteLaplace(double scale, long shift) {
    DiscreteLaplace.require(scale, shift);
    Enclosure rate = Enclosure.ONE.dividedBy(scale);
    Enclosure largest = rate.times((double) shift);
    Enclosure outer = DiscreteLaplace.logOuter(rate);
    Enclosure inner = DiscreteLaplace.logInner(rate);
    Stream<Outcome> ends =
        Stream.of(new Outcome(outer.minus(largest), largest), new Outcome(outer, largest.negate()));
    Stream<Outcome> between =
        LongStream.range(1, shift)
            .mapToObj(
                x ->
                    new Outcome(
                        inner.minus(rate.times((double) x)), rate.times((double) (2 * x - shift))));
    return new SampledOutcomes(Stream.concat(ends, between).toList());
  }

  /**
   * A mechanism that reveals either nothing or the answer of binary randomized response, such as
   * staircase noise.
   *
   * @param epsilon the loss if something is revealed, finite and above 0
   * @param telling an enclosure of the probability that something is revealed, in (0, 1]
   * @return the outcomes with losses other than 0
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static SampledOutcomes ofStaircase(double epsilon, Enclosure telling) {
    Enclosure loss = Enclosure.exact(Parameters.requirePositive("epsilon", epsilon));
    Enclosure likely = telling.log().minus(loss.negate().exp().log1p());
    return new SampledOutcomes(
        List.of(new Outcome(likely.minus(loss), loss), new Outcome(likely, loss.negate())));
  }

  /**
   * The divergence of the mixture from the base.
   *
   * @param q the probability, in [0, 1]
   * @param order Rényi order, above 1
   * @return an enclosure, in nats
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public Enclosure renyi(double q, double order) {
    Parameters.requireProbability("samplingProbability", q);
    Parameters.requireOrder(order);
    if (q == 0) {
      return Enclosure.ZERO;
    }
    List<Outcome> mixed = outcomes.stream().map(outcome -> mixed(outcome, q)).toList();
    double scale =
        mixed.stream()
            .mapToDouble(one -> one.logMass.plus(one.loss.times(order - 1)).upper())
            .max()
            .orElseThrow();
    MomentSum sum = new MomentSum(order, scale);
    mixed.forEach(outcome -> sum.add(outcome.logMass, outcome.loss));
    return sum.renyi();
  }

  /** The outcome with its mass under the mixture. */
  private static Outcome mixed(Outcome outcome, double q) {
    Enclosure growth = q == 1 ? outcome.loss : PairIntegrand.logMixture(q, outcome.loss);
    return new Outcome(outcome.logMass.plus(growth), growth);
  }
}
