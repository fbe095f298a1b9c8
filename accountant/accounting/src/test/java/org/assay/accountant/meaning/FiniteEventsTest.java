package org.assay.accountant.meaning;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.assay.accountant.privacy.AdjacencyRelation.ZERO_OUT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.function.IntFunction;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.PartitionSelectionEvent;
import org.assay.accountant.event.PureEvent;
import org.assay.accountant.event.RandomAllocationEvent;
import org.assay.accountant.event.RandomizedResponseEvent;
import org.assay.accountant.event.RepeatAndSelectEvent;
import org.assay.accountant.event.ShuffledReportsEvent;
import org.assay.accountant.event.StaircaseEvent;
import org.assay.accountant.event.ThresholdedCountsEvent;
import org.assay.accountant.event.ThresholdedCountsEvent.Noise;
import org.assay.accountant.event.TruncatedPoissonSampledEvent;
import org.assay.accountant.internal.divergence.KeepProbability;
import org.assay.accountant.internal.selection.NegativeBinomialRepetitions;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Sensitivity;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Random programs of events whose laws are finite once outcomes are grouped, played in exact
 * arithmetic on tiny databases: none may cost more than Assay says on any route. They cover what
 * the trees of {@link Trees} do not hold.
 */
class FiniteEventsTest {
  private static final List<Fraction> FACTORS =
      List.of(Fraction.ONE, Fraction.of(3, 2), Fraction.of(2), Fraction.of(3));

  private static final List<Fraction> RATIOS =
      List.of(Fraction.of(3, 2), Fraction.of(2), Fraction.of(3));

  /** What scales and tails that are rounded to doubles may claim too much. */
  private static final Fraction ROUNDED = Fraction.of(1, 1_000_000_000_000L);

  private static final Fraction TABULATED = Fraction.of(1, 1_000_000_000);

  private static <T> T any(List<T> list, Random random) {
    return list.get(random.nextInt(list.size()));
  }

  private static void check(
      DpEvent event,
      AdjacencyRelation relation,
      Law one,
      Law other,
      Fraction factor,
      Fraction tolerance) {
    List<String> outcomes = new ArrayList<>(one.masses.keySet());
    other.masses.keySet().stream().filter(o -> !outcomes.contains(o)).forEach(outcomes::add);
    List<Fraction> first = outcomes.stream().map(one::of).toList();
    List<Fraction> second = outcomes.stream().map(other::of).toList();
    Answers answers = new Answers(new Trees.Case(event, relation), factor, tolerance);
    assertTrue(answers.isAnswered(), () -> event.describe() + " under " + relation);
    String name = event.describe();
    Attained removed = new Attained(first, second, name);
    Attained added = new Attained(second, first, name);
    boolean less = removed.divergence(factor).compareTo(added.divergence(factor)) < 0;
    assertEquals("", answers.contradictedBy(less ? added : removed), name);
  }

  /** {@code Pr[value + X >= i]} for discrete Laplace noise X of ratio r. */
  private static IntFunction<Fraction> reach(Fraction ratio, int value) {
    Fraction least = Fraction.ONE.dividedBy(ratio.plus(Fraction.ONE));
    return i -> {
      int needed = i - value;
      return needed > 0
          ? ratio.power(1 - needed).times(least)
          : Fraction.ONE.minus(ratio.power(needed).times(least));
    };
  }

  /** In which cell between rising thresholds a noisy value is. */
  private static Law cells(IntFunction<Fraction> reach, int... thresholds) {
    Law law = new Law();
    Fraction above = Fraction.ONE;
    for (int i = 0; i <= thresholds.length; i++) {
      Fraction next = i < thresholds.length ? reach.apply(thresholds[i]) : Fraction.ZERO;
      law.add(Integer.toString(i), above.minus(next));
      above = next;
    }
    return law;
  }

  /** Sums of a batch with noise; records are worth -1, 0 or 1. */
  private static Law batches(int[] records, Fraction q, int largest, Fraction ratio, int[] cells) {
    Law law = new Law();
    for (int set = 0; set < 1 << records.length; set++) {
      int size = Integer.bitCount(set);
      Fraction weight = q.power(size).times(Fraction.ONE.minus(q).power(records.length - size));
      List<Integer> kept = new ArrayList<>();
      for (int sub = 0; sub < 1 << records.length; sub++) {
        if ((sub & ~set) == 0 && Integer.bitCount(sub) == Math.min(size, largest)) {
          kept.add(sub);
        }
      }
      Fraction each = weight.dividedBy(Fraction.of(kept.size()));
      for (int sub : kept) {
        int sum = 0;
        for (int i = 0; i < records.length; i++) {
          sum += (sub >> i & 1) * records[i];
        }
        law.add(cells(reach(ratio, sum), cells), each);
      }
    }
    return law;
  }

