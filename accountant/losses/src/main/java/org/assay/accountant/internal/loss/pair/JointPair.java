package org.assay.accountant.internal.loss.pair;

import java.util.List;
import java.util.Optional;
import org.assay.accountant.internal.composition.MixedComposition;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.LossAtom;

/**
 * A composition as one pair: a dominating pair with known loss distributions, and the exact profile
 * of the composition, which is the same in both orders.
 *
 * @param bound a pair that dominates the composition
 * @param composition the composition, of steps whose pairs equal their own exchange
 */
public record JointPair(OrderedPair bound, MixedComposition composition) implements OrderedPair {
  @Override
  public String name() {
    return bound.name();
  }

  @Override
  public List<LossAtom> atoms() {
    return bound.atoms();
  }

  @Override
  public Enclosure neutral() {
    return bound.neutral();
  }

  @Override
  public LossTails omitted() {
    return bound.omitted();
  }

  @Override
  public boolean continuous() {
    return bound.continuous();
  }

  @Override
  public LossTails tails(Enclosure loss) {
    return bound.tails(loss);
  }

  @Override
  public double scale() {
    return bound.scale();
  }

  @Override
  public double period() {
    return bound.period();
  }

  @Override
  public Optional<Enclosure> profile(Enclosure epsilon) {
    double low = Math.max(0, epsilon.lower());
    double high = Math.max(0, epsilon.upper());
    if (!(low < Double.POSITIVE_INFINITY)) {
      return Optional.of(Enclosure.of(0, composition.delta(Double.MAX_VALUE).upper()));
    }
    Enclosure most = composition.delta(low);
    if (low == high) {
      return Optional.of(most);
    }
    double least = high < Double.POSITIVE_INFINITY ? composition.delta(high).lower() : 0;
    return Optional.of(Enclosure.of(Math.min(least, most.upper()), most.upper()));
  }

  @Override
  public Optional<Enclosure> reversedProfile(Enclosure epsilon) {
    return profile(epsilon);
  }

  @Override
  public OrderedPair reversed() {
    OrderedPair exchanged = bound.reversed();
    return exchanged.equals(bound) ? this : new JointPair(exchanged, composition);
  }
}
