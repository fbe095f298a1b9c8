package org.assay.cli.price;

/** A number that may describe what was run, as an option of the command. */
enum Quantity {
  NOISE_MULTIPLIER("--noise-multiplier"),
  SAMPLING_PROBABILITY("--sampling-probability"),
  TRUTH_PROBABILITY("--truth-probability"),
  MECHANISM_EPSILON("--mechanism-epsilon"),
  BATCHES("--batches"),
  PARTICIPATIONS("--participations"),
  SEPARATION("--separation"),
  THRESHOLD("--threshold"),
  PARTITIONS("--partitions"),
  REPORTS("--reports"),
  RECORDS("--records"),
  LARGEST_BATCH("--largest-batch"),
  STEPS("--steps");

  private final String option;

  Quantity(String option) {
    this.option = option;
  }

  String option() {
    return option;
  }

  /** The option without its dashes. */
  String label() {
    return option.substring(2);
  }
}
