package org.assay.accountant.internal.loss;

import java.util.List;
import java.util.Optional;
import org.assay.accountant.internal.loss.pair.LossTails;
import org.assay.accountant.internal.loss.pair.OrderedPair;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.LossAtom;

/**
 * A Gaussian step on a record that takes part at one random step of several. The profile is the
 * exact one; compositions use the loss laws of a dominating pair.
 */
public final class AllocatedGaussianPair implements OrderedPair {
  private final AllocatedGaussian scheme;
  private final boolean added;

  public AllocatedGaussianPair(long steps, double mu) {
    this(new AllocatedGaussian(steps, mu), false);
  }

  private AllocatedGaussianPair(AllocatedGaussian scheme, boolean added) {
    this.scheme = scheme;
    this.added = added;
  }

  private OrderedPair laws() {
    OrderedPair removed = scheme.laws(name());
    return added ? removed.reversed() : removed;
  }

  @Override
  public String name() {
    return "a Gaussian of mu " + scheme.mu() + " at one of " + scheme.steps() + " steps";
  }

  @Override
  public List<LossAtom> atoms() {
    return laws().atoms();
  }

  @Override
  public Enclosure neutral() {
    return laws().neutral();
  }

  @Override
  public boolean hasOwnLaws() {
    return false;
  }

  @Override
  public LossTails omitted() {
    return laws().omitted();
  }

  @Override
  public boolean continuous() {
    return laws().continuous();
  }

  @Override
  public LossTails tails(Enclosure loss) {
    return laws().tails(loss);
  }

  @Override
  public double scale() {
    return scheme.scale();
  }

  @Override
  public Optional<Enclosure> profile(Enclosure epsilon) {
    Enclosure factor = epsilon.exp().max(Enclosure.ONE);
    return Optional.of(added ? scheme.added(factor) : scheme.removed(factor));
  }

  @Override
  public Optional<Enclosure> reversedProfile(Enclosure epsilon) {
    return reversed().profile(epsilon);
  }

  @Override
  public OrderedPair reversed() {
    return new AllocatedGaussianPair(scheme, !added);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof AllocatedGaussianPair pair
        && pair.scheme.steps() == scheme.steps()
        && pair.scheme.mu() == scheme.mu()
        && pair.added == added;
  }

  @Override
  public int hashCode() {
    return Double.hashCode(scheme.mu()) * 31 + Long.hashCode(scheme.steps()) * 2 + (added ? 1 : 0);
  }
}
