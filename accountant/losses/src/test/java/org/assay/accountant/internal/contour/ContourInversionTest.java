package org.assay.accountant.internal.contour;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.assay.accountant.internal.contour.factor.MixtureFactor;
import org.assay.accountant.internal.divergence.BoundRows;
import org.assay.accountant.internal.divergence.GaussianMechanism;
import org.assay.accountant.numeric.Enclosure;
import org.junit.jupiter.api.Test;

/**
 * Inversion of moment generating functions whose profile is a closed form: a Gaussian step. The
 * widths of the enclosures consist of aliasing, truncation, quadrature and rounding. Widths and
 * numbers of nodes equal the recorded ones: see {@code DivergenceValuesTest}.
 */
class ContourInversionTest {
  private static final double[] EPSILONS = {0, 0.25, 1, 2, 5};

  private static List<LossFactor> gaussian(double muSquared) {
    return List.of(new GaussianFactor(Enclosure.exact(muSquared)));
  }

  private static ContourInversion prepare(
      List<LossFactor> factors, double excess, double epsilon, double logDelta) {
    return ContourInversion.prepare(
        factors, excess, epsilon, logDelta, ContourInversion.MAXIMUM_WORK);
  }

  private static ContourInversion line(double c, double epsilon, double logDelta) {
    return prepare(gaussian(1), c, epsilon, logDelta);
  }

  @Test
  void profileOfAGaussianStep() {
    for (double c : new double[] {0.5, 2, 8}) {
      for (double logDelta : new double[] {-25, -3, 15}) {
        ContourInversion line = line(c, 1, logDelta);
        for (double epsilon : EPSILONS) {
          Enclosure delta = line.delta(epsilon);
          Enclosure known = GaussianMechanism.delta(1, epsilon);
          assertTrue(delta.lower() <= known.upper(), () -> delta + " above " + known);
          assertTrue(delta.upper() >= known.lower(), () -> delta + " below " + known);
          assertTrue(delta.lower() >= 0 && delta.upper() <= 1, delta::toString);
        }
      }
    }
    assertTrue(line(2, 1, -25).delta(1).relativeWidth() < 1e-10);
  }

  /** The profile is 1 - e^ε at an ε below all losses; below 0 the formula still holds. */
  @Test
  void negativeEpsilon() {
    Enclosure delta = line(2, 1, -25).delta(-3);
    double reflected = 1 - Math.exp(-3) * (1 - GaussianMechanism.delta(1, 3).midpoint());
    assertEquals(reflected, delta.midpoint(), 1e-6);
  }

  static Map<String, Double> figures() {
    Map<String, Double> figures = new TreeMap<>();
    for (double c : new double[] {0.5, 2, 8}) {
      for (double logDelta : new double[] {-25, -3, 15}) {
        ContourInversion line = line(c, 1, logDelta);
        String name = "inversion." + c + "at" + logDelta + ".";
        figures.put(name + "size", (double) line.size());
        for (double epsilon : EPSILONS) {
          Enclosure delta = line.delta(epsilon);
          figures.put(name + "upper" + epsilon, delta.upper());
          figures.put(name + "width" + epsilon, delta.width());
        }
      }
    }
    List<LossFactor> mixed =
        List.of(
            new GaussianFactor(Enclosure.of(0.25, 0.25 + 1e-6)),
            MixtureFactor.removing(0.25, 1, 3));
    ContourInversion line = prepare(mixed, 3, 1, -3);
    figures.put("inversion.mixed.size", (double) line.size());
    figures.put("inversion.mixed.width", line.delta(1).width());
    List<LossFactor> vague = List.of(new GaussianFactor(Enclosure.of(1, 1.25)));
    ContourInversion wide = prepare(vague, 2, 1, -3);
    figures.put("inversion.vague.size", (double) wide.size());
    figures.put("inversion.vague.width", wide.delta(3).width());
    return figures;
  }

  @Test
  void widthsAreThoseOnRecord() {
    figures()
        .forEach(
            (name, value) -> {
              double recorded = BoundRows.of(name).get(0).number();
              assertEquals(recorded, value, 0.02 * Math.abs(recorded), name);
            });
  }

  /** A node without a known value leaves delta between 0 and 1. */
  @Test
  void unknownNodes() {
    GaussianFactor known = new GaussianFactor(Enclosure.ONE);
    LossTransform line = known.along(2, 10);
    LossTransform unknown =
        new LossTransform() {
          @Override
          public double cost() {
            return line.cost();
          }

          @Override
          public void addTo(ContourNodes nodes) {
            line.addTo(nodes);
            nodes.add(1, 0, 0, Double.POSITIVE_INFINITY);
          }

          @Override
          public double logDecayBound(double t) {
            return line.logDecayBound(t);
          }
        };
    LossFactor factor =
        new LossFactor() {
          @Override
          public Enclosure logMoment(double c) {
            return known.logMoment(c);
          }

          @Override
          public double roughLogMoment(double c) {
            return known.roughLogMoment(c);
          }

          @Override
          public double largestLoss() {
            return known.largestLoss();
          }

          @Override
          public LossTransform along(double c, double reach) {
            return unknown;
          }
        };
    ContourInversion prepared = prepare(List.of(factor), 2, 1, -3);
    assertTrue(prepared.size() > 1);
    assertEquals(Enclosure.of(0, 1), prepared.delta(1));
  }

  @Test
  void chernoffConstant() {
    BoundRows.assertEncloses("kappa", 1e-13, row -> ContourInversion.logKappa(row.arg(0)));
  }

  /** A line that would cost too much has no nodes and gives no bound. */
  @Test
  void unaffordableLines() {
    LossFactor dear = MixtureFactor.removing(0.5, 0.01, 1);
    ContourInversion line = prepare(List.of(dear), 0.5, 1, -10);
    assertEquals(0, line.size());
    assertEquals(Enclosure.of(0, 1), line.delta(1));
    ContourInversion flat = prepare(gaussian(1e-14), 1, 1e-7, -25);
    assertEquals(0, flat.size());
    assertEquals(Enclosure.of(0, 1), flat.delta(1e-7));
  }
}
