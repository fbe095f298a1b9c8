package org.assay.accountant.meaning;

import java.util.List;
import java.util.Random;
import org.assay.accountant.privacy.AdjacencyRelation;

/** One start of the search: a program and the best that is known about it. */
final class Run {
  private static final int MOST_PLANS = 1000;

  private final Program program;
  private final Inputs inputs;
  private final Lots.Catalogue catalogue;
  private final Fraction factor;
  private final Random random;
  private final List<Mechanism> mechanisms;
  private final Transcripts transcripts;
  private Plan plan;
  private Ascent ascent;

  /**
   * A start.
   *
   * @param leaves the relation of the leaves
   * @param factor e to the epsilon at which the divergence is to be large
   */
  Run(Program program, AdjacencyRelation leaves, Fraction factor, Random random) {
    this.program = program;
    this.factor = factor;
    this.random = random;
    this.inputs = new Inputs(leaves);
    this.catalogue = new Lots.Catalogue(program, inputs);
    this.mechanisms = program.calls().stream().map(call -> Mechanism.of(call, random)).toList();
    this.transcripts = new Transcripts(mechanisms);
    this.plan = plan(program, transcripts, catalogue, random);
    this.ascent = ascent(plan, Strategy.empty(mechanisms, transcripts, inputs), 0);
  }

  private static Plan plan(
      Program program, Transcripts transcripts, Lots.Catalogue catalogue, Random random) {
    boolean adaptive = random.nextBoolean();
    for (int tries = 0; tries < MOST_PLANS; tries++) {
      Plan plan = Plan.random(program.splits(), transcripts, adaptive, random);
      if (catalogue.fit(plan.along(0))) {
        return plan;
      }
    }
    throw new IllegalStateException("no way to split fits " + program);
  }

  private Ascent ascent(Plan tried, Strategy start, int firstCall) {
    Ascent made = new Ascent(factor.approximately(), transcripts, catalogue, tried, start, random);
    made.run(firstCall);
    return made;
  }

  double value() {
    return ascent.value();
  }

  /** Chooses the parts of the records that differ after every history. */
  void improveSplits() {
    for (int point = 0; point < program.splits().size(); point++) {
      SplitPoint split = program.splits().get(point);
      if (split.byValue()) {
        int codes = (int) Math.pow(split.parts(), split.differing().length);
        for (int code = 0; code < codes; code++) {
          attempt(plan.with(point, split.differing(), code));
        }
        if (plan.histories(point) > 1) {
          splice(point, split, codes);
        }
      }
    }
  }

  /** After every history the choice that is best there while the earlier laws are held fixed. */
  private void splice(int point, SplitPoint split, int codes) {
    int call = split.callsBefore();
    Plan spliced = plan;
    Strategy strategy = ascent.strategy().copy();
    double[] best = new double[plan.histories(point)];
    for (int history = 0; history < best.length; history++) {
      best[history] = ascent.value(call, history);
    }
    for (int code = 0; code < codes; code++) {
      Ascent tried = ascent(plan.with(point, split.differing(), code), ascent.strategy(), call);
      for (int history = 0; history < best.length; history++) {
        if (tried.value(call, history) > best[history] + 1e-13) {
          best[history] = tried.value(call, history);
          spliced = spliced.with(point, history, split.differing(), code);
          strategy.adopt(tried.strategy(), call, history);
        }
      }
    }
    if (spliced != plan) {
      accept(spliced, ascent(spliced, strategy, 0));
    }
  }

  private void attempt(Plan tried) {
    if (tried.sameAs(plan)) {
      return;
    }
    accept(tried, ascent(tried, ascent.strategy(), 0));
  }

  private void accept(Plan tried, Ascent next) {
    if (next.value() > ascent.value() + 1e-12) {
      plan = tried;
      ascent = next;
    }
  }

  Attained attained() {
    Attained exact = new Recheck(program, mechanisms, transcripts, inputs, ascent).attained();
    double difference = exact.divergence(factor).approximately() - value();
    if (!(Math.abs(difference) < 1e-9)) {
      throw new IllegalStateException("exact arithmetic differs by " + difference);
    }
    return new Attained(exact.first(), exact.second(), exact.program() + ", splits " + plan);
  }
}
