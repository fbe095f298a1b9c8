package org.assay.accountant.lastiterate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;

/**
 * Looks for the start and the drifts with which the last iterate of a run loses most. It tries no
 * drift, drifts to a wall and ramps away from it, and then changes the best of these here and
 * there. Whatever it finds is admissible: a better search would find more.
 */
final class Adversary {
  private static final int MOST_TRIES = 300;

  private final Model model;
  private final long[] lengths;
  private final ToDoubleFunction<TrueLoss> objective;

  private Schedule best;
  private double most;

  /** Against a number that the loss is to be large in. */
  Adversary(Model model, ToDoubleFunction<TrueLoss> objective) {
    this.model = model;
    this.lengths = model.lengths();
    this.objective = objective;
    this.best = Schedule.still(model.width() / 2, lengths);
    this.most = roughly(best);
  }

  /** The largest number found with about so many multiplications. */
  double find(double work) {
    int tries = (int) Math.min(MOST_TRIES, work / (2 * model.work()));
    for (Schedule schedule : guesses()) {
      attempt(schedule);
    }
    SplittableRandom random = new SplittableRandom(tries);
    double size = 0.6;
    for (int i = 0; i < tries; i++) {
      boolean better = attempt(changed(random, size));
      size = Math.max(0.02, Math.min(1, better ? size * 1.3 : size * 0.95));
    }
    return certain(best);
  }

  Schedule best() {
    return best;
  }

  private boolean attempt(Schedule schedule) {
    double value = roughly(schedule);
    boolean better = value > most;
    if (better) {
      most = value;
      best = schedule;
    }
    return better;
  }

  private List<Schedule> guesses() {
    List<Schedule> result = new ArrayList<>();
    double middle = model.width() / 2;
    for (double level : new double[] {0.3, 1, 2}) {
      double[] ramp = Schedule.ramp(lengths, model.width(), level);
      double[] constant = new double[lengths.length];
      Arrays.fill(constant, 2 * level / model.width());
      result.add(new Schedule(0, lengths, ramp));
      result.add(new Schedule(middle, lengths, constant));
      if (!model.symmetric()) {
        result.add(new Schedule(model.width(), lengths, negative(ramp)));
        result.add(new Schedule(middle, lengths, negative(constant)));
      }
    }
    double[] jump = new double[lengths.length];
    jump[jump.length - 1] = model.largestDrift();
    result.add(new Schedule(0, lengths, jump));
    return result;
  }

  private static double[] negative(double[] values) {
    return Arrays.stream(values).map(value -> -value).toArray();
  }

  /** Some blocks in a row, or the start. */
  private Schedule changed(SplittableRandom random, double size) {
    if (random.nextInt(6) == 0) {
      double start = best.start() + size * model.width() * (random.nextDouble() - 0.5);
      return best.from(Math.max(0, Math.min(model.width(), start)));
    }
    double[] drifts = best.drifts();
    int from = random.nextInt(drifts.length);
    int to = from + 1 + random.nextInt(Math.max(1, Math.min(4, drifts.length - from)));
    double change = 2 * size * (random.nextDouble() - 0.5);
    for (int i = from; i < Math.min(to, drifts.length); i++) {
      drifts[i] += change * (Math.abs(drifts[i]) + 1 / model.width() + 0.1 * model.growth());
    }
    return best.withDrifts(drifts);
  }

  private double roughly(Schedule schedule) {
    double[] first = model.law(schedule, true, TrueLoss.COARSE);
    double[] second = model.law(schedule, false, TrueLoss.COARSE);
    CellMasses here = new CellMasses(first, first);
    CellMasses there = new CellMasses(second, second);
    return larger(TrueLoss.of(here, there), TrueLoss.of(there, here));
  }

  private double certain(Schedule schedule) {
    return larger(TrueLoss.of(model, schedule, true), TrueLoss.of(model, schedule, false));
  }

  private double larger(TrueLoss forward, TrueLoss backward) {
    return Math.max(objective.applyAsDouble(forward), objective.applyAsDouble(backward));
  }
}
