package org.assay.verify.walk;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.event.GradientSchedule;
import org.assay.accountant.event.NoisyGradientDescentEvent;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.internal.divergence.GaussianMechanism;
import org.assay.accountant.internal.iteration.allocation.AmplificationByIteration;
import org.assay.accountant.internal.iteration.allocation.IterationSchedule;
import org.assay.accountant.internal.iteration.allocation.NoisyIteration;
import org.assay.accountant.iteration.GradientDescentBound;
import org.assay.accountant.iteration.NoisySgdBound;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;

/**
 * What the accountant claims about an algorithm that walks are instances of. The quadratic of a
 * contraction c has the curvature (1 − c)/stepSize, which is exact where the step size is a power
 * of two and c is at least 1/2; linear losses have every smoothness.
 */
interface UpperBound {
  double renyi(double order);

  /** The same, or a larger bound that takes milliseconds. */
  default double quickRenyi(double order) {
    return renyi(order);
  }

  double epsilon(double delta);

  /**
   * Every bound that covers the settings.
   *
   * @param smoothness of the losses besides the curvature of the contraction, times the step size
   * @param convex whether the bounds may use that the losses are convex
   */
  static List<UpperBound> of(NoisySgd settings, double smoothness, boolean convex) {
    return switch (settings.sampling()) {
      case FULL_BATCH -> fullBatch(settings, smoothness, convex);
      case FIXED_SIZE ->
          // A null gradient is that of another loss.
          List.of(general(settings, smoothness, convex, AdjacencyRelation.REPLACE_ONE));
      case POISSON -> poisson(settings, smoothness, convex);
      case CYCLIC -> cyclic(settings, smoothness, convex);
    };
  }

  private static List<UpperBound> fullBatch(NoisySgd settings, double smoothness, boolean convex) {
    if (settings.adjacency() != AdjacencyRelation.REPLACE_ONE) {
      return List.of(
          general(settings, smoothness, convex, AdjacencyRelation.REPLACE_ONE), oneSided(settings));
    }
    return List.of(
        general(settings, smoothness, convex, AdjacencyRelation.REPLACE_ONE),
        deterministic(settings, smoothness, convex));
  }

  private static List<UpperBound> poisson(NoisySgd settings, double smoothness, boolean convex) {
    List<UpperBound> bounds = new ArrayList<>();
    if (settings.adjacency() != AdjacencyRelation.REPLACE_ONE) {
      // One more record of loss 0 changes no batch's sum, so the smaller dataset may have as many
      // records as the walk's larger one. A null gradient is that of an absent record.
      bounds.add(general(settings, smoothness, convex, AdjacencyRelation.ADD_OR_REMOVE));
    }
    if (settings.adjacency() != AdjacencyRelation.ADD_OR_REMOVE) {
      bounds.add(general(settings, smoothness, convex, AdjacencyRelation.REPLACE_ONE));
    }
    return bounds;
  }

  private static List<UpperBound> cyclic(NoisySgd settings, double smoothness, boolean convex) {
    UpperBound replaced = deterministic(settings, smoothness, convex);
    return settings.adjacency() == AdjacencyRelation.REPLACE_ONE
        ? List.of(replaced)
        : List.of(replaced, oneSided(settings));
  }

  static UpperBound general(
      NoisySgd settings, double smoothness, boolean convex, AdjacencyRelation adjacency) {
    double curvature = curvature(settings);
    double steepest = Math.max(curvature, smoothness / settings.stepSize());
    NoisySgdBound bound =
        NoisySgdBound.of(
            new NoisySgd(
                settings.records(),
                settings.batchSize(),
                settings.noise(),
                settings.lipschitzConstant(),
                settings.diameter(),
                settings.stepSize(),
                settings.steps(),
                steepest,
                convex ? curvature : -steepest,
                settings.sampling(),
                adjacency));
    RdpCurve curve = bound.curve();
    return new UpperBound() {
      @Override
      public double renyi(double order) {
        return bound.renyi(order).upper();
      }

      @Override
      public double quickRenyi(double order) {
        return curve.at(order).upper();
      }

      @Override
      public double epsilon(double delta) {
        return ((Guarantee.Approximate) bound.certifyEpsilon(delta).guarantee()).epsilon();
      }

      @Override
      public String toString() {
        return bound.settings().describe();
      }
    };
  }

  private static double curvature(NoisySgd settings) {
    return (1 - WalkScale.of(settings).contraction()) / settings.stepSize();
  }

  static UpperBound deterministic(NoisySgd settings, double smoothness, boolean convex) {
    int period = Math.toIntExact(WalkScale.of(settings).period());
    double[] stepSizes = new double[period];
    int[] batchSizes = new int[period];
    double[] noises = new double[period];
    Arrays.fill(stepSizes, settings.stepSize());
    Arrays.fill(batchSizes, Math.toIntExact(settings.batchSize()));
    Arrays.fill(noises, settings.noise());
    double curvature = curvature(settings);
    double steepest = Math.max(curvature, smoothness / settings.stepSize());
    NoisyGradientDescentEvent event =
        new NoisyGradientDescentEvent(
            GradientSchedule.of(stepSizes, batchSizes, noises),
            settings.steps() / period,
            settings.lipschitzConstant(),
            steepest,
            convex ? curvature : -steepest,
            settings.diameter(),
            NoisyGradientDescentEvent.Form.LAST_ITERATE);
    return gaussian(event.describe(), GradientDescentBound.squaredMu(event).upper());
  }

  /** The record pulls or does not: the runs differ by half as much as when it is replaced. */
  private static UpperBound oneSided(NoisySgd settings) {
    Enclosure step = Enclosure.exact(settings.stepSize());
    double shift =
        step.times(settings.lipschitzConstant()).dividedBy((double) settings.batchSize()).upper();
    double noise = step.times(settings.noise()).lower();
    NoisyIteration quiet = new NoisyIteration(0, noise, WalkScale.of(settings).contraction());
    List<NoisyIteration> pattern = new ArrayList<>();
    for (int t = 1; t < WalkScale.of(settings).period(); t++) {
      pattern.add(quiet);
    }
    pattern.add(new NoisyIteration(shift, noise, WalkScale.of(settings).contraction()));
    IterationSchedule schedule =
        IterationSchedule.periodic(pattern, settings.steps() / WalkScale.of(settings).period());
    return gaussian(
        "one-sided " + schedule,
        AmplificationByIteration.onBoundedSet(schedule, 0, settings.diameter())
            .squaredMu()
            .upper());
  }

  private static UpperBound gaussian(String name, double squaredMu) {
    double mu = Enclosure.exact(squaredMu).sqrt().upper();
    return new UpperBound() {
      @Override
      public double renyi(double order) {
        return GaussianMechanism.renyi(Enclosure.exact(mu), order).upper();
      }

      @Override
      public double epsilon(double delta) {
        return mu == 0 ? 0 : GaussianMechanism.epsilon(mu, delta).upper();
      }

      @Override
      public String toString() {
        return name;
      }
    };
  }
}
