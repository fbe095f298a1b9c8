package org.assay.ledger.internal.papere;

import static org.assay.ledger.internal.claim.Precise.divide;
import static org.assay.ledger.internal.claim.Precise.exactly;
import static org.assay.ledger.internal.claim.Precise.multiply;

import java.math.BigDecimal;
import org.assay.accountant.numeric.Enclosure;
import org.assay.ledger.internal.claim.Precise;

/**
 * The distribution of one coordinate of generalized Gaussian noise, whose density is proportional
 * to {@code e^{-|z|_q²/2}}. See the section "One step" of {@code doc-files/drawn-steps.md}. Both
 * factors of its integrals are monotone, so the ends of every cell of [0, 1] bound the cell.
 */
final class NoiseMarginal {
  /** Number of cells: more make a tighter enclosure. */
  private static final int CELLS = 1000;

  /** Argument beyond which the recheck bounds a survival probability by its value there. */
  private static final double FAR = 200;

  private final int half;
  private final Enclosure[] weights = new Enclosure[CELLS + 1];
  private final BigDecimal[] preciseWeights = new BigDecimal[CELLS + 1];

  /** The sum of all weights at right ends; {@code most} is the sum at left ends. */
  private final Enclosure least;

  private final Enclosure most;
  private final double index;
  private final double exponent;

  /**
   * The noise of a dimension and an index.
   *
   * @param dimension d, even
   * @param index q, at least 2, at most d/2
   */
  NoiseMarginal(int dimension, double index) {
    if (dimension % 2 != 0 || !(index >= 2 && index <= dimension / 2.0)) {
      throw new IllegalArgumentException(
          "dimension was " + dimension + " and index " + index + ": even, and 2 to half of it");
    }
    this.half = dimension / 2;
    this.index = index;
    this.exponent = dimension - 1 - index;
    Enclosure sum = Enclosure.ZERO;
    for (int i = 0; i <= CELLS; i++) {
      weights[i] = weight(i);
      sum = i > 0 ? sum.plus(weights[i]) : sum;
    }
    this.least = sum;
    this.most = sum.plus(Enclosure.ONE);
  }

  /** {@code (1 - u^q)^{(d-1)/q - 1}}. */
  private Enclosure weight(int cell) {
    if (cell == 0 || cell == CELLS) {
      return cell == 0 ? Enclosure.ONE : Enclosure.ZERO;
    }
    Enclosure power = place(cell).log().times(index).exp();
    Enclosure left = Enclosure.ONE.minus(power);
    return left.log().times(Enclosure.exact(exponent).dividedBy(index)).exp();
  }

  private static Enclosure place(int cell) {
    return Enclosure.exact(cell).dividedBy(CELLS);
  }

  /** {@code Pr[z_1 > x]}. */
  Enclosure tail(Enclosure x) {
    if (!(x.lower() > 0)) {
      return Enclosure.of(0, 1);
    }
    Enclosure lower = Enclosure.ZERO;
    Enclosure upper = Enclosure.ZERO;
    Enclosure before = Enclosure.ZERO;
    for (int i = 0; i < CELLS; i++) {
      Enclosure after = survival(x.dividedBy(place(i + 1)).square().times(0.5));
      lower = lower.plus(before.times(weights[i + 1]));
      upper = upper.plus(after.times(weights[i]));
      before = after;
    }
    return Enclosure.of(
        lower.dividedBy(most).times(0.5).lower(), upper.dividedBy(least).times(0.5).upper());
  }

  /** {@code e^{-x} Σ_{i < d/2} x^i/i!}. */
  private Enclosure survival(Enclosure x) {
    Enclosure sum = Enclosure.ONE;
    for (int i = half - 1; i > 0; i--) {
      sum = sum.times(x).dividedBy(i).plus(Enclosure.ONE);
    }
    return sum.times(x.negate().exp());
  }

  /** The lower end of {@link #tail} by arbitrary precision. */
  BigDecimal preciseLeast(BigDecimal x) {
    return x.signum() > 0 ? preciseTail(x, 1, BigDecimal.ONE) : BigDecimal.ZERO;
  }

  /** The upper end of {@link #tail} by arbitrary precision. */
  BigDecimal preciseMost(BigDecimal x) {
    return x.signum() > 0 ? preciseTail(x, 0, BigDecimal.ZERO) : BigDecimal.ONE;
  }

  private BigDecimal preciseTail(BigDecimal x, int end, BigDecimal more) {
    BigDecimal sum = BigDecimal.ZERO;
    BigDecimal total = more;
    for (int i = 0; i < CELLS; i++) {
      total = total.add(preciseWeight(i + 1));
      BigDecimal term = preciseSurvival(x, i + 1 - end, end == 1);
      sum = multiply(BigDecimal.ONE, sum.add(multiply(term, preciseWeight(i + end))));
    }
    return multiply(exactly(0.5), divide(sum, total));
  }

  private BigDecimal preciseWeight(int cell) {
    if (cell == 0 || cell == CELLS) {
      return cell == 0 ? BigDecimal.ONE : BigDecimal.ZERO;
    }
    if (preciseWeights[cell] == null) {
      BigDecimal place = divide(exactly(cell), exactly(CELLS));
      BigDecimal power = Precise.exp(multiply(Precise.log(place), exactly(index)));
      BigDecimal log = Precise.log(BigDecimal.ONE.subtract(power));
      preciseWeights[cell] = Precise.exp(multiply(log, divide(exactly(exponent), exactly(index))));
    }
    return preciseWeights[cell];
  }

  /**
   * The survival probability at a cell's end. Beyond {@link #FAR} a lower bound is 0, and an upper
   * bound is the value there.
   */
  private BigDecimal preciseSurvival(BigDecimal x, int cell, boolean atMost) {
    BigDecimal far = exactly(FAR);
    BigDecimal ratio = multiply(x, exactly(CELLS));
    BigDecimal square = multiply(multiply(ratio, ratio), exactly(0.5));
    boolean beyond = square.compareTo(far.multiply(exactly((double) cell * cell))) >= 0;
    if (beyond && atMost) {
      return BigDecimal.ZERO;
    }
    BigDecimal argument = beyond ? far : divide(square, exactly((double) cell * cell));
    BigDecimal sum = BigDecimal.ONE;
    for (int i = half - 1; i > 0; i--) {
      sum = divide(multiply(sum, argument), exactly(i)).add(BigDecimal.ONE);
    }
    return multiply(sum, Precise.exp(argument.negate()));
  }
}
