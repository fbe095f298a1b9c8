package org.assay.cli.internal.terminal;

/** Colours of words on a terminal, as ECMA-48 numbers them. */
public enum Colour {
  /** For what is wrong. */
  RED(31),

  /** For what is right. */
  GREEN(32),

  /** For what is open. */
  YELLOW(33),

  /** For what is neither. */
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
