package org.assay.verify.replay;

/**
 * A parameter of a draw.
 *
 * @param name its name
 * @param value its value
 * @param valid whether the rule holds
 * @param rule the rule in words
 * @param isPublic whether the value must be equal on neighbours
 */
record Parameter(String name, double value, boolean valid, String rule, boolean isPublic) {
  static Parameter positive(String name, double value) {
    boolean valid = value > 0 && value < Double.POSITIVE_INFINITY;
    return new Parameter(name, value, valid, "it must be finite and above 0", true);
  }

  static Parameter nonNegative(String name, double value) {
    boolean valid = value >= 0 && value < Double.POSITIVE_INFINITY;
    return new Parameter(name, value, valid, "it must be finite and at least 0", true);
  }

  static Parameter probability(String name, double value) {
    boolean valid = value >= 0 && value <= 1;
    return new Parameter(name, value, valid, "it must be in [0, 1]", true);
  }

  static Parameter openProbability(String name, double value) {
    boolean valid = value > 0 && value < 1;
    return new Parameter(name, value, valid, "it must be strictly between 0 and 1", true);
  }

  static Parameter atLeast(String name, long value, long least) {
    return new Parameter(
        name, (double) value, value >= least, "it must be at least " + least, true);
  }

  static Parameter within(String name, long value, long least, long most) {
    boolean valid = value >= least && value <= most;
    return new Parameter(
        name, (double) value, valid, "it must be from " + least + " to " + most, true);
  }

  static Parameter any(String name, double value) {
    boolean finite = Math.abs(value) < Double.POSITIVE_INFINITY;
    return new Parameter(name, value, finite, "it must be finite", true);
  }

  /** The same parameter, which may depend on the data. */
  Parameter secret() {
    return new Parameter(name, value, valid, rule, false);
  }

  boolean sameAs(Parameter other) {
    return !isPublic || Double.compare(value, other.value) == 0;
  }
}
