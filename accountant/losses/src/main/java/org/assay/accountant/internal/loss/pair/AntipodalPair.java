package org.assay.accountant.internal.loss.pair;

import java.util.List;
import org.assay.accountant.internal.calculus.NormalTail;
import org.assay.accountant.internal.divergence.AntipodalThreshold;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.LossAtom;

/**
 * P = (1-q) N(0, 1) + q N(mu, 1) and Q = (1-q) N(0, 1) + q N(-mu, 1): one record replaced, on a
 * Poisson sample ({@code divergence/doc-files/replaced-record.md}). A reflection exchanges P and Q.
 *
 * @param q an enclosure of the sampling probability, in (0, 1)
 * @param mu an enclosure of the effect of one record's presence over the standard deviation
 */
public record AntipodalPair(Enclosure q, Enclosure mu) implements OrderedPair {
  @Override
  public String name() {
    return "Gaussian of mu " + mu + " sampled with probability " + q + ", replacing";
  }

  @Override
  public List<LossAtom> atoms() {
    return List.of();
  }

  @Override
  public boolean continuous() {
    return true;
  }

  @Override
  public LossTails tails(Enclosure loss) {
    Enclosure output = AntipodalThreshold.scaledOutput(q, mu, loss).dividedBy(mu);
    NormalTail.Split base = NormalTail.split(output);
    NormalTail.Split right = NormalTail.split(output.minus(mu));
    NormalTail.Split left = NormalTail.split(output.plus(mu));
    return new LossTails(
        SampledPair.mix(q, base.below(), right.below()),
        SampledPair.mix(q, base.above(), right.above()),
        SampledPair.mix(q, base.below(), left.below()),
        SampledPair.mix(q, base.above(), left.above()));
  }

  @Override
  public double scale() {
    double size = mu.midpoint();
    double small = q.midpoint() * Math.sqrt(2 * Math.sinh(Math.min(size * size, 100)));
    return Math.min(2 * size, small);
  }

  @Override
  public boolean dominates(OrderedPair other) {
    return equals(other)
        || (other instanceof AntipodalPair less
            && q.equals(less.q)
            && mu.lower() >= less.mu.upper());
  }

  @Override
  public OrderedPair reversed() {
    return this;
  }
}
