package org.assay.cli.evaluate;

import java.math.BigDecimal;
import java.util.Optional;
import org.assay.accountant.accounting.TightestBound.Bound;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.precision.PreciseValue;

/**
 * The value of a function in decimals.
 *
 * @param lower at most the exact value
 * @param upper at least the exact value
 * @param value the value to the digits asked for, if a number of digits was asked for
 * @param enclosesTrueValue where a guarantee is asked for: whether the ends enclose the smallest
 *     number that holds, and not only the bound that a method proves
 * @param whyWide what keeps the ends apart, where they are far apart
 */
record Answer(
    String lower,
    String upper,
    Optional<String> value,
    Optional<Boolean> enclosesTrueValue,
    Optional<String> whyWide) {
  static Answer of(Enclosure enclosure) {
    return new Answer(
        enclosure.lowerDecimal(),
        enclosure.upperDecimal(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  static Answer of(Bound bound) {
    return new Answer(
        bound.value().lowerDecimal(),
        bound.value().upperDecimal(),
        Optional.empty(),
        Optional.of(bound.method().exact()),
        bound.whyWide());
  }

  /** The value is off by less than one unit of its last digit; 0 is exact. */
  static Answer of(PreciseValue precise) {
    BigDecimal value = precise.value();
    if (value.signum() == 0) {
      return new Answer("0", "0", Optional.of("0"), Optional.empty(), Optional.empty());
    }
    BigDecimal padded = value.setScale(value.scale() + precise.digits() - value.precision());
    BigDecimal unit = padded.ulp();
    return new Answer(
        padded.subtract(unit).toString(),
        padded.add(unit).toString(),
        Optional.of(padded.toString()),
        Optional.empty(),
        Optional.empty());
  }
}
