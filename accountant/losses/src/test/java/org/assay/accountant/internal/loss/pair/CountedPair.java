package org.assay.accountant.internal.loss.pair;

import java.util.List;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.LossAtom;

/** A pair that counts the calls of its distribution functions: the cost of the lattices. */
public final class CountedPair implements OrderedPair {
  private final OrderedPair pair;
  private int calls;

  public CountedPair(OrderedPair pair) {
    this.pair = pair;
  }

  /** Calls since the last question. */
  public int callsSinceAsked() {
    int since = calls;
    calls = 0;
    return since;
  }

  @Override
  public String name() {
    return pair.name();
  }

  @Override
  public List<LossAtom> atoms() {
    return pair.atoms();
  }

  @Override
  public Enclosure neutral() {
    return pair.neutral();
  }

  @Override
  public LossTails omitted() {
    return pair.omitted();
  }

  @Override
  public boolean continuous() {
    return pair.continuous();
  }

  @Override
  public LossTails tails(Enclosure loss) {
    calls++;
    return pair.tails(loss);
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
  public OrderedPair reversed() {
    return this;
  }
}
