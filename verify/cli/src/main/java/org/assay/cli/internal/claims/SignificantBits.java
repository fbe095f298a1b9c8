package org.assay.cli.internal.claims;

import java.util.OptionalInt;
import org.assay.cli.internal.input.Value;
import org.assay.verify.trial.RoundedOutputs;

/**
 * The number of significant bits that count.
 *
 * @param given the number, from 2 to 53 for all; empty if it is still to be chosen
 * @param isChosen whether runs outside the audit choose the number
 */
public record SignificantBits(OptionalInt given, boolean isChosen) {
  private static final int LEAST = 2;
  private static final int ALL = RoundedOutputs.SIGNIFICAND;
  private static final String BY_RUNS = "auto";

  static final SignificantBits EVERY = new SignificantBits(OptionalInt.of(ALL), false);

  /** Refuses a number that is neither given nor to be chosen. */
  public SignificantBits {
    if (!(isChosen || given.isPresent())) {
      throw new IllegalArgumentException("given was empty: it must be there, or be chosen by runs");
    }
  }

  /** A number, or the word for one that runs choose. */
  static SignificantBits read(Value value) {
    if (value.isText()) {
      if (!value.text().equals(BY_RUNS)) {
        throw value.invalid(
            "was '" + value.text() + "': it must be a whole number or '" + BY_RUNS + "'");
      }
      return new SignificantBits(OptionalInt.empty(), true);
    }
    return new SignificantBits(OptionalInt.of((int) value.integer(LEAST, ALL)), false);
  }

  /**
   * The number that runs chose.
   *
   * @param bits from 2 to 53
   * @return the bits that count
   */
  SignificantBits chosen(int bits) {
    return new SignificantBits(OptionalInt.of(bits), true);
  }

  /**
   * The number of bits.
   *
   * @return from 2 to 53; all of them as long as nothing was chosen
   */
  public int count() {
    return given.orElse(ALL);
  }

  /**
   * Whether all bits count.
   *
   * @return false if they are rounded first
   */
  public boolean areAll() {
    return count() == ALL;
  }

  /** The number in words, for a report; empty if all bits count by default. */
  String describe() {
    if (areAll()) {
      return isChosen
          ? "No significant bits were hidden: in runs of their own numbers had few of them, or"
              + " noise that rounding would hide. "
          : "";
    }
    return String.format(
        "Numbers were rounded to %s significant bits before anything looked at them%s",
        count(),
        isChosen
            ? "; runs of their own chose how many. What leaks below them was not looked for. "
            : ". ");
  }
}
