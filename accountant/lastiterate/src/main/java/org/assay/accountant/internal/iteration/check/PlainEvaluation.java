package org.assay.accountant.internal.iteration.check;

import java.util.List;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.internal.iteration.certificate.NoisySgdArgument;
import org.assay.accountant.privacy.AdjacencyRelation;

/**
 * A second evaluation of an argument about a run, by other code: parameters by {@link PlainRun},
 * walks and profiles by the {@code Plain} classes, in plain doubles and on coarse lattices. The
 * result is close to a bound, but not a bound. Claims far below the result are wrong.
 */
abstract class PlainEvaluation {
  /**
   * The evaluation of an argument.
   *
   * @throws IllegalArgumentException if the stages of re-coupling do not fit the run
   */
  static PlainEvaluation of(NoisySgd settings, NoisySgdArgument argument) {
    return argument.accept(new Kinds(PlainRun.of(settings)));
  }

  abstract double renyi(double order);

  /** The divergence at an order where no sample is too large for its step. */
  double applicable(double order) {
    return renyi(order);
  }

  /** The epsilon at a delta; infinite if the argument bounds divergences only. */
  double epsilon(double delta) {
    return Double.POSITIVE_INFINITY;
  }

  /** The delta at an epsilon; 1 if the argument bounds divergences only. */
  double delta(double epsilon) {
    return 1;
  }

  /** The evaluation of each kind of argument. */
  private record Kinds(PlainRun run) implements NoisySgdArgument.Visitor<PlainEvaluation> {
    @Override
    public PlainEvaluation visitComposition(NoisySgdArgument.Composition argument) {
      return PlainPairs.composition(run);
    }

    @Override
    public PlainEvaluation visitSplitNoise(NoisySgdArgument.SplitNoise argument) {
      return PlainPairs.splitNoise(run, argument);
    }

    @Override
    public PlainEvaluation visitMixing(NoisySgdArgument.Mixing argument) {
      return PlainPairs.mixing(run, argument);
    }

    @Override
    public PlainEvaluation visitSmoothedMixing(NoisySgdArgument.SmoothedMixing argument) {
      return new PlainSmoothedMixing(run, argument);
    }

    @Override
    public PlainEvaluation visitRecoupled(NoisySgdArgument.Recoupled argument) {
      requireTakes(argument);
      return new PlainRecoupled(run, argument);
    }

    @Override
    public PlainEvaluation visitRecoupledDivergence(NoisySgdArgument.RecoupledDivergence argument) {
      requireTakes(argument.profile());
      return new PlainRecoupledDivergence(run, argument, argument.tail().accept(this));
    }

    /**
     * Requires that the steps fit. A composition is valid at one time only, so stages after it must
     * end with the run.
     */
    private void requireTakes(NoisySgdArgument.Recoupled profile) {
      long steps = profile.composed() + profile.starts().stream().reduce(0L, Math::max);
      for (List<Long> stage : profile.stages()) {
        steps += stage.stream().reduce(0L, Math::max);
      }
      long all = run.settings().steps();
      // A bound for more steps from any start holds for fewer steps unless samples are Poisson.
      boolean replaced = run.settings().adjacency() == AdjacencyRelation.REPLACE_ONE;
      boolean longer = replaced && run.settings().sampling() != NoisySgdSampling.POISSON;
      if (!(profile.composed() > 0 ? steps == all : longer || steps <= all)) {
        throw new IllegalArgumentException(
            "stages were of " + steps + " steps: they must fit a run of " + all);
      }
    }
  }
}
