package org.assay.accountant.iteration.evaluation;

import java.util.OptionalDouble;

/** An argument that bounds divergences as they are, and not pairs: nothing is added to delta. */
abstract class DivergenceEvaluation extends NoisySgdEvaluation {
  DivergenceEvaluation(double failure) {
    super(failure);
  }

  @Override
  final double added() {
    return 0;
  }

  @Override
  final double applicableEpsilon(double delta, OptionalDouble order) {
    return epsilonFromOrder(order.orElseThrow(), renyi(order.orElseThrow()), delta);
  }

  @Override
  final double applicableDelta(double epsilon, OptionalDouble order) {
    return order.isPresent()
        ? deltaFromOrder(order.getAsDouble(), renyi(order.getAsDouble()), epsilon)
        : 1;
  }
}
