package org.assay.accountant.meaning;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.IntFunction;

/**
 * A choice among laws of one output, which a mechanism makes for every input. The laws are
 * numbered, and inputs that are d steps apart may have laws whose numbers differ by at most {@code
 * step} times d. The first and the last law are certain outcomes: they are for inputs that no chain
 * of neighbours joins with the others.
 */
final class Block {
  /** The step of a block whose inputs need not be neighbours. */
  static final int FREE = -1;

  private static final int REACH = 4;

  private final Fraction weight;
  private final Fraction[][] laws;
  private final int step;
  private final double[][] rounded;

  private Block(Fraction weight, Fraction[][] laws, int step) {
    this.weight = weight;
    this.laws = laws;
    this.step = step;
    this.rounded = new double[laws.length][];
    for (int i = 0; i < laws.length; i++) {
      rounded[i] =
          Arrays.stream(laws[i]).mapToDouble(p -> p.times(weight).approximately()).toArray();
    }
  }

  /** The true one of several answers with one probability, each other one equally likely. */
  static Block answers(int count, Fraction truth) {
    Fraction lie = Fraction.ONE.minus(truth).dividedBy(Fraction.of(count - 1));
    Fraction[][] laws = new Fraction[count][count];
    for (int answer = 0; answer < count; answer++) {
      for (int shown = 0; shown < count; shown++) {
        laws[answer][shown] = shown == answer ? truth : lie;
      }
    }
    return new Block(Fraction.ONE, laws, FREE);
  }

  /**
   * One of two laws for any input. Each has to be the other with its outcomes exchanged, so that
   * both orders of both laws cost the same.
   */
  static Block either(List<Fraction> one, List<Fraction> other) {
    List<Fraction> reversed = new ArrayList<>(other);
    Collections.reverse(reversed);
    if (!one.equals(reversed)) {
      throw new IllegalArgumentException(one + " is not " + other + " from its end");
    }
    Fraction[][] laws = {one.toArray(new Fraction[0]), other.toArray(new Fraction[0])};
    return new Block(Fraction.ONE, laws, FREE);
  }

  /** A bit of the input in the clear. */
  static Block clear() {
    return answers(2, Fraction.ONE);
  }

  /** Nothing of the input. */
  static Block nothing() {
    return new Block(Fraction.ONE, new Fraction[][] {{Fraction.ONE}}, FREE);
  }

  /**
   * A noisy number, of which it is released how many of some thresholds it reaches.
   *
   * @param tail probability that the noise and a number together reach 0
   */
  static Block noisy(IntFunction<Fraction> tail, int step, int... thresholds) {
    int reach = REACH * step;
    Fraction[][] laws = new Fraction[2 * reach + 4][];
    for (int i = -reach; i <= reach + 1; i++) {
      laws[i + reach + 1] = binned(tail, i, thresholds);
    }
    laws[0] = certain(thresholds.length + 1, 0);
    laws[laws.length - 1] = certain(thresholds.length + 1, thresholds.length);
    return new Block(Fraction.ONE, laws, step);
  }

  private static Fraction[] binned(IntFunction<Fraction> tail, int number, int... thresholds) {
    Fraction[] law = new Fraction[thresholds.length + 1];
    Fraction above = Fraction.ONE;
    for (int i = 0; i < thresholds.length; i++) {
      Fraction reached = tail.apply(number - thresholds[i]);
      law[i] = above.minus(reached);
      above = reached;
    }
    law[thresholds.length] = above;
    return law;
  }

  private static Fraction[] certain(int outcomes, int outcome) {
    Fraction[] law = new Fraction[outcomes];
    for (int i = 0; i < outcomes; i++) {
      law[i] = i == outcome ? Fraction.ONE : Fraction.ZERO;
    }
    return law;
  }

  /** The same, shown with some probability instead of another block's output. */
  Block weighted(Fraction probability) {
    return new Block(probability, laws, step);
  }

  int outcomes() {
    return laws[0].length;
  }

  int laws() {
    return laws.length;
  }

  int step() {
    return step;
  }

  /** The probability that the mechanism shows an outcome of this block. */
  Fraction probability(int number, int outcome) {
    return laws[number][outcome].times(weight);
  }

  /** The same, not rounded to a particular side. */
  double rounded(int number, int outcome) {
    return rounded[number][outcome];
  }

  boolean isCertain(int number) {
    return step != FREE && (number == 0 || number == laws.length - 1);
  }

  /** Whether two inputs so many steps apart may have laws of these numbers. */
  boolean allows(int number, int other, int distance) {
    if (step == FREE || distance == Inputs.UNRELATED) {
      return true;
    }
    if (isCertain(number) || isCertain(other)) {
      return number == other;
    }
    return Math.abs(number - other) <= Math.multiplyExact((long) step, distance);
  }
}
