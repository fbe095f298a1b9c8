package org.assay.testing.contract;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.function.DoubleFunction;
import net.jqwik.api.Example;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.event.CertifiedEvent;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.Citation;

/** The contract on an event with a curve of its own, and on curves that cannot be. */
class CertifiedEventProperties implements EventContract {
  private static final Citation CITATION = new Citation("BunSteinke2016", "Proposition 1.6");

  @Override
  public DpEvent event() {
    return new CertifiedEvent(
        "noise of our own",
        CITATION,
        RdpCurve.zeroConcentrated(Enclosure.exact(0.125), ADD_OR_REMOVE));
  }

  @Example
  void aFallingCurveIsReported() {
    EventContract falling = of(order -> Enclosure.exact(1 / order));
    assertThrows(AssertionError.class, () -> falling.divergenceRisesWithTheOrder(2, 3));
    assertThrows(AssertionError.class, () -> falling.divergenceRisesWithTheOrder(3, 2));
  }

  @Example
  void aCurveAboveItsLineIsReported() {
    RdpCurve curve =
        RdpCurve.of(ADD_OR_REMOVE, order -> Enclosure.exact(order * order))
            .withZeroConcentration(1);
    EventContract steep = () -> new CertifiedEvent("steep", CITATION, curve);
    assertThrows(AssertionError.class, () -> steep.noOrderIsAboveTheLineOfZeroConcentration(2));
  }

  private static EventContract of(DoubleFunction<Enclosure> divergence) {
    return () -> new CertifiedEvent("of a test", CITATION, RdpCurve.of(ADD_OR_REMOVE, divergence));
  }
}
