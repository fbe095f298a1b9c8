package org.assay.cli.evaluate;

import java.util.Optional;
import org.assay.accountant.numeric.Enclosure;
import org.assay.cli.input.Guard;

/**
 * An argument of a function.
 *
 * @param name its name in the batch language
 * @param guard which finite numbers it may be
 * @param limit the function's value where the argument is infinite, if it may be
 */
record Argument(String name, Guard guard, Optional<Enclosure> limit) {
  static Argument of(String name, Guard guard) {
    return new Argument(name, guard, Optional.empty());
  }

  /** This argument, allowed to be infinite, with the function's limit there. */
  Argument orInfinite(Enclosure limitAtInfinity) {
    return new Argument(name, guard, Optional.of(limitAtInfinity));
  }

  boolean isAtLimit(double value) {
    return limit.isPresent() && value == Double.POSITIVE_INFINITY;
  }

  void require(double value) {
    if (isAtLimit(value)) {
      return;
    }
    try {
      guard.require(name, value);
    } catch (IllegalArgumentException e) {
      throw new LineException("argument " + e.getMessage());
    }
  }
}