  @RepeatedTest(8)
  void batchesOfLimitedSize(RepetitionInfo repetition) {
    Random random = new Random(repetition.getCurrentRepetition());
    Fraction factor = any(FACTORS, random);
    int n = 2 + random.nextInt(4);
    int largest = 1 + random.nextInt(n - 1);
    Fraction q = any(List.of(Fraction.of(1, 4), Fraction.of(1, 2), Fraction.of(3, 4)), random);
    Fraction ratio = any(RATIOS, random);
    int[] with = random.ints(n, -1, 2).toArray();
    with[0] = 1;
    int[] without = Arrays.copyOfRange(with, 1, n);
    int[] replaced = with.clone();
    replaced[0] = -1;
    int[] cells = random.nextBoolean() ? new int[] {0, 1} : new int[] {-1, 0, 1, 2};
    double scale = Exponential.scaleDown(ratio);
    for (AdjacencyRelation relation : List.of(ZERO_OUT, REPLACE_ONE)) {
      AdjacencyRelation stated = relation == REPLACE_ONE ? ADD_OR_REMOVE : relation;
      DpEvent noise = DpEvent.discreteLaplace(scale, new Sensitivity(1, stated));
      DpEvent event = new TruncatedPoissonSampledEvent(n, q.approximately(), largest, noise);
      int[] neighbour = relation == REPLACE_ONE ? replaced : without;
      Law one = batches(with, q, largest, ratio, cells);
      Law other = batches(neighbour, q, largest, ratio, cells);
      check(event, relation, one, other, factor, ROUNDED);
      check(event.times(2), relation, one.and(one), other.and(other), factor, ROUNDED);
    }
  }

  /** The best of a geometric number of runs: {@code E x^K = γx/(1 - (1-γ)x)}. */
  private static Law best(Law once, List<String> order, Fraction gamma) {
    Law law = new Law();
    Fraction below = Fraction.ZERO;
    Fraction reached = Fraction.ZERO;
    for (String outcome : order) {
      below = below.plus(once.of(outcome));
      Fraction next =
          gamma.times(below).dividedBy(Fraction.ONE.minus(Fraction.ONE.minus(gamma).times(below)));
      law.add(outcome, next.minus(reached));
      reached = next;
    }
    return law;
  }

  @RepeatedTest(8)
  void theBestOfSeveralRuns(RepetitionInfo repetition) {
    Random random = new Random(repetition.getCurrentRepetition());
    Fraction factor = any(FACTORS, random);
    Fraction ratio = any(RATIOS, random);
    Fraction gamma = any(List.of(Fraction.of(1, 2), Fraction.of(1, 4), Fraction.of(1, 16)), random);
    NegativeBinomialRepetitions runs = new NegativeBinomialRepetitions(1, gamma.approximately());
    int[] cells = {-1, 0, 1, 2};
    Law one = cells(reach(ratio, 1), cells);
    Law other = cells(reach(ratio, 0), cells);
    DpEvent noise =
        DpEvent.discreteLaplace(Exponential.scaleDown(ratio), new Sensitivity(1, REPLACE_ONE));
    if (random.nextBoolean()) {
      one = one.and(one);
      other = other.and(other);
      noise = noise.times(2);
    }
    List<String> order = new ArrayList<>(one.masses.keySet());
    Collections.shuffle(order, random);
    DpEvent event = new RepeatAndSelectEvent(noise, runs);
    check(event, REPLACE_ONE, best(one, order, gamma), best(other, order, gamma), factor, ROUNDED);
  }

  /** Randomized response of some kind, for one of two secrets, with the answers in some order. */
  private static Law report(int secret, int kind, int answers, Fraction ratio) {
    Law law = new Law();
    Fraction all = Fraction.of(answers - 1L).plus(ratio);
    for (int answer = 0; answer < answers; answer++) {
      boolean likely = answer == (secret + kind) % answers;
      law.add("<" + answer + ">", (likely ? ratio : Fraction.ONE).dividedBy(all));
    }
    return law;
  }

