package org.assay.verify.pairs;

import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Parameters;
import org.assay.verify.trial.AdjacentPair;

/**
 * Pairs of vectors of answers, for selection and sparse vector techniques. The answers are those of
 * queries of sensitivity 1, all of which one record may move. The leading pairs are the patterns
 * that show the known mistakes ([@LyuSuLi2017]). All answers move up, one moves against the rest,
 * or halves move against each other; they start at 0 or at 1. Each pair carries the direction in
 * which its record moves the answers.
 */
public final class AnswerPairs {
  /** Leading patterns in which a record moves all answers in one direction. */
  private static final List<Pattern> MONOTONE =
      List.of(
          new Pattern("all up", n -> fill(n, 0, 0), n -> fill(n, 1, 1)),
          new Pattern("first up", n -> fill(n, 0, 0), n -> first(n, 1, 0)),
          new Pattern("all but the first up", n -> fill(n, 0, 0), n -> first(n, 0, 1)),
          new Pattern("last up", n -> fill(n, 0, 0), n -> last(n, 1, 0)),
          new Pattern("first half up", n -> fill(n, 0, 0), n -> fill(n, 1, 0)),
          new Pattern("first half up to the second", n -> fill(n, 0, 1), n -> fill(n, 1, 1)),
          new Pattern("second half up, above the first", n -> fill(n, 1, 1), n -> fill(n, 1, 2)),
          new Pattern("from ones, all up", n -> fill(n, 1, 1), n -> fill(n, 2, 2)),
          new Pattern("from ones, first up", n -> fill(n, 1, 1), n -> first(n, 2, 1)));

  /** Leading patterns in which a record moves answers in both directions. */
  private static final List<Pattern> BOTH_WAYS =
      List.of(
          new Pattern("halves exchanged", n -> fill(n, 0, 1), n -> fill(n, 1, 0)),
          new Pattern("from ones, first up, others down", n -> fill(n, 1, 1), n -> first(n, 2, 0)),
          new Pattern("first down, others up", n -> first(n, 1, 0), n -> first(n, 0, 1)),
          new Pattern("from ones, halves apart", n -> fill(n, 1, 1), n -> fill(n, 2, 0)),
          new Pattern("first down, last up", n -> first(n, 1, 0), n -> last(n, 1, 0)),
          new Pattern("odd up, even down", n -> alternate(n, 0, 1), n -> alternate(n, 1, 0)),
          new Pattern("last down, others up", n -> last(n, 1, 0), n -> last(n, 0, 1)));

  private AnswerPairs() {}

  /**
   * Answers that a record moves in one direction only, as counting queries under add-remove.
   *
   * @param adjacency the relation
   * @param lengths numbers of answers, at least one length, each at least 1
   * @return an endless family
   * @throws IllegalArgumentException if there is no length or one is below 1
   */
  public static PairFamily<double[]> monotone(AdjacencyRelation adjacency, int... lengths) {
    return family(adjacency, MONOTONE, lengths, 0);
  }

  /**
   * Answers that a record may move in both directions at once, as counting queries under
   * replace-one.
   *
   * @param adjacency the relation
   * @param lengths numbers of answers, at least one length, each at least 1
   * @return an endless family
   * @throws IllegalArgumentException if there is no length or one is below 1
   */
  public static PairFamily<double[]> any(AdjacencyRelation adjacency, int... lengths) {
    return family(adjacency, BOTH_WAYS, lengths, -1)
        .union(family(adjacency, MONOTONE, lengths, -1));
  }

  private static PairFamily<double[]> family(
      AdjacencyRelation adjacency, List<Pattern> patterns, int[] lengths, int lowestMove) {
    Parameters.requireAtLeastOne("lengths.length", lengths.length);
    int[] sizes = lengths.clone();
    for (int size : sizes) {
      Parameters.requireAtLeastOne("length", size);
    }
    LeadingPairs<double[]> leads = new LeadingPairs<>(adjacency);
    for (Pattern pattern : patterns) {
      for (int size : sizes) {
        String words = size + " answers, " + pattern.name();
        leads.add(pair(words, pattern.left().of(size), pattern.right().of(size), adjacency));
      }
    }
    return leads.then(
        random -> drawn(random, sizes[random.nextInt(sizes.length)], lowestMove, adjacency));
  }

  /** Answers of 0, 1 or 2, moved independently or in blocks. */
  private static AdjacentPair<double[]> drawn(
      RandomGenerator random, int size, int lowestMove, AdjacencyRelation adjacency) {
    double[] left = new double[size];
    double[] right = new double[size];
    StringBuilder levels = new StringBuilder();
    StringBuilder moves = new StringBuilder();
    int level = 0;
    int move = 1;
    double change = random.nextBoolean() ? 1 : 0.3;
    for (int i = 0; i < size; i++) {
      boolean changes = i == 0 || random.nextDouble() < change;
      level = changes ? random.nextInt(3) : level;
      move = changes ? lowestMove + random.nextInt(2 - lowestMove) : move;
      left[i] = level;
      right[i] = level + move;
      levels.append(level);
      moves.append(move == 0 ? '=' : move > 0 ? '+' : '-');
    }
    String words = size + " answers " + levels + " moved " + moves;
    return pair(words, left, right, adjacency);
  }

  /** A pair whose direction holds the record's move of each answer. */
  private static AdjacentPair<double[]> pair(
      String words, double[] left, double[] right, AdjacencyRelation adjacency) {
    AdjacentPair<double[]> pair = AdjacentPair.of(words, left, right, adjacency);
    double[] moves = new double[left.length];
    for (int i = 0; i < moves.length; i++) {
      moves[i] = right[i] - left[i];
    }
    boolean moved = Arrays.stream(moves).anyMatch(move -> move != 0);
    return moved ? pair.withCanaryDirection(moves) : pair;
  }

  /**
   * One value in the first half, another in the second half; a single answer belongs to the second
   * half.
   */
  private static double[] fill(int size, double firstHalf, double secondHalf) {
    double[] answers = new double[size];
    Arrays.fill(answers, 0, size / 2, firstHalf);
    Arrays.fill(answers, size / 2, size, secondHalf);
    return answers;
  }

  private static double[] first(int size, double first, double others) {
    double[] answers = fill(size, others, others);
    answers[0] = first;
    return answers;
  }

  private static double[] last(int size, double last, double others) {
    double[] answers = fill(size, others, others);
    answers[size - 1] = last;
    return answers;
  }

  private static double[] alternate(int size, double odd, double even) {
    double[] answers = new double[size];
    for (int i = 0; i < size; i++) {
      answers[i] = i % 2 == 0 ? odd : even;
    }
    return answers;
  }

  @FunctionalInterface
  private interface Answers {
    double[] of(int size);
  }

  private record Pattern(String name, Answers left, Answers right) {}
}
