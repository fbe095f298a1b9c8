package org.assay.accountant.internal.loss.pair;

import java.util.List;
import java.util.Optional;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.LossAtom;

/**
 * A pair with P and Q exchanged.
 *
 * @param pair the pair before the exchange
 */
record ReversedPair(OrderedPair pair) implements OrderedPair {
  @Override
  public String name() {
    return pair.name() + ", exchanged";
  }

  @Override
  public List<LossAtom> atoms() {
    return pair.atoms().stream().map(LossAtom::reversed).toList();
  }

  @Override
  public Enclosure neutral() {
    return pair.neutral();
  }

  @Override
  public boolean hasOwnLaws() {
    return pair.hasOwnLaws();
  }

  @Override
  public LossTails omitted() {
    return pair.omitted().reversed();
  }

  @Override
  public boolean continuous() {
    return pair.continuous();
  }

  @Override
  public LossTails tails(Enclosure loss) {
    return pair.tails(loss.negate()).reversed();
  }

  @Override
  public double scale() {
    return pair.scale();
  }

  @Override
  public double period() {
    return pair.period();
  }

  @Override
  public boolean dominates(OrderedPair other) {
    return other instanceof ReversedPair less && pair.dominates(less.pair);
  }

  @Override
  public Optional<Enclosure> profile(Enclosure epsilon) {
    return pair.reversedProfile(epsilon);
  }

  @Override
  public Optional<Enclosure> reversedProfile(Enclosure epsilon) {
    return pair.profile(epsilon);
  }

  @Override
  public OrderedPair reversed() {
    return pair;
  }
}
