package org.assay.verify.replay;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.assay.accountant.event.ApproximateEvent;
import org.assay.accountant.event.ComposedEvent;
import org.assay.accountant.event.DiscreteGaussianEvent;
import org.assay.accountant.event.DiscreteLaplaceEvent;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.ExponentialMechanismEvent;
import org.assay.accountant.event.GaussianEvent;
import org.assay.accountant.event.LaplaceEvent;
import org.assay.accountant.event.RandomizedResponseEvent;
import org.assay.accountant.event.ReportNoisyMaxEvent;
import org.assay.accountant.event.SparseVectorEvent;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.verify.replay.Finding.Movement;

/**
 * The event of a recorded run if all its declarations are true: the sequence of its primitives.
 * Primitives on a sample become sampled events. Noise multipliers are rounded down, epsilons up.
 */
final class DeclaredEvents {
  private final AdjacencyRelation adjacency;
  private final Deque<List<DpEvent>> levels = new ArrayDeque<>();
  private final Deque<Double> probabilities = new ArrayDeque<>();

  private DeclaredEvents(AdjacencyRelation adjacency) {
    this.adjacency = adjacency;
    levels.push(new ArrayList<>());
  }

  /** The event of a complete recording; empty if the run drew nothing that protects data. */
  static Optional<DpEvent> of(Recording recording, AdjacencyRelation adjacency) {
    DeclaredEvents events = new DeclaredEvents(adjacency);
    recording.entries().forEach(entry -> entry.declare(events));
    // A failure inside a sample leaves the sample open.
    while (!events.probabilities.isEmpty()) {
      events.closeSample();
    }
    return sequence(events.levels.getFirst());
  }

  void draw(Call call) {
    event(call).ifPresent(levels.getFirst()::add);
  }

  void openSample(double probability) {
    levels.push(new ArrayList<>());
    probabilities.push(probability);
  }

  void closeSample() {
    List<DpEvent> inner = levels.pop();
    double probability = probabilities.pop();
    sequence(inner).ifPresent(event -> levels.getFirst().add(event.poissonSampled(probability)));
  }

  /**
   * A sequence of events. Neighbouring equal events become one event with a count, so that long
   * loops stay cheap.
   */
  private static Optional<DpEvent> sequence(List<DpEvent> events) {
    List<DpEvent> counted = new ArrayList<>();
    int start = 0;
    for (int i = 1; i <= events.size(); i++) {
      if (i == events.size() || !events.get(i).equals(events.get(start))) {
        DpEvent event = events.get(start);
        counted.add(i - start == 1 ? event : event.times(i - start));
        start = i;
      }
    }
    if (counted.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(counted.size() == 1 ? counted.get(0) : new ComposedEvent(counted));
  }

  private Optional<DpEvent> event(Call call) {
    return switch (call.primitive()) {
      case RANDOMIZED_RESPONSE ->
          Optional.of(
              new RandomizedResponseEvent((long) call.parameter(0), call.parameter(1), adjacency));
      case COIN ->
          Optional.of(new ApproximateEvent(call.parameter(0), call.parameter(1), adjacency));
      case UNIFORM, ABOVE_THRESHOLD -> Optional.empty();
      default -> call.sensitivity() > 0 ? Optional.of(protecting(call)) : Optional.empty();
    };
  }

  private DpEvent protecting(Call call) {
    Sensitivity sensitivity = new Sensitivity(call.sensitivity(), adjacency);
    return switch (call.primitive()) {
      case LAPLACE -> new LaplaceEvent(multiplier(call, 0), sensitivity);
      case GAUSSIAN -> new GaussianEvent(multiplier(call, 0), sensitivity);
      case DISCRETE_LAPLACE -> new DiscreteLaplaceEvent(call.parameter(0), sensitivity);
      case DISCRETE_GAUSSIAN -> new DiscreteGaussianEvent(call.parameter(0), sensitivity);
      case EXPONENTIAL_MECHANISM -> new ExponentialMechanismEvent(epsilon(call), adjacency);
      case NOISY_MAXIMUM_LAPLACE -> maximum(ReportNoisyMaxEvent.Noise.LAPLACE, call);
      case NOISY_MAXIMUM_EXPONENTIAL -> maximum(ReportNoisyMaxEvent.Noise.EXPONENTIAL, call);
      case NOISY_MAXIMUM_GUMBEL -> maximum(ReportNoisyMaxEvent.Noise.GUMBEL, call);
      case SPARSE_VECTOR ->
          new SparseVectorEvent(
              multiplier(call, 0),
              multiplier(call, 1),
              (long) call.parameter(2),
              call.movement() == Movement.ONE_DIRECTION,
              sensitivity);
      default -> throw new IllegalStateException(call.primitive() + " has no declared event");
    };
  }

  private DpEvent maximum(ReportNoisyMaxEvent.Noise noise, Call call) {
    return new ReportNoisyMaxEvent(noise, epsilon(call), adjacency);
  }

  private static double multiplier(Call call, int parameter) {
    return Rounding.divideDown(call.parameter(parameter), call.sensitivity());
  }

  private static double epsilon(Call call) {
    double once = Rounding.divideUp(call.sensitivity(), call.parameter(0));
    return call.movement() == Movement.ONE_DIRECTION ? once : 2 * once;
  }
}
