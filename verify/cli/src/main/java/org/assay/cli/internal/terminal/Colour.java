package org.assay.cli.internal.terminal;

/** Colours of words on a terminal, as ECMA-48 numbers them. */
public enum Colour {
  /** A refuted claim. */
  RED(31),

  /** A certified claim. */
  GREEN(32),

  /** An inconclusive audit. */
  YELLOW(33),

  /** Everything else: the terminal's own colour. */
  NONE(0);

  private static final String PLAIN = "\u001b[0m";

  private final String begin;

  Colour(int number) {
    this.begin = "\u001b[" + number + "m";
  }

  /** A word in this colour. */
  String of(String word) {
    return begin + word + PLAIN;
  }
}
