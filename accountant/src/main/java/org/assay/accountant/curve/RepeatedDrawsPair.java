package org.assay.accountant.curve;

import java.util.List;
import org.assay.accountant.numeric.Enclosure;

/**
 * One of several pairs, chosen at random under both distributions alike and published: the pair of
 * records drawn with replacement, where the choice is how often the differing record was drawn
 * ({@code divergence/doc-files/sampled-with-replacement.md}). The profile of the pair is the
 * weighted sum of the parts' profiles.
 *
 * @param weights enclosures of the probabilities of the parts
 * @param parts as many pairs, without atoms
 * @param rest upper bound of the probability of all parts that are not listed; what they reveal is
 *     taken to be everything
 */
record RepeatedDrawsPair(List<Enclosure> weights, List<FixedSizePair> parts, double rest)
    implements OrderedPair {
  RepeatedDrawsPair {
    weights = List.copyOf(weights);
    parts = List.copyOf(parts);
    for (FixedSizePair part : parts) {
      if (!part.atoms().isEmpty()) {
        throw new IllegalArgumentException(part.name() + " has atoms: parts must have none");
      }
    }
  }

  @Override
  public String name() {
    return parts.get(0).name() + " drawn up to " + parts.size() + " times";
  }

  @Override
  public List<LossAtom> atoms() {
    return List.of();
  }

  @Override
  public Enclosure neutral() {
    Enclosure sum = Enclosure.ZERO;
    for (int k = 0; k < parts.size(); k++) {
      sum = sum.plus(parts.get(k).neutral().times(weights.get(k)));
    }
    return sum;
  }

  @Override
  public LossTails omitted() {
    Enclosure unlisted = Enclosure.of(0, rest);
    return new LossTails(Enclosure.ZERO, unlisted, Enclosure.ZERO, unlisted);
  }

  @Override
  public boolean continuous() {
    return true;
  }

  @Override
  public LossTails tails(Enclosure loss) {
    LossTails sum = LossTails.NONE;
    for (int k = 0; k < parts.size(); k++) {
      LossTails part = parts.get(k).tails(loss);
      Enclosure weight = weights.get(k);
      sum =
          new LossTails(
              sum.pBelow().plus(part.pBelow().times(weight)),
              sum.pAbove().plus(part.pAbove().times(weight)),
              sum.qBelow().plus(part.qBelow().times(weight)),
              sum.qAbove().plus(part.qAbove().times(weight)));
    }
    return sum;
  }

  @Override
  public double scale() {
    double square = 0;
    for (int k = 0; k < parts.size(); k++) {
      double scale = parts.get(k).scale();
      square += weights.get(k).midpoint() * scale * scale;
    }
    return Math.sqrt(square);
  }

  /** Every part equals its own exchange. */
  @Override
  public OrderedPair reversed() {
    return this;
  }
}