  private static Law shuffled(int[] secrets, int answers, Fraction ratio) {
    Law law = new Law();
    law.add("", Fraction.ONE);
    for (int secret : secrets) {
      Law longer = new Law();
      Law next = report(secret, 0, answers, ratio);
      law.masses.forEach(
          (reports, mass) ->
              next.masses.forEach(
                  (report, more) -> longer.add(sorted(reports + report), mass.times(more))));
      law = longer;
    }
    return law;
  }

  private static String sorted(String reports) {
    String[] each = reports.substring(1, reports.length() - 1).split("><");
    Arrays.sort(each);
    return "<" + String.join("><", each) + ">";
  }

  @Tag("slow")
  @RepeatedTest(6)
  void reportsInRandomOrder(RepetitionInfo repetition) {
    Random random = new Random(repetition.getCurrentRepetition());
    Fraction factor = any(FACTORS, random);
    int n = 1 + random.nextInt(3);
    int answers = 2 + random.nextInt(3);
    Fraction ratio = any(RATIOS, random);
    int[] secrets = random.ints(n, 0, answers).toArray();
    int[] replaced = secrets.clone();
    replaced[0] = (secrets[0] + 1) % answers;
    double epsilon = Exponential.logUp(ratio);
    Law one = shuffled(secrets, answers, ratio);
    Law other = shuffled(replaced, answers, ratio);
    for (OptionalLong known : List.of(OptionalLong.empty(), OptionalLong.of(answers))) {
      DpEvent event = new ShuffledReportsEvent(n, epsilon, known);
      check(event, REPLACE_ONE, one, other, factor, ROUNDED);
    }
    DpEvent twice = new ShuffledReportsEvent(n, epsilon, OptionalLong.of(answers)).times(2);
    check(twice, REPLACE_ONE, one.and(one), other.and(other), factor, ROUNDED);
  }

  private static Law kept(KeepProbability keep, int... counts) {
    Law law = new Law();
    law.add("", Fraction.ONE);
    for (int count : counts) {
      Fraction shown = Fraction.exactly(keep.of(count).lower());
      Law one = new Law();
      one.add("+", shown);
      one.add("-", Fraction.ONE.minus(shown));
      law = law.and(one);
    }
    return law;
  }

  @RepeatedTest(8)
  void selectedPartitions(RepetitionInfo repetition) {
    Random random = new Random(repetition.getCurrentRepetition());
    Fraction factor = any(FACTORS, random);
    int partitions = 1 + random.nextInt(3);
    double epsilon = Exponential.logUp(any(RATIOS, random));
    double delta = any(List.of(0.125, 0.01, 0.4), random);
    int[] without = random.ints(partitions, 0, 6).toArray();
    int[] with = Arrays.stream(without).map(count -> count + 1).toArray();
    PartitionSelectionEvent event =
        new PartitionSelectionEvent(epsilon, delta, partitions, ADD_OR_REMOVE);
    Law one = kept(event.keepProbability(), with);
    Law other = kept(event.keepProbability(), without);
    check(event, ADD_OR_REMOVE, one, other, factor, Fraction.ZERO);
    check(event.times(2), ADD_OR_REMOVE, one.and(one), other.and(other), factor, Fraction.ZERO);
  }

  /** Noisy counts; of what is shown only the cell of the noisy count. */
  private static Law thresholded(IntFunction<Fraction> reach, int threshold, int... counts) {
    Law law = new Law();
    law.add("", Fraction.ONE);
    for (int count : counts) {
      Law one = new Law();
      if (count == 0) {
        one.add("-", Fraction.ONE);
      } else {
        Fraction shown = reach.apply(threshold - count);
        Fraction high = reach.apply(threshold + 1 - count);
        one.add("-", Fraction.ONE.minus(shown));
        one.add("+", shown.minus(high));
        one.add("*", high);
      }
      law = law.and(one);
    }
    return law;
  }

  private static Fraction laplaceReach(Fraction ratio, int distance) {
    Fraction half = Fraction.of(1, 2);
    return distance >= 0
        ? ratio.power(-distance).times(half)
        : Fraction.ONE.minus(ratio.power(distance).times(half));
  }

  /** How often integer noise, whose masses fall by the ratio, is at least a number. */
  private static Fraction geometricReach(Fraction ratio, int least) {
    return least >= 1
        ? ratio.power(-least).dividedBy(Fraction.ONE.plus(ratio.power(-1)))
        : Fraction.ONE.minus(geometricReach(ratio, 1 - least));
  }

