package org.assay.accountant.iteration;

import static org.assay.accountant.internal.iteration.starts.DiscreteLaws.largerProfile;
import static org.assay.accountant.internal.iteration.starts.DiscreteLaws.largerRenyi;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.internal.iteration.certificate.NoisySgdArgument;
import org.assay.accountant.internal.iteration.evaluation.NoisySgdEvaluation;
import org.assay.accountant.internal.iteration.mixing.MixingWalk;
import org.assay.accountant.internal.iteration.starts.LineWalk;
import org.assay.accountant.internal.iteration.starts.SquareWalk;
import org.assay.accountant.internal.iteration.step.NoisySgdStep;
import org.assay.accountant.privacy.AdjacencyRelation;

/**
 * All bounds of full batches against the distributions of up to five steps in small sets, computed
 * to about ten digits on a line and three in a square. No argument's bound of delta or of a
 * divergence is below the runs' loss.
 */
class SaturatedSmallRunsProperties {
  private static final double[] ORDERS = {1.2, 2, 5};

  @Tag("slow")
  @Property(tries = 25)
  void boundsWalksOnALine(
      @ForAll long seed,
      @ForAll @IntRange(min = 4, max = 7) int size,
      @ForAll @IntRange(min = 2, max = 5) int steps) {
    SplittableRandom random = new SplittableRandom(seed);
    double shift = Math.exp(random.nextDouble(Math.log(0.05), Math.log(2)));
    double start = random.nextInt(3) * size / 2.0;
    LineWalk first = LineWalk.from(start, size);
    LineWalk second = LineWalk.from(start, size);
    double[] map = map(size, random);
    boolean alternating = random.nextInt(4) == 0;
    for (int step = 1; step < steps; step++) {
      double sign = alternating && step % 2 == 0 ? -1 : 1;
      first = first.after(LineWalk.shifted(map, -sign * shift / 2));
      second = second.after(LineWalk.shifted(map, sign * shift / 2));
    }
    double[] p = first.binned(LineWalk.shifted(map, -shift / 2));
    double[] q = second.binned(LineWalk.shifted(map, shift / 2));
    check(arguments(size, shift, steps), p, q, 1e-9);
  }

  @Property(tries = 8)
  void boundsWalksInASquare(@ForAll long seed, @ForAll @IntRange(min = 2, max = 4) int steps) {
    SplittableRandom random = new SplittableRandom(seed);
    double side = random.nextDouble(3, 4.5);
    double shift = random.nextDouble(0.2, 1.5);
    double angle = random.nextDouble(0, 1);
    double right = random.nextDouble(-1, 1) * shift / 2;
    double up = Math.sqrt(shift * shift / 4 - right * right);
    SquareWalk first = SquareWalk.from(side / 3, side / 2, side);
    SquareWalk second = SquareWalk.from(side / 3, side / 2, side);
    for (int step = 0; step < steps; step++) {
      first = first.after(angle, right, up);
      second = second.after(angle, -right, -up);
    }
    List<NoisySgdEvaluation> arguments = arguments(side * Math.sqrt(2), shift, steps);
    for (NoisySgdEvaluation argument : arguments) {
      for (double epsilon = 0; epsilon < 8; epsilon += 0.5) {
        double exact = Math.max(first.profile(second, epsilon), second.profile(first, epsilon));
        double bound = argument.delta(epsilon);
        assertTrue(exact <= bound * (1 + 2e-3) + 1e-8, exact + " exceeds " + bound);
      }
    }
  }

  /** Re-coupling arguments of several kinds, and the ones that a bound would choose. */
  private static List<NoisySgdEvaluation> arguments(double size, double shift, int steps) {
    NoisySgd run = fullBatch(size, shift, steps);
    List<NoisySgdArgument> arguments = new ArrayList<>();
    NoisySgdBound bound = NoisySgdBound.of(run);
    arguments.add(bound.certifyDelta(1).argument());
    arguments.add(recoupled(0, List.of((long) steps - 1), List.of(List.of(1L))));
    arguments.add(recoupled(1, List.of(), List.of(List.of((long) steps - 1))));
    NoisySgdStep step = NoisySgdStep.of(run);
    MixingWalk walk = new MixingWalk(step);
    return arguments.stream()
        .filter(argument -> !(argument instanceof NoisySgdArgument.SmoothedMixing))
        .map(argument -> NoisySgdEvaluation.of(step, walk, argument))
        .toList();
  }

