package org.assay.accountant.lastiterate;

import java.util.Arrays;
import org.assay.accountant.accounting.Accountant;
import org.assay.accountant.accounting.TightestBound;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.GradientSchedule;
import org.assay.accountant.event.NoisyGradientDescentEvent;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdEvent;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.iteration.LastIterate;
import org.assay.accountant.iteration.NoisySgdBound;
import org.assay.accountant.privacy.Guarantee;

/** Whatever publishes upper ends about a run's last iterate. */
enum Publications {
  /** {@link LastIterate}. */
  LAST_ITERATE {
    @Override
    Claim renyi(NoisySgd run, double order) {
      return claim(LastIterate.of(run).certifyRenyi(order).guarantee());
    }

    @Override
    Claim epsilon(NoisySgd run, double delta) {
      return claim(LastIterate.of(run).certifyEpsilon(delta).guarantee());
    }
  },

  /** {@link NoisySgdBound}, which also bounds delta at an epsilon. */
  RANDOM_BATCHES {
    @Override
    boolean covers(NoisySgd run) {
      return run.sampling() != NoisySgdSampling.CYCLIC;
    }

    @Override
    Claim renyi(NoisySgd run, double order) {
      return new Claim.Renyi(NoisySgdBound.of(run).renyi(order).upper(), order);
    }

    @Override
    Claim epsilon(NoisySgd run, double delta) {
      return claim(NoisySgdBound.of(run).certifyEpsilon(delta).guarantee());
    }

    @Override
    Claim delta(NoisySgd run, double epsilon) {
      return claim(NoisySgdBound.of(run).certifyDelta(epsilon).guarantee());
    }
  },

  /** The run as an event, with everything that accountants know. */
  EVENT {
    @Override
    boolean covers(NoisySgd run) {
      return run.steps() % pass(run) == 0;
    }

    @Override
    Claim renyi(NoisySgd run, double order) {
      Accountant accountant = Accountant.rdp(run.adjacency()).compose(event(run));
      return new Claim.Renyi(accountant.curve().at(order).upper(), order);
    }

    @Override
    Claim epsilon(NoisySgd run, double delta) {
      double upper = TightestBound.of(event(run), run.adjacency()).epsilon(delta).value().upper();
      return new Claim.Approximate(upper, delta);
    }

    @Override
    Claim delta(NoisySgd run, double epsilon) {
      double upper = TightestBound.of(event(run), run.adjacency()).delta(epsilon).value().upper();
      return new Claim.Approximate(epsilon, upper);
    }
  };

  /** Whether such runs can be stated at all. */
  boolean covers(NoisySgd run) {
    return true;
  }

  abstract Claim renyi(NoisySgd run, double order);

  abstract Claim epsilon(NoisySgd run, double delta);

  /** The same as an epsilon where nothing else is published. */
  Claim delta(NoisySgd run, double epsilon) {
    return epsilon(run, Math.exp(-1 - epsilon));
  }

  private static Claim claim(Guarantee guarantee) {
    if (guarantee instanceof Guarantee.Approximate approximate) {
      return new Claim.Approximate(approximate.epsilon(), approximate.delta());
    }
    var single = ((Guarantee.Renyi) guarantee).epsilonByOrder().firstEntry();
    return new Claim.Renyi(single.getValue(), single.getKey());
  }

  private static long pass(NoisySgd run) {
    return run.sampling() == NoisySgdSampling.CYCLIC ? run.records() / run.batchSize() : 1;
  }

  private static DpEvent event(NoisySgd run) {
    return switch (run.sampling()) {
      case FULL_BATCH, CYCLIC -> scheduled(run);
      case FIXED_SIZE, POISSON -> new NoisySgdEvent(run);
    };
  }

  private static DpEvent scheduled(NoisySgd run) {
    int pass = (int) pass(run);
    double[] stepSizes = new double[pass];
    int[] batchSizes = new int[pass];
    double[] noises = new double[pass];
    Arrays.fill(stepSizes, run.stepSize());
    Arrays.fill(batchSizes, (int) run.batchSize());
    Arrays.fill(noises, run.noise());
    return new NoisyGradientDescentEvent(
        GradientSchedule.of(stepSizes, batchSizes, noises),
        run.steps() / pass,
        run.lipschitzConstant(),
        run.smoothness(),
        run.strongConvexity(),
        run.diameter(),
        NoisyGradientDescentEvent.Form.LAST_ITERATE);
  }
}
