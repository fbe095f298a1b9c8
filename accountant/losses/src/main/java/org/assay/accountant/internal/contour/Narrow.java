package org.assay.accountant.internal.contour;

import java.util.function.Predicate;
import org.assay.accountant.numeric.Enclosure;

/**
 * Decides whether an enclosure is narrow enough.
 *
 * @param width largest relative width of a narrow enclosure, above 0
 * @param negligible largest absolute width of an enclosure that counts as narrow at any relative
 *     width
 */
public record Narrow(double width, double negligible) implements Predicate<Enclosure> {
  @Override
  public boolean test(Enclosure found) {
    return found.relativeWidth() <= width || found.width() <= negligible;
  }
}
