package org.assay.accountant.internal.contour;

import java.util.function.Predicate;
import org.assay.accountant.numeric.Enclosure;

/**
 * Which enclosures are narrow enough.
 *
 * @param width relative width up to which one is narrow, above 0
 * @param negligible absolute width up to which one is narrow too
 */
public record Narrow(double width, double negligible) implements Predicate<Enclosure> {
  @Override
  public boolean test(Enclosure found) {
    return found.relativeWidth() <= width || found.width() <= negligible;
  }
}
