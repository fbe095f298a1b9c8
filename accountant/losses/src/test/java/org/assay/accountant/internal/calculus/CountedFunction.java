package org.assay.accountant.internal.calculus;

import java.util.function.DoubleFunction;
import org.assay.accountant.numeric.Enclosure;

/** A function that counts how often it is asked. */
public final class CountedFunction implements DoubleFunction<Enclosure> {
  private final DoubleFunction<Enclosure> function;
  private int calls;

  /** Counts the calls of a function. */
  public CountedFunction(DoubleFunction<Enclosure> function) {
    this.function = function;
  }

  @Override
  public Enclosure apply(double x) {
    calls++;
    return function.apply(x);
  }

  /** Calls so far. */
  public int calls() {
    return calls;
  }
}
