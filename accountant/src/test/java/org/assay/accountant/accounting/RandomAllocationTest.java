package org.assay.accountant.accounting;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.assay.accountant.privacy.AdjacencyRelation.ZERO_OUT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.RandomAllocationEvent;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.accountant.privacy.UnsupportedEventException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RandomAllocationTest {
  private static DpEvent gaussian(double noise, AdjacencyRelation adjacency) {
    return DpEvent.gaussian(noise, Sensitivity.unit(adjacency));
  }

  private static DpEvent allocated(long steps, long selected, double noise) {
    return new RandomAllocationEvent(steps, selected, gaussian(noise, ADD_OR_REMOVE));
  }

  private static Enclosure epsilon(DpEvent event, double delta) {
    return TightestBound.of(event, event.adjacency()).epsilon(delta).value();
  }

  @ParameterizedTest
  @CsvSource({
    "2, 1, 1e-5, 3.69738521254039066",
    "10, 1, 1e-5, 2.18884799885158",
    "10, 1, 1e-8, 3.50153734415978",
    "100, 1, 1e-3, 0.2980505700439838",
    "10, 0.5, 1e-5, 7.69508234892902",
    "1000, 1, 1e-5, 0.1388466000093781",
    "1000, 2, 1e-5, 0.04866972543301071"
  })
  void enclosesOneEpoch(long steps, double noise, double delta, double value) {
    Enclosure found = epsilon(allocated(steps, 1, noise), delta);

    assertTrue(found.lower() <= value && value <= found.upper(), () -> value + " in " + found);
    assertEquals(value, found.upper(), 2e-4 * value);
  }

  @Test
  void severalEpochs() {
    Enclosure found = epsilon(allocated(10, 1, 1).times(10), 1e-5);

    assertTrue(found.contains(6.1168516391879), found::toString);
    assertEquals(6.1168516391879, found.upper(), 0.012);
  }

  @Test
  void blocksOfSeveralSteps() {
    double blocks = epsilon(allocated(7, 3, 2), 1e-5).upper();
    DpEvent apart = DpEvent.sequence(allocated(2, 1, 2), allocated(2, 1, 2), allocated(3, 1, 2));

    assertEquals(epsilon(apart, 1e-5).upper(), blocks, 1e-3);
    assertEquals(
        epsilon(gaussian(2, ADD_OR_REMOVE).times(7), 1e-5), epsilon(allocated(7, 7, 2), 1e-5));
    assertTrue(blocks < epsilon(gaussian(2, ADD_OR_REMOVE).times(3), 1e-5).upper());
    double published = epsilon(gaussian(2, ADD_OR_REMOVE).times(3), 1e-5).upper();
    assertTrue(epsilon(allocated(4, 3, 2), 1e-5).upper() <= published * 1.001);
  }

  @Test
  void ofOneStepItIsTheStep() {
    assertEquals(epsilon(gaussian(2, ADD_OR_REMOVE), 1e-5), epsilon(allocated(1, 1, 2), 1e-5));
  }

  @Test
  void zeroOutIsTheSame() {
    DpEvent zeroed = new RandomAllocationEvent(10, 1, gaussian(1, ZERO_OUT));

    assertEquals(epsilon(allocated(10, 1, 1), 1e-5), epsilon(zeroed, 1e-5));
  }

  @Test
  void whatNoTheoremBoundsIsRefused() {
    DpEvent replaced = new RandomAllocationEvent(10, 1, gaussian(1, REPLACE_ONE));
    DpEvent laplace =
        new RandomAllocationEvent(10, 1, DpEvent.laplace(1, Sensitivity.unit(ADD_OR_REMOVE)));
    for (DpEvent refused : List.of(replaced, laplace)) {
      assertThrows(UnsupportedEventException.class, () -> epsilon(refused, 1e-5));
    }
    TightestBound restated = TightestBound.of(allocated(10, 1, 1), REPLACE_ONE);
    assertThrows(UnsupportedEventException.class, () -> restated.epsilon(1e-5));
    assertThrows(IllegalArgumentException.class, () -> allocated(0, 1, 1));
    assertThrows(IllegalArgumentException.class, () -> allocated(10, 0, 1));
    assertThrows(IllegalArgumentException.class, () -> allocated(10, 11, 1));
  }

  /** Groups are bounded with the allocation published. */
  @Test
  void groupsAreOneGaussian() {
    double group = epsilon(allocated(10, 2, 6).forGroupsOf(3), 1e-5).upper();
    double published = epsilon(gaussian(2, ADD_OR_REMOVE).times(2), 1e-5).upper();

    assertTrue(group >= published && group < 1.3 * published, () -> group + " " + published);
  }
}