  @Tag("slow")
  @RepeatedTest(8)
  void thresholdedCounts(RepetitionInfo repetition) {
    thresholdedCounts(
        repetition.getCurrentRepetition(), Noise.LAPLACE, FiniteEventsTest::laplaceReach);
  }

  @RepeatedTest(8)
  void thresholdedIntegerCounts(RepetitionInfo repetition) {
    thresholdedCounts(
        repetition.getCurrentRepetition(),
        Noise.DISCRETE_LAPLACE,
        FiniteEventsTest::geometricReach);
  }

  private static void thresholdedCounts(
      long seed, Noise noise, BiFunction<Fraction, Integer, Fraction> reach) {
    Random random = new Random(seed);
    Fraction factor = any(FACTORS, random);
    int partitions = 1 + random.nextInt(3);
    Fraction ratio = any(RATIOS, random);
    int threshold = 1 + random.nextInt(5);
    int[] without = random.ints(partitions, 0, 3).toArray();
    int[] with = Arrays.stream(without).map(count -> count + 1).toArray();
    DpEvent event =
        new ThresholdedCountsEvent(
            noise, Exponential.scaleDown(ratio), threshold, partitions, ZERO_OUT);
    Law one = thresholded(least -> reach.apply(ratio, least), threshold, with);
    Law other = thresholded(least -> reach.apply(ratio, least), threshold, without);
    check(event, ZERO_OUT, one, other, factor, ROUNDED);
    check(event.times(2), ZERO_OUT, one.and(one), other.and(other), factor, ROUNDED);
  }

  /** The piecewise constant density in steps of an eighth; what is far away is left out. */
  private static Fraction stairs(Fraction fall, int gamma, int eighth) {
    int distance = eighth >= 0 ? eighth : -eighth - 1;
    return fall.power(Math.floorDiv(distance + 8 - gamma, 8));
  }

  @RepeatedTest(8)
  void staircasesMovedByAnyPartOfAStep(RepetitionInfo repetition) {
    Random random = new Random(1_000_003L * repetition.getCurrentRepetition());
    Fraction factor = any(FACTORS, random);
    Fraction ratio = any(RATIOS, random);
    int gamma = random.nextInt(9);
    int shift = random.nextBoolean() ? 8 : 1 + random.nextInt(8);
    Fraction fall = Fraction.ONE.dividedBy(ratio);
    Fraction share = Fraction.of(gamma, 8);
    Fraction height =
        Fraction.ONE
            .minus(fall)
            .dividedBy(share.plus(Fraction.ONE.minus(share).times(fall)))
            .dividedBy(Fraction.of(16));
    Law one = new Law();
    Law other = new Law();
    for (int eighth = -160; eighth < 160; eighth++) {
      Fraction here = stairs(fall, gamma, eighth);
      Fraction there = stairs(fall, gamma, eighth - shift);
      String ratioOfBoth = there.dividedBy(here).toString();
      one.add(ratioOfBoth, there.times(height));
      other.add(ratioOfBoth, here.times(height));
    }
    assertTrue(one.masses.size() <= 3, "a shift within one step crosses one fall");
    DpEvent event = new StaircaseEvent(Exponential.logUp(ratio), gamma / 8.0, REPLACE_ONE);
    check(event, REPLACE_ONE, one, other, factor, ROUNDED);
    check(event.times(3), REPLACE_ONE, thrice(one), thrice(other), factor, ROUNDED);
  }

  private static Law thrice(Law law) {
    return law.and(law).and(law);
  }

  /** Values 0 or 1 at each step, cut at a half; the record is in one step, drawn uniformly. */
  @Test
  @Tag("slow")
  void randomAllocations() {
    for (int steps = 1; steps <= 3; steps++) {
      Fraction hit = Fraction.exactly(Math.rint(0.6914624612740131 * 0x1p50) / 0x1p50);
      Law in = cells(i -> hit, 0);
      Law out = cells(i -> Fraction.ONE.minus(hit), 0);
      Law with = new Law();
      Law without = new Law();
      without.add("", Fraction.ONE);
      for (int step = 0; step < steps; step++) {
        Law one = new Law();
        one.add("", Fraction.ONE);
        for (int i = 0; i < steps; i++) {
          one = one.and(i == step ? in : out);
        }
        with.add(one, Fraction.of(1, steps));
        without = without.and(out);
      }
      DpEvent gaussian = DpEvent.gaussian(1, Sensitivity.unit(ADD_OR_REMOVE));
      check(
          new RandomAllocationEvent(steps, 1, gaussian),
          ADD_OR_REMOVE,
          with,
          without,
          FACTORS.get(1),
          TABULATED);
    }
  }

