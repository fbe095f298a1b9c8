package org.assay.verify.training;

import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.assay.accountant.numeric.Rounding;
import org.assay.verify.internal.inference.SupportingLine;

/**
 * Lower bounds of the least probability that lines {@code P φ ≤ E Q φ + δ}, which hold with P and Q
 * exchanged too, leave under one dataset to an event of probability x under the other: {@code (x -
 * δ)/E} and {@code 1 - δ - E (1 - x)}, the largest of all. Rounded down.
 *
 * @param lines of a claim; without any, 0 is left
 */
record LineTail(List<SupportingLine> lines) implements DoubleUnaryOperator {
  LineTail {
    lines = List.copyOf(lines);
  }

  @Override
  public double applyAsDouble(double probability) {
    double other = Rounding.subtractUp(1, probability);
    double least = 0;
    for (SupportingLine line : lines) {
      double event =
          Rounding.divideDown(Rounding.subtractDown(probability, line.delta()), line.odds());
      double rest =
          Rounding.subtractDown(
              Rounding.subtractDown(1, line.delta()),
              Rounding.multiplyUp(line.odds(), Math.max(0, other)));
      least = Math.max(least, Math.max(event, rest));
    }
    return least;
  }
}
