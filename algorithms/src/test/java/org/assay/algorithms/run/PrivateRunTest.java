package org.assay.algorithms.run;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Sensitivity;
import org.junit.jupiter.api.Test;

class PrivateRunTest {
  @Test
  void isReleaseAndEvent() {
    DpEvent event = DpEvent.gaussian(1, Sensitivity.unit(AdjacencyRelation.REPLACE_ONE));
    PrivateRun<ParameterVector> run = new PrivateRun<>(ParameterVector.of(1, 2), event);
    assertEquals(new PrivateRun<>(ParameterVector.of(1, 2), event), run);
  }

  @Test
  void parametersAreImmutableValues() {
    double[] coordinates = {1, 2};
    ParameterVector vector = ParameterVector.of(coordinates);
    coordinates[0] = 99;
    vector.toArray()[1] = 99;
    assertArrayEquals(new double[] {1, 2}, vector.toArray());
    assertEquals(2, vector.dimension());
    assertEquals(2, vector.get(1));
    assertEquals(11, vector.dot(new double[] {3, 4}));
    assertEquals(ParameterVector.of(1, 2), vector);
    assertEquals(ParameterVector.of(1, 2).hashCode(), vector.hashCode());
    assertNotEquals(ParameterVector.of(2, 1), vector);
    assertEquals("[1.0, 2.0]", vector.toString());
    assertThrows(IllegalArgumentException.class, () -> vector.dot(new double[1]));
  }
}
