package org.assay.accountant.accounting;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.assay.accountant.analysis.LeafSensitivity;
import org.assay.accountant.event.DefaultVisitor;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.GaussianEvent;
import org.assay.accountant.event.SelfComposedEvent;
import org.assay.accountant.privacy.AdjacencyRelation;

/**
 * The mu² of one repeated Gaussian as a fraction of exact decimals, so that a number of steps that
 * spends a target exactly is recognised as such.
 */
final class GaussianTotal {
  private final BigDecimal numerator;
  private final BigDecimal denominator;

  private GaussianTotal(BigDecimal numerator, BigDecimal denominator) {
    this.numerator = numerator;
    this.denominator = denominator;
  }

  /** The total of an event; empty unless it is one Gaussian, repeated or not. */
  static Optional<GaussianTotal> of(DpEvent event, AdjacencyRelation adjacency) {
    return event.accept(new Total(adjacency));
  }

  private static final class Total extends DefaultVisitor<Optional<GaussianTotal>> {
    private final AdjacencyRelation adjacency;

    Total(AdjacencyRelation adjacency) {
      this.adjacency = adjacency;
    }

    @Override
    public Optional<GaussianTotal> visitSelfComposed(SelfComposedEvent event) {
      BigDecimal count = BigDecimal.valueOf(event.count());
      return event
          .event()
          .accept(this)
          .map(once -> new GaussianTotal(once.numerator.multiply(count), once.denominator));
    }

    @Override
    public Optional<GaussianTotal> visitGaussian(GaussianEvent event) {
      BigDecimal growth = new BigDecimal(LeafSensitivity.growth(event, adjacency));
      BigDecimal noise = new BigDecimal(event.noiseMultiplier());
      return Optional.of(new GaussianTotal(growth.pow(2), noise.pow(2)));
    }

    @Override
    protected Optional<GaussianTotal> visitOther(DpEvent event) {
      return Optional.empty();
    }
  }

  /** The smallest double that is at least {@code mu²/2}. */
  double rho() {
    BigDecimal twice = denominator.multiply(BigDecimal.valueOf(2));
    double near = numerator.divide(twice, MathContext.DECIMAL64).doubleValue();
    return smallest(near, rho -> rho.multiply(twice));
  }

  /** The smallest double that is at least mu. */
  double mu() {
    BigDecimal square = numerator.divide(denominator, MathContext.DECIMAL64);
    double near = square.sqrt(MathContext.DECIMAL64).doubleValue();
    return smallest(near, mu -> mu.pow(2).multiply(denominator));
  }

  /**
   * The smallest double, near a guess, whose image under a rising function reaches the numerator.
   */
  private double smallest(double near, UnaryOperator<BigDecimal> rising) {
    double value = near;
    while (value < Double.POSITIVE_INFINITY && isBelow(value, rising)) {
      value = Math.nextUp(value);
    }
    while (value < Double.POSITIVE_INFINITY
        && value > 0
        && !isBelow(Math.nextDown(value), rising)) {
      value = Math.nextDown(value);
    }
    return value;
  }

  private boolean isBelow(double value, UnaryOperator<BigDecimal> rising) {
    return rising.apply(new BigDecimal(value)).compareTo(numerator) < 0;
  }
}
