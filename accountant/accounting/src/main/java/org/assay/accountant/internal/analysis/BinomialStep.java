package org.assay.accountant.internal.analysis;

import java.util.Optional;
import org.assay.accountant.curve.DominatingPairs;
import org.assay.accountant.curve.PrivacyLossDistribution;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.event.BinomialEvent;
import org.assay.accountant.internal.loss.pair.AtomicPair;
import org.assay.accountant.internal.loss.pair.DiscreteNoise;
import org.assay.accountant.privacy.UnsupportedEventException;

/**
 * Heads of coins, added to a whole number that neighbours move by at most a shift s
 * ([@DworkEtAl2006]; [@AgarwalEtAl2018]).
 *
 * <p>Let B be the distribution of the heads. Its quotients {@code B(x+1)/B(x) = (n-x)
 * p/((x+1)(1-p))} fall, so B is log-concave. For {@code 0 <= t <= s} the ratio {@code B(x-t)/B(x)}
 * therefore rises with x, and a best set that tells {@code B + t} from B is a half-line. So, at
 * every γ above 0,
 *
 * <pre>
 *   H(B + t, B) = max over c of Pr[X >= c - t] - γ Pr[X >= c]
 *   H(B, B + t) = max over c of Pr[X <= c] - γ Pr[X <= c - t]
 * </pre>
 *
 * <p>Both rise with t, since the first probability rises and the last one falls. Hence {@code (B +
 * s, B)} dominates all shifts from 0 to s, and {@code (B, B + s)} those from -s to 0. With an even
 * coin the reflection {@code x -> n + s - x} exchanges B and {@code B + s}: one pair dominates
 * both. Otherwise a record may shift the query either way, and each query of a run the other way.
 *
 * <p>The outputs of {@code B + s} reach s beyond those of B. Every Rényi divergence is therefore
 * infinite, and no pure epsilon holds.
 */
final class BinomialStep extends Step {
  private static final double EVEN = 0.5;

  private final BinomialEvent noise;

  BinomialStep(BinomialEvent event, Neighbours neighbours) {
    super(event, neighbours);
    this.noise = event;
  }

  @Override
  public RdpCurve renyi() {
    requireListed();
    throw new UnsupportedEventException(
        noise.describe(),
        "every Rényi divergence is infinite, because some outputs of one neighbour are none of the"
            + " other; use privacy losses");
  }

  @Override
  public PrivacyLossDistribution losses() {
    long shift = neighbours().shift(noise, noise.sensitivity());
    if (shift > noise.coins()) {
      return DominatingPairs.approximate(0, 1, neighbours().adjacency());
    }
    AtomicPair pair = pair(shift);
    PrivacyLossDistribution forward = DominatingPairs.of(pair, neighbours().adjacency());
    return noise.probability() == EVEN
        ? forward
        : forward
            .max(DominatingPairs.of(pair.reversed(), neighbours().adjacency()))
            .chosenFromOutputs();
  }

  /** Throws if the pair is not listed, with the reason for that refusal. */
  private void requireListed() {
    losses();
  }

  private AtomicPair pair(long shift) {
    Optional<AtomicPair> pair = DiscreteNoise.binomial(noise.coins(), noise.probability(), shift);
    return pair.orElseThrow(
        () ->
            new UnsupportedEventException(
                noise.describe(),
                "its losses are listed for a standard deviation of the heads up to about 2,700 and"
                    + " of at least about an 18th of the shift, "
                    + shift
                    + "; the cost of fewer coins is a bound for more of them"));
  }

  @Override
  public RunShape shape() {
    return noise.probability() == EVEN ? RunShape.ATTAINED : RunShape.ATTAINED_POINTS;
  }
}
