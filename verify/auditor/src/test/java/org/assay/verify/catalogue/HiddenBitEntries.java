package org.assay.verify.catalogue;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.random.RandomGenerator;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.ListPairs;
import org.assay.verify.trial.Outcome;

/**
 * Binary responses hidden in the form of the output: given the response, everything else about the
 * output is noise, so the privacy is that of the response, and no single coordinate shows it.
 */
final class HiddenBitEntries {
  private static final String HERE = "written for this catalogue: a leak in the joint law only";
  private static final double GRID = 0x1p20;
  private static final double LEAKING = 0.9;
  private static final double HARMLESS = Math.E / (1 + Math.E);

  private HiddenBitEntries() {}

  /** Shows a response. */
  @FunctionalInterface
  private interface Rendering {
    Outcome of(boolean response, RandomGenerator random);
  }

  static List<Entry<?>> all() {
    List<Entry<?>> entries = new ArrayList<>();
    add(entries, "07", "product of the signs of 2 numbers", (r, g) -> signs(2, r, g), o -> sign(o));
    add(
        entries,
        "07-3",
        "product of the signs of 3 numbers",
        (r, g) -> signs(3, r, g),
        o -> sign(o));
    add(
        entries,
        "09",
        "parity of a widely spread integer",
        (r, g) -> Outcome.of(2 * Noise.geometric(g, 0.01) + (r ? 1 : 0)),
        o -> (int) Math.abs(ExactLaw.onlyCoordinate(o) % 2));
    add(
        entries,
        "10",
        "sign of the first number against the length",
        HiddenBitEntries::lengthAgainstSign,
        HiddenBitEntries::lengthOrSign);
    add(
        entries,
        "11",
        "order of 2 out of 6 items",
        HiddenBitEntries::orderOfTwo,
        o -> position(o, 5) > position(o, 6) ? 1 : 0);
    add(
        entries,
        "11-parity",
        "parity of a permutation of 4 items",
        HiddenBitEntries::permutationOfParity,
        o -> inversions(((Outcome.Vector) o).toArray()) % 2);
    add(
        entries,
        "15",
        "lowest bit of a number on a grid",
        HiddenBitEntries::lowestBit,
        o -> (int) Math.abs(Math.rint(ExactLaw.onlyCoordinate(o) * GRID) % 2));
    add(
        entries,
        "16",
        "sign of the projection of 10 numbers on a direction",
        HiddenBitEntries::halfSpace,
        o -> projection(((Outcome.Vector) o).toArray()) > 0 ? 1 : 0);
    add(
        entries,
        "17",
        "whether the last number repeats the first",
        HiddenBitEntries::repeated,
        o -> ((Outcome.Vector) o).at(2) == ((Outcome.Vector) o).at(0) ? 1 : 0);
    return entries;
  }

  private static void add(
      List<Entry<?>> entries,
      String number,
      String title,
      Rendering rendering,
      ToIntFunction<Outcome> reading) {
    entries.add(entry("N" + number, LEAKING, title, rendering, reading).broken());
    entries.add(entry("M" + number, HARMLESS, title, rendering, reading));
  }

  /** The response is 1 with the given probability if a record is 1, and 0 if none is. */
  private static Entry<List<Integer>> entry(
      String id, double truth, String title, Rendering rendering, ToIntFunction<Outcome> reading) {
    List<AdjacentPair<List<Integer>>> pairs =
        List.of(
            ListPairs.replaceOne(List.of(0, 0), 0, 2),
            ListPairs.replaceOne(List.of(0, 0), 0, 1),
            ListPairs.replaceOne(List.of(0, 1), 0, 1),
            ListPairs.replaceOne(List.of(2, 1), 1, 0));
    return Entry.of(
            id,
            title
                + ", a binary response that is true with probability "
                + Math.rint(truth * 100) / 100,
            HERE,
            new Guarantee.Pure(1, AdjacencyRelation.REPLACE_ONE),
            (List<Integer> records, RandomGenerator random) ->
                rendering.of(records.contains(1) == random.nextDouble() < truth, random))
        .pairs(pairs)
        .truth(Truth.epsilon(Math.log(truth / (1 - truth)), 1e-9))
        .worst(pairs.get(1), () -> ExactLaw.ofEvent(1 - truth, truth, reading));
  }

