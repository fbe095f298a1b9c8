package org.assay.accountant.internal.contour.factor;

import static org.assay.accountant.internal.divergence.BoundRows.assertLogs;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.assay.accountant.internal.contour.ContourNodes;
import org.assay.accountant.internal.contour.LineMoment;
import org.assay.accountant.internal.contour.LineNodes;
import org.assay.accountant.internal.contour.factor.FixedSizeTransform.FixedSizeLineIntegrand;
import org.assay.accountant.internal.divergence.BoundRows;
import org.assay.accountant.internal.divergence.FixedSizeGaussianIntegrand;
import org.assay.accountant.numeric.Enclosure;
import org.junit.jupiter.api.Test;

/**
 * The decay of moment generating functions along a line. True values are those of {@code
 * LossTransformTest}. Here every part of the bounds is made large enough to be visible, and
 * compared with the recorded values.
 */
class DecayBoundsTest {
  private static final double[] TIMES = {0.25, 1, 4, 16};

  /** Lines for few steps need not be accurate, so their discretization errors are visible. */
  private static void mixtures(Map<String, Double> figures) {
    for (boolean upper : new boolean[] {true, false}) {
      for (boolean lower : new boolean[] {true, false}) {
        for (double accuracy : new double[] {0.1, 1e-9}) {
          if (upper || lower) {
            MixturePair pair = new MixturePair(0.3, 0.8, upper, lower);
            double moment = pair.logMoment(1.5).upper();
            DecayBound bound = new DecayBound(pair, 1.5, moment, 1e-9 / accuracy, 20);
            String name = "decay." + upper + lower + accuracy + ".";
            for (double t : TIMES) {
              figures.put(name + t, bound.logBound(t));
              assertTrue(bound.logBound(t) <= moment + 1e-12);
            }
          }
        }
      }
    }
  }

  private static HalfLineDecay half(
      double c, double sigma, double panel, double cut, double tail, double reach) {
    FixedSizeFactor factor = new FixedSizeFactor(Enclosure.exact(0.75), sigma, 1);
    List<double[]> points =
        IntStream.range(0, 8).mapToObj(i -> new double[] {0.5 * i, -1.0 - 2 * i}).toList();
    List<double[]> panels = List.of(new double[] {0, panel}, new double[] {panel, 2 * panel});
    return new HalfLineDecay(factor, c, 50, points, panels, cut, tail, reach);
  }

  private static void put(Map<String, Double> figures, String name, HalfLineDecay decay) {
    for (double t : TIMES) {
      figures.put("halfline." + name + "." + t, decay.logBound(t));
    }
  }

  static Map<String, Double> figures() {
    Map<String, Double> figures = new TreeMap<>();
    mixtures(figures);
    put(figures, "plain", half(1.5, 1, 0.5, 4, 0, 10));
    put(figures, "narrow", half(1.5, 0.25, 0.125, 4, 0, 10));
    put(figures, "wide", half(0.5, 4, 0.5, 4, 0, 2));
    put(figures, "panels", half(1.5, 1, 2.5, 4, 0, 10));
    put(figures, "longPanels", half(3, 0.5, 2, 4, 0, 30));
    put(figures, "tail", half(1.5, 1, 0.5, 4, 0.125, 10));
    put(figures, "far", half(1.5, 0.5, 0.5, 1e5, 0, 10));
    put(figures, "steep", half(12, 1, 0.25, 4, 0, 10));
    put(figures, "steepAndFar", half(12, 2, 0.25, 40, 0, 10));
    return figures;
  }

  @Test
  void boundsAreThoseOnRecord() {
    figures()
        .forEach(
            (name, value) -> {
              double recorded = BoundRows.of(name).get(0).number();
              assertEquals(recorded, value, 2e-13 * Math.max(1, Math.abs(recorded)), name);
            });
  }