  /**
   * Steps that add a record's value, of a sign that earlier answers decide, to discrete Laplace
   * noise; the record is in a uniform set of the steps.
   */
  private static Law allocated(
      int steps, int selected, int value, Fraction ratio, int[] cells, long signs) {
    Law law = new Law();
    List<Integer> sets = new ArrayList<>();
    for (int set = 0; set < 1 << steps; set++) {
      if (Integer.bitCount(set) == selected) {
        sets.add(set);
      }
    }
    for (int set : sets) {
      Law run = new Law();
      run.add("", Fraction.ONE);
      for (int step = 0; step < steps; step++) {
        Law longer = new Law();
        boolean in = (set >> step & 1) == 1;
        run.masses.forEach(
            (before, mass) -> {
              int way = 2 * new Random(signs + before.hashCode()).nextInt(2) - 1;
              Law next = cells(reach(ratio, in ? way * value : 0), cells);
              next.masses.forEach((cell, more) -> longer.add(before + cell, mass.times(more)));
            });
        run = longer;
      }
      law.add(run, Fraction.ONE.dividedBy(Fraction.of(sets.size())));
    }
    return law;
  }

  @Tag("slow")
  @RepeatedTest(12)
  void allocationsOfDiscreteNoise(RepetitionInfo repetition) {
    int seed = 7_368_787 * repetition.getCurrentRepetition();
    Random random = new Random(seed);
    Fraction factor = any(FACTORS, random);
    Fraction ratio = any(RATIOS, random);
    int steps = 1 + random.nextInt(4);
    int selected = 1 + random.nextInt(steps);
    int[] cells = random.nextBoolean() ? new int[] {0, 1} : new int[] {-1, 0, 1, 2};
    for (AdjacencyRelation stated : List.of(ADD_OR_REMOVE, ZERO_OUT, REPLACE_ONE)) {
      Sensitivity sensitivity = new Sensitivity(stated == REPLACE_ONE ? 2 : 1, stated);
      DpEvent noise = DpEvent.discreteLaplace(Exponential.scaleDown(ratio), sensitivity);
      DpEvent event = new RandomAllocationEvent(steps, selected, noise);
      Law one = allocated(steps, selected, 1, ratio, cells, seed);
      for (AdjacencyRelation relation : List.of(stated, REPLACE_ONE)) {
        if (relation == REPLACE_ONE && stated == ZERO_OUT) {
          continue;
        }
        int neighbour = relation == REPLACE_ONE ? -1 : 0;
        Law other = allocated(steps, selected, neighbour, ratio, cells, seed);
        check(event, relation, one, other, factor, ROUNDED);
        if (steps < 4 && relation == stated) {
          check(event.times(2), relation, one.and(one), other.and(other), factor, ROUNDED);
        }
      }
    }
  }

  /** The player notices a claim that is too small: half of what a run really spends. */
  @Test
  void aClaimThatIsTooSmallIsContradicted() {
    Law one = new Law();
    Law other = new Law();
    one.add("0", Fraction.of(3, 4));
    one.add("1", Fraction.of(1, 4));
    other.add("0", Fraction.of(1, 4));
    other.add("1", Fraction.of(3, 4));
    List<Fraction> first = List.of(one.of("0"), one.of("1"));
    List<Fraction> second = List.of(other.of("0"), other.of("1"));
    Attained attained = new Attained(first, second, "a coin");
    for (Fraction factor : List.of(Fraction.ONE, Fraction.of(3, 2))) {
      DpEvent honest = new RandomizedResponseEvent(2, 0.75, REPLACE_ONE);
      DpEvent tooSmall = new PureEvent(Exponential.logUp(Fraction.of(3)) / 2, REPLACE_ONE);
      Trees.Case good = new Trees.Case(honest, REPLACE_ONE);
      Trees.Case bad = new Trees.Case(tooSmall, REPLACE_ONE);
      assertEquals("", new Answers(good, factor, Fraction.ZERO).contradictedBy(attained));
      assertTrue(
          !new Answers(bad, factor, Fraction.ZERO).contradictedBy(attained).isEmpty(), "unseen");
    }
  }
}
