package org.assay.accountant.iteration.check;

import java.util.OptionalDouble;

/** An argument that bounds divergences as they are: nothing is added to delta. */
abstract class PlainDivergence extends PlainEvaluation {
  @Override
  final double epsilon(double delta, OptionalDouble order) {
    return epsilonFromOrder(order.orElseThrow(), renyi(order.orElseThrow()), delta);
  }

  @Override
  final double delta(double epsilon, OptionalDouble order) {
    return deltaFromOrder(order.orElseThrow(), renyi(order.orElseThrow()), epsilon);
  }
}
