package org.assay.accountant.internal.contour;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.assay.accountant.internal.composition.MixedComposition;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.junit.jupiter.api.Test;

/** Nodes that are settled before all factors were added. */
class LineSweepTest {
  private static final double C = 0.5;
  private static final double STEP = 0.25;
  private static final double LOG_THREE = Math.log(3);

  /** A factor with one modulus and one phase everywhere but on the axis. */
  private record Constant(double log, double phase, double bound) implements LossTransform {
    @Override
    public double cost() {
      return 1;
    }

    @Override
    public void addTo(ContourNodes nodes) {
      for (int k = 0; k < nodes.wanted(); k++) {
        nodes.add(k, k == 0 ? bound : log, phase, 0);
      }
    }

    @Override
    public double logDecayBound(double t) {
      return bound;
    }
  }

  private static List<LossTransform> constants(double log, double bound, int many) {
    return IntStream.range(0, many)
        .mapToObj(i -> (LossTransform) new Constant(log, 0.1, bound))
        .toList();
  }

  @Test
  void settledNodesKeepABoundOfWhatIsMissing() {
    ContourNodes nodes = new ContourNodes(C, STEP, 5);
    double work = new LineSweep(nodes, -49.5, 1e9).add(constants(-1, 0.5, 100));
    // After n factors the modulus is e^-n and the others hold at most e^((100 - n)/2).
    int added = 67;
    assertEquals(1, nodes.wanted());
    assertEquals(-added + 0.5 * (100 - added), nodes.logModulus(4), 1e-9);
    assertEquals(LOG_THREE, nodes.error(4), 1e-9);
    assertEquals(50, nodes.logModulus(0), 1e-9);
    assertEquals(0, nodes.error(0), 1e-9);
    assertEquals(6 * (5 * added + (100 - added)), work);
  }

  @Test
  void nodesThatMatterGetAllFactors() {
    ContourNodes nodes = new ContourNodes(C, STEP, 5);
    new LineSweep(nodes, -100.5, 1e9).add(constants(-1, 0.5, 100));
    assertEquals(5, nodes.wanted());
    assertEquals(-100, nodes.logModulus(4), 1e-9);
    assertEquals(10, nodes.phase(4), 1e-9);
  }

  @Test
  void fewFactorsAreNeverSettled() {
    ContourNodes nodes = new ContourNodes(C, STEP, 5);
    double work = new LineSweep(nodes, 100, 1).add(constants(-1, 0.5, LineSweep.FEWEST - 1));
    assertEquals(5, nodes.wanted());
    assertEquals(6.0 * 5 * (LineSweep.FEWEST - 1), work);
  }

  @Test
  void tooMuchWorkIsGivenUp() {
    ContourNodes nodes = new ContourNodes(C, STEP, 5);
    List<LossTransform> line = constants(-1, 0.5, 100);
    assertEquals(Double.POSITIVE_INFINITY, new LineSweep(nodes, -200, 499).add(line));
    // One evaluation of a node by a factor, plus the cost of adding it.
    ContourNodes others = new ContourNodes(C, STEP, 5);
    assertEquals(6 * 500, new LineSweep(others, -200, 500).add(line));
  }

  /** Lines on which a few factors settle most nodes may be longer; other lines fail early. */
  @Test
  void patienceDependsOnWhatSettles() {
    List<LossTransform> line = constants(-1, 0.5, 100);
    ContourNodes nodes = new ContourNodes(C, STEP, 5);
    double work = new LineSweep(nodes, 40, 400).add(line);
    assertTrue(work < 6 * 400, () -> "work " + work);
    // After 10 factors, 33 are known to suffice: moduli fall by 1, the other factors' bounds by .5.
    ContourNodes slower = new ContourNodes(C, STEP, 5);
    double more = new LineSweep(slower, 0, 400).add(line);
    assertEquals(6 * (5 * 34 + 66), more, 1e-9);
    ContourNodes hopeless = new ContourNodes(C, STEP, 5);
    assertEquals(Double.POSITIVE_INFINITY, new LineSweep(hopeless, -90, 400).add(line));
    assertEquals(-10, hopeless.logModulus(4), 1e-9);
    // Nodes without decay never settle.
    ContourNodes flat = new ContourNodes(C, STEP, 5);
    assertEquals(
        Double.POSITIVE_INFINITY, new LineSweep(flat, 40, 400).add(constants(0.1, 0.5, 100)));
  }

  /** Factors with large moments are added first, at any position in the list. */
  @Test
  void steepFactorsComeFirst() {
    List<LossTransform> line = new ArrayList<>(constants(0, 1e-9, 1000));
    line.addAll(constants(-10, 0.5, 10));
    ContourNodes nodes = new ContourNodes(C, STEP, 5);
    double work = new LineSweep(nodes, -90, 1e9).add(line);
    assertTrue(work <= 6 * (1010 + 4 * 10), () -> "work " + work);
  }

  /** An error before a node is settled widens its bound. */
  @Test
  void errorsCountBeforeNodesAreSettled() {
    ContourNodes nodes = new ContourNodes(C, STEP, 3);
    nodes.add(2, -10, 0, 2);
    nodes.settle(1, -7.5);
    assertEquals(3, nodes.wanted());
    nodes.settle(1, -6.5);
    assertEquals(2, nodes.wanted());
    assertEquals(2 + LOG_THREE, nodes.error(2), 1e-12);
    nodes.settle(-1000, 0);
    assertEquals(1, nodes.wanted(), "the first node must stay");
  }

  /** Losses in steps of 1/128, whose distributions are convolved one by one. */
  @Test
  void unlikeResponsesAgainstConvolution() {
    double unit = 1.0 / 128;
    int[] losses = IntStream.rangeClosed(1, 60).toArray();
    int most = IntStream.of(losses).sum();
    double[] law = new double[2 * most + 1];
    law[most] = 1;
    MixedComposition run = MixedComposition.under(AdjacencyRelation.ADD_OR_REMOVE);
    for (int loss : losses) {
      run = run.withDiscreteLaplace(Enclosure.exact(loss * unit), 1).orElseThrow();
      double up = 1 / (1 + Math.exp(-loss * unit));
      double[] next = new double[law.length];
      for (int i = loss; i < law.length - loss; i++) {
        next[i + loss] += up * law[i];
        next[i - loss] += (1 - up) * law[i];
      }
      law = next;
    }
    for (double epsilon : new double[] {0.3, 2.001, 5}) {
      double exact = 0;
      for (int i = law.length - 1; i >= 0; i--) {
        exact += law[i] * Math.max(0, -Math.expm1(epsilon - (i - most) * unit));
      }
      Enclosure delta = run.delta(epsilon);
      assertTrue(delta.relativeWidth() < 1e-4, () -> "width of " + delta);
      double rounding = 1e-11 * exact;
      assertTrue(delta.lower() <= exact + rounding && delta.upper() >= exact - rounding);
    }
  }
}
