package org.assay.accountant.internal.iteration.recoupling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;

/** Floats are not below the numbers that they represent, and near them. */
class ScaledProperties {
  private static final double NEAR = 1.0000003;

  @Property
  void roundsUp(
      @ForAll @DoubleRange(min = 0.1, max = 1) double digits,
      @ForAll @DoubleRange(max = 21) double places) {
    double value = digits * Math.pow(10, -places);
    double scaled = Scaled.value(Scaled.up(value));
    assertTrue(scaled >= value && scaled <= NEAR * value, value + " is " + scaled);
    assertEquals(Scaled.value(Scaled.up(new double[] {value})[0]), scaled);
    double weight = Scaled.weight(value);
    assertTrue(weight >= value && weight <= NEAR * value, value + " weighs " + weight);
    assertEquals(weight, Scaled.weights(new double[] {1, value})[1]);
  }

  @Test
  void whatIsNotThereWeighsNothing() {
    assertEquals(0, Scaled.weight(0));
    assertEquals(1, Scaled.value(Scaled.ONE));
  }
}
