package org.assay.cli.internal.evaluate;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.Optional;
import org.assay.accountant.accounting.TightestBound.Bound;
import org.assay.accountant.internal.precision.PreciseValue;
import org.assay.accountant.numeric.Enclosure;
import org.assay.cli.internal.price.MethodNote;

/**
 * The value of a function in decimals.
 *
 * @param lower at most the exact value
 * @param upper at least the exact value
 * @param value the value to the requested number of digits, if any was requested
 * @param bound the bound with its method, if the answer is a guarantee
 */
record Answer(String lower, String upper, Optional<String> value, Optional<Bound> bound)
    implements BatchAnswer {
  static Answer of(Enclosure enclosure) {
    return new Answer(
        enclosure.lowerDecimal(), enclosure.upperDecimal(), Optional.empty(), Optional.empty());
  }

  static Answer of(Bound bound) {
    return new Answer(
        bound.value().lowerDecimal(),
        bound.value().upperDecimal(),
        Optional.empty(),
        Optional.of(bound));
  }

  /** An answer with an error of less than one unit of its last digit; 0 is exact. */
  static Answer of(PreciseValue precise) {
    BigDecimal value = precise.value();
    if (value.signum() == 0) {
      return new Answer("0", "0", Optional.of("0"), Optional.empty());
    }
    BigDecimal padded = value.setScale(value.scale() + precise.digits() - value.precision());
    BigDecimal unit = padded.ulp();
    return new Answer(
        padded.subtract(unit).toString(),
        padded.add(unit).toString(),
        Optional.of(padded.toString()),
        Optional.empty());
  }

  @Override
  public void putInto(ObjectNode object) {
    object.put("lower", lower);
    object.put("upper", upper);
    value.ifPresent(text -> object.put("value", text));
    bound.ifPresent(found -> putMethod(object, found));
  }

  /**
   * Whether the ends enclose the smallest number that holds, and not only the bound that a method
   * proves; which method; and what keeps the ends apart, where they are far apart.
   */
  private static void putMethod(ObjectNode object, Bound found) {
    MethodNote method = MethodNote.of(found.method());
    object.put("encloses_true_value", found.method().exact());
    object.put("method", method.words());
    object.put("citation", method.citation().toString());
    found.whyWide().ifPresent(limit -> object.put("wide_because", limit));
  }
}
