package org.assay.accountant.internal.loss.pair;

import java.util.List;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.LossAtom;

/**
 * One of several pairs, or no release; the choice has the same distribution under P and Q and is
 * published. An example is the number of times that the differing record is in the sample. The
 * profile of the pair is the weighted sum of the parts' profiles.
 *
 * @param weights enclosures of the probabilities of the parts
 * @param parts the pairs, one for each weight
 * @param idle an enclosure of the probability that nothing is released
 * @param rest upper bound of the probability of all parts that are not listed, which count as
 *     revealing everything
 */
public record PublishedMixturePair(
    List<Enclosure> weights, List<OrderedPair> parts, Enclosure idle, double rest)
    implements OrderedPair {
  public PublishedMixturePair {
    weights = List.copyOf(weights);
    parts = List.copyOf(parts);
  }

  @Override
  public String name() {
    String first = parts.get(0).name();
    return parts.size() == 1
        ? first + " or nothing"
        : first + " drawn up to " + parts.size() + " times";
  }

  @Override
  public List<LossAtom> atoms() {
    return weighted().listed();
  }

  private FaintAtoms weighted() {
    FaintAtoms all = new FaintAtoms();
    for (int k = 0; k < parts.size(); k++) {
      for (LossAtom atom : parts.get(k).atoms()) {
        all.add(atom.p().times(weights.get(k)), atom.q().times(weights.get(k)));
      }
    }
    return all;
  }

  @Override
  public Enclosure neutral() {
    Enclosure sum = idle;
    for (int k = 0; k < parts.size(); k++) {
      sum = sum.plus(parts.get(k).neutral().times(weights.get(k)));
    }
    return sum;
  }

  @Override
  public LossTails omitted() {
    LossTails sum = LossTails.unknown(rest, rest).plus(weighted().omitted());
    for (int k = 0; k < parts.size(); k++) {
      sum = sum.plus(parts.get(k).omitted().times(weights.get(k)));
    }
    return sum;
  }

  @Override
  public boolean continuous() {
    return parts.stream().anyMatch(OrderedPair::continuous);
  }

  @Override
  public LossTails tails(Enclosure loss) {
    LossTails sum = LossTails.NONE;
    for (int k = 0; k < parts.size(); k++) {
      if (parts.get(k).continuous()) {
        sum = sum.plus(parts.get(k).tails(loss).times(weights.get(k)));
      }
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

  /** The losses of the other parts are usually multiples of the first part's period. */
  @Override
  public double period() {
    return parts.get(0).period();
  }

  @Override
  public OrderedPair reversed() {
    List<OrderedPair> exchanged = parts.stream().map(OrderedPair::reversed).toList();
    return exchanged.equals(parts)
        ? this
        : new PublishedMixturePair(weights, exchanged, idle, rest);
  }
}
