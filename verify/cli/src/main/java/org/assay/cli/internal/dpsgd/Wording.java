package org.assay.cli.internal.dpsgd;

/** The words of a screen for trainings on records, or on clients. */
enum Wording {
  /** A training on records. */
  RECORDS("DP-SGD", "record", "batch", "batches", "step"),

  /** Federated training: the clients of a round are its batch, and a round is one step. */
  CLIENTS("federated training", "client", "round", "rounds", "round");

  private final String name;
  private final String unit;
  private final String sample;
  private final String samples;
  private final String step;

  Wording(String name, String unit, String sample, String samples, String step) {
    this.name = name;
    this.unit = unit;
    this.sample = sample;
    this.samples = samples;
    this.step = step;
  }

  /** The name of the training. */
  String training() {
    return name;
  }

  /** The unit in which neighbouring datasets differ. */
  String unit() {
    return unit;
  }

  /** The name of a sample of units. */
  String sample() {
    return sample;
  }

  /** The plural of {@link #sample}. */
  String samples() {
    return samples;
  }

  /** The name of one update of the model. */
  String step() {
    return step;
  }
}
