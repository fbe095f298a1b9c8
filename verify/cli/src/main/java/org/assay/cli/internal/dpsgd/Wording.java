package org.assay.cli.internal.dpsgd;

/** The words for what is drawn, and into what: the same screen speaks of records or of clients. */
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

  /** What the training is called. */
  String training() {
    return name;
  }

  /** What neighbouring datasets differ in. */
  String unit() {
    return unit;
  }

  /** What a unit is drawn into. */
  String sample() {
    return sample;
  }

  /** Many of these. */
  String samples() {
    return samples;
  }

  /** What is done to the model once. */
  String step() {
    return step;
  }
}