  /** Bounds hold for all larger t, so they fall with t and start at the moment. */
  @Test
  void boundsFall() {
    MixturePair pair = new MixturePair(0.3, 0.8, true, false);
    double moment = pair.logMoment(1.5).upper();
    DecayBound bound = new DecayBound(pair, 1.5, moment, 1, 20);
    HalfLineDecay half = half(1.5, 1, 0.5, 4, 0, 10);
    double last = moment + 1e-12;
    double lastHalf = 50 + 1e-12;
    for (double t : TIMES) {
      assertTrue(bound.logBound(t) <= last && half.logBound(t) <= lastHalf);
      last = bound.logBound(t);
      lastHalf = half.logBound(t);
    }
    // No value is known above e^600.
    DecayBound unknown = new DecayBound(pair, 1.5, 600, 1, 20);
    assertEquals(600, unknown.logBound(10), 1e-11);
    assertTrue(unknown.logBound(10) > 600);
  }

  private static Map<String, Double> lineFigures(MixturePair pair, double tau, double c) {
    Map<String, Double> figures = new TreeMap<>();
    for (double step : new double[] {0.5, 0.0625}) {
      for (double negligible : new double[] {1e-3, 1e-18}) {
        ShiftedLine line = new ShiftedLine(pair, tau, c, step, negligible);
        String name = "shifted." + pair.upper + pair.lower + step + "at" + negligible + ".";
        figures.put(name + "omitted", line.omitted);
        figures.put(name + "size", (double) line.nodes.size);
        figures.put(name + "first", line.nodes.logWeight[0]);
        figures.put(name + "turn", line.nodes.turn[1]);
        figures.put(name + "decay", line.nodes.decay[2]);
        figures.put(name + "errors", line.nodes.weightErrors);
        figures.put(name + "lossErrors", line.nodes.lossErrors);
      }
    }
    return figures;
  }

  static Map<String, Double> shiftedLines() {
    Map<String, Double> figures = new TreeMap<>();
    figures.putAll(lineFigures(new MixturePair(0.3, 0.8, true, false), 0.5, 1.5));
    figures.putAll(lineFigures(new MixturePair(0.3, 0.8, false, true), 0.5, 1.5));
    figures.putAll(lineFigures(new MixturePair(0.3, 0.8, true, true), 0.5, 1.5));
    return figures;
  }

  @Test
  void shiftedLinesAreThoseOnRecord() {
    shiftedLines()
        .forEach(
            (name, value) -> {
              double recorded = BoundRows.of(name).get(0).number();
              assertEquals(recorded, value, 1e-7 * Math.abs(recorded), name);
            });
  }

  /** The weights sum to the moment itself, {@code M(c) = Σ w}, for any height of the line. */
  @Test
  void weightsAddUpToTheMoment() {
    for (boolean lower : new boolean[] {true, false}) {
      MixturePair pair = new MixturePair(0.3, 0.8, true, lower);
      ShiftedLine line = new ShiftedLine(pair, 0.5, 1.5, 0.0625, 1e-18);
      double sum = 0;
      for (int j = 0; j < line.nodes.size; j++) {
        sum += Math.exp(line.nodes.logWeight[j]) * Math.cos(line.nodes.turn[j]);
      }
      assertEquals(pair.logMoment(1.5).midpoint(), Math.log(sum), 1e-12);
    }
  }

  /** Off the real line {@code |r₋|} may shrink by cos(τ/2), which enlarges its negative power. */
  @Test
  void growthOffTheRealLine() {
    MixturePair removing = new MixturePair(0.3, 0.8, true, false);
    assertEquals(0, ShiftedLine.logGrowth(removing, 1, 3));
    MixturePair adding = new MixturePair(0.3, 0.8, false, true);
    double growth = -3 * Math.log(Math.cos(0.5));
    assertEquals(growth, ShiftedLine.logGrowth(adding, 1, 3), 1e-12);
    assertTrue(ShiftedLine.logGrowth(adding, 1, 3) > growth);
  }

  /** More than a million nodes are not attempted. */
  @Test
  void unaffordableLinesOmitEverything() {
    MixturePair pair = new MixturePair(0.3, 0.8, true, false);
    ShiftedLine line = new ShiftedLine(pair, 0.5, 1.5, 1e-6, 1e-3);
    assertEquals(Double.POSITIVE_INFINITY, line.omitted);
    assertEquals(0, line.nodes.size);
  }

