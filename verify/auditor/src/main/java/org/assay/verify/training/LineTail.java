package org.assay.verify.training;

import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.assay.accountant.numeric.Rounding;
import org.assay.verify.internal.inference.SupportingLine;

/**
 * Lower bounds of the probability of an event under one dataset, given its probability x under the
 * other. Each line {@code P φ ≤ E Q φ + δ}, which also holds with P and Q exchanged, leaves at
 * least {@code (x - δ)/E} and {@code 1 - δ - E (1 - x)}. The largest of all counts, rounded down.
 *
 * @param lines lines of a claim; without any the bound is 0
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