  private static NoisySgdArgument recoupled(
      long composed, List<Long> starts, List<List<Long>> stages) {
    return new NoisySgdArgument.Recoupled(0.125, 120, composed, starts, stages);
  }

  private static void check(
      List<NoisySgdEvaluation> arguments, double[] p, double[] q, double error) {
    for (NoisySgdEvaluation argument : arguments) {
      for (double epsilon = 0; epsilon < 10; epsilon = epsilon * 1.3 + 0.05) {
        double exact = largerProfile(p, q, epsilon);
        double bound = argument.delta(epsilon);
        assertTrue(exact <= bound * (1 + error) + 1e-11, exact + " exceeds " + bound);
      }
    }
  }

  @Tag("slow")
  @Property(tries = 10)
  void boundsDivergencesOnALine(@ForAll long seed, @ForAll @IntRange(min = 4, max = 7) int size) {
    SplittableRandom random = new SplittableRandom(seed);
    double shift = Math.exp(random.nextDouble(Math.log(0.05), Math.log(2)));
    int steps = 5;
    LineWalk first = LineWalk.from(0, size);
    LineWalk second = LineWalk.from(0, size);
    double[] map = map(size, random);
    for (int step = 1; step < steps; step++) {
      first = first.after(LineWalk.shifted(map, -shift / 2));
      second = second.after(LineWalk.shifted(map, shift / 2));
    }
    double[] p = first.binned(LineWalk.shifted(map, -shift / 2));
    double[] q = second.binned(LineWalk.shifted(map, shift / 2));
    NoisySgdArgument.Recoupled profile =
        new NoisySgdArgument.Recoupled(0.125, 200, 0, List.of(3L, 4L), List.of(List.of(1L)));
    NoisySgd run = fullBatch(size, shift, steps);
    NoisySgdStep step = NoisySgdStep.of(run);
    NoisySgdArgument.SplitNoise tail = new NoisySgdArgument.SplitNoise(steps, 0.5);
    NoisySgdArgument.OfBlocks argument =
        new NoisySgdArgument.RecoupledDivergence(profile, tail, 12);
    NoisySgdArgument.Recoupled nearer =
        new NoisySgdArgument.Recoupled(0.125, 16, 0, List.of(2L, 3L), List.of(List.of(1L, 2L)));
    NoisySgdArgument beneath = new NoisySgdArgument.RecoupledDivergence(nearer, argument, 9.5);
    MixingWalk walk = new MixingWalk(step);
    NoisySgdEvaluation evaluation = NoisySgdEvaluation.of(step, walk, argument);
    NoisySgdEvaluation twice = NoisySgdEvaluation.of(step, walk, beneath);
    for (double order : ORDERS) {
      double exact = largerRenyi(p, q, order);
      double found = NoisySgdBound.of(run).renyi(order).upper();
      assertTrue(exact <= found * (1 + 1e-8) + 1e-10, exact + " exceeds " + found);
      for (NoisySgdEvaluation one : List.of(evaluation, twice)) {
        double bound = one.renyi(order).upper();
        assertTrue(exact <= bound * (1 + 1e-8) + 1e-10, exact + " exceeds " + bound);
      }
    }
  }

  private static NoisySgd fullBatch(double size, double shift, int steps) {
    return new NoisySgd(
        1,
        1,
        1,
        shift / 2,
        size,
        1,
        steps,
        0,
        0,
        NoisySgdSampling.FULL_BATCH,
        AdjacencyRelation.REPLACE_ONE);
  }

  /** A random contraction with kinks: values at integers, linear between. */
  private static double[] map(int size, SplittableRandom random) {
    double[] map = new double[size + 1];
    map[0] = random.nextDouble(-0.5, 0.5);
    int kind = random.nextInt(3);
    for (int i = 1; i < map.length; i++) {
      double slope = kind == 0 ? 1 : kind == 1 ? 0.9 : random.nextDouble(-0.5, 1);
      map[i] = map[i - 1] + slope;
    }
    return map;
  }
}