  /**
   * Values between computed ones are rotated: every 32nd is computed for few steps, every 8th for
   * many.
   */
  @Test
  void runsAreShorterForManySteps() {
    LineNodes line = new LineNodes();
    for (int j = 0; j < 4000; j++) {
      line.add(-8, 0, 0, 1e-3, 0, 0);
    }
    double weights = 4000 * Math.exp(-8);
    for (double count : new double[] {1000, 1001}) {
      ContourNodes nodes = new ContourNodes(1, 1e-3, 1000);
      new LineMoment(line, count, Enclosure.exact(0.25), 0).addTo(nodes);
      for (int k : new int[] {1, 7, 8, 31, 33, 999}) {
        double re = 1.25 + weights * (Math.cos(k * 1e-6) - 1);
        double im = weights * Math.sin(k * 1e-6);
        double log = count * Math.log(Math.hypot(re, im));
        assertEquals(log, nodes.logModulus(k), 1e-12 * log);
        assertEquals(count * Math.atan2(im, re), nodes.phase(k), 1e-12 * count);
      }
      int run = count <= 1000 ? 32 : 8;
      double relative = 0x1p-53 * (24 * run + 48);
      double error = relative * run * 1e-3 * 1e-3 * weights + 0x1p-53;
      double roundoff = 0x1p-51 * (2 * Math.log(1.25) + 0.3125 / 1.5625);
      assertEquals(1, nodes.error(0) / (count * (1.01 * error / 1.25 + roundoff)), 1e-3);
    }
    ContourNodes fewer = new ContourNodes(1, 1e-3, 999);
    new LineMoment(line, 1000, Enclosure.exact(0.25), 0).addTo(fewer);
    double fresh = 0x1p-53 * 48 * 1e-3 * 1e-3 * weights + 0x1p-53;
    double roundoff = 0x1p-51 * (2 * Math.log(1.25) + 0.3125 / 1.5625);
    assertEquals(1, fewer.error(0) / (1000 * (1.01 * fresh / 1.25 + roundoff)), 1e-3);
  }

  /** Estimates: exact where moments are cheap, close where they are sums. */
  @Test
  void roughMoments() {
    MixtureFactor removing = MixtureFactor.removing(0.25, 2, 3);
    assertEquals(removing.logMoment(2).midpoint(), removing.roughLogMoment(2));
    MixtureFactor adding = MixtureFactor.adding(0.25, 2, 3);
    assertEquals(adding.logMoment(2).midpoint(), adding.roughLogMoment(2));
    for (double c : new double[] {0.125, 2, 30}) {
      for (double sigma : new double[] {0.25, 2, 8}) {
        MixtureFactor replacing = MixtureFactor.replacing(0.25, sigma, 3);
        double exact = replacing.logMoment(c).midpoint();
        assertEquals(1, replacing.roughLogMoment(c) / exact, 1e-3);
        FixedSizeFactor fixed = new FixedSizeFactor(Enclosure.exact(0.25), sigma, 3);
        assertEquals(1, fixed.roughLogMoment(c) / fixed.logMoment(c).midpoint(), 5e-3);
      }
    }
    // Far apart a moment is that of the unsampled step with log q for every power.
    double far = 100 * 100 * (0.25 + 0.25 * 0.25) / 2 + 1.25 * Math.log(0.25);
    assertEquals(far, RoughMoment.fixedSize(0.25, 100, 0.25), 1e-3);
    double opposite = far - 0.25 * Math.log(0.75);
    assertEquals(opposite, RoughMoment.antipodal(0.25, 100, 0.25), 1e-3);
  }

  /** The supremum for every point of a vertical line, over that at its foot. */
  @Test
  void foldedGaussianPairAlongALine() {
    assertLogs(
        "line.sup",
        row -> {
          FixedSizeFactor steps = new FixedSizeFactor(Enclosure.exact(row.arg(0)), row.arg(1), 1);
          FixedSizeGaussianIntegrand base =
              new FixedSizeGaussianIntegrand(steps.share(), steps.mu(), 1 + row.arg(2));
          FixedSizeLineIntegrand line =
              new FixedSizeLineIntegrand(base, steps, row.arg(2), row.arg(3));
          assertEquals(base.at(Enclosure.ONE), line.at(Enclosure.ONE));
          return Math.log(line.supremum(row.arg(4), row.arg(5), row.arg(6))) - base.slack;
        });
  }
}