  /** Symmetric numbers, all but the last one independent. */
  private static Outcome signs(int length, boolean positive, RandomGenerator random) {
    double[] values = new double[length];
    boolean product = positive;
    for (int i = 0; i < length; i++) {
      boolean sign = i == length - 1 ? product : random.nextBoolean();
      product = product == sign;
      double size = Noise.exponential(random, 1) + 0x1p-20;
      values[i] = sign ? size : -size;
    }
    return Outcome.of(values);
  }

  private static int sign(Outcome outcome) {
    double product = 1;
    for (double value : ((Outcome.Vector) outcome).toArray()) {
      product *= Math.signum(value);
    }
    return product > 0 ? 1 : 0;
  }

  private static Outcome lengthAgainstSign(boolean response, RandomGenerator random) {
    double[] values = new double[random.nextBoolean() ? 2 : 3];
    for (int i = 0; i < values.length; i++) {
      values[i] = Noise.laplace(random, 1);
    }
    double size = Math.abs(values[0]) + 0x1p-20;
    values[0] = (values.length == 2) == response ? size : -size;
    return Outcome.of(values);
  }

  private static int lengthOrSign(Outcome outcome) {
    Outcome.Vector vector = (Outcome.Vector) outcome;
    return (vector.length() == 2) == vector.at(0) > 0 ? 1 : 0;
  }

  private static Outcome orderOfTwo(boolean response, RandomGenerator random) {
    double[] items = shuffled(6, random);
    Outcome plain = Outcome.of(items);
    if (position(plain, 5) > position(plain, 6) != response) {
      swap(items, position(plain, 5), position(plain, 6));
    }
    return Outcome.of(items);
  }

  private static int position(Outcome outcome, double item) {
    Outcome.Vector vector = (Outcome.Vector) outcome;
    int position = 0;
    while (vector.at(position) != item) {
      position++;
    }
    return position;
  }

  private static Outcome permutationOfParity(boolean response, RandomGenerator random) {
    double[] items = shuffled(4, random);
    if ((inversions(items) % 2 == 1) != response) {
      swap(items, 0, 1);
    }
    return Outcome.of(items);
  }

  private static int inversions(double[] items) {
    int count = 0;
    for (int i = 0; i < items.length; i++) {
      for (int j = 0; j < i; j++) {
        count += items[j] > items[i] ? 1 : 0;
      }
    }
    return count;
  }

  private static Outcome lowestBit(boolean response, RandomGenerator random) {
    double even = 2 * Math.rint(random.nextGaussian() * GRID / 2);
    return Outcome.of((even + (response ? 1 : 0)) / GRID);
  }

  private static Outcome halfSpace(boolean response, RandomGenerator random) {
    double[] values = new double[10];
    for (int i = 0; i < values.length; i++) {
      values[i] = Noise.gaussian(random, 1);
    }
    double sign = projection(values) > 0 == response ? 1 : -1;
    for (int i = 0; i < values.length; i++) {
      values[i] *= sign;
    }
    return Outcome.of(values);
  }

  private static double projection(double[] values) {
    double sum = 0;
    for (int i = 0; i < values.length; i++) {
      sum += Math.cos(i * i) * values[i];
    }
    return sum;
  }

  private static Outcome repeated(boolean response, RandomGenerator random) {
    double first = Noise.laplace(random, 1);
    double second = Noise.laplace(random, 1);
    double third = Noise.laplace(random, 1);
    return Outcome.of(first, second, response ? first : third);
  }

  private static double[] shuffled(int length, RandomGenerator random) {
    double[] items = new double[length];
    for (int i = 0; i < length; i++) {
      items[i] = i + 1.0;
      swap(items, i, random.nextInt(i + 1));
    }
    return items;
  }

  private static void swap(double[] items, int first, int second) {
    double held = items[first];
    items[first] = items[second];
    items[second] = held;
  }
}
