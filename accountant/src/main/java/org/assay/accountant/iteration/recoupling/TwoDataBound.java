package org.assay.accountant.iteration.recoupling;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assay.accountant.iteration.step.NoisySgdStep;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rounding;

/**
 * Upper bounds of H_γ between full-batch runs on neighbouring data from any two points of a set, in
 * either direction, by tilted reflection: {@code doc-files/two-data.md}. They depend on the
 * diameter and the shift only; the last few are kept, as a bound, its certificate and other numbers
 * of steps ask for the same.
 */
final class TwoDataBound {
  private static final int KEPT = 8;

  /** In squared diameters, from where and up to where bounds are computed. */
  private static final double FIRST = 0.03;

  private static final double LAST = 0.55;

  private record Question(
      Enclosure diameter, Enclosure shift, TwoDataLattice.Resolution resolution) {}

  private static final Map<Question, TwoDataBound> KNOWN = new LinkedHashMap<>();

  private final TwoDataLattice lattice;
  private final int first;

  /** For each number of blocks from the first one on; what holds for fewer holds for more. */
  private final List<double[]> rows = new ArrayList<>();

  private TwoDataBound(Question question) {
    this.lattice = TwoDataLattice.of(question.diameter(), question.shift(), question.resolution());
    double square = Math.pow(lattice.cell() * lattice.cells(), 2);
    this.first = Math.max(1, (int) (FIRST * square));
    TwoDataRecursion recursion = new TwoDataRecursion(lattice, question.shift(), first);
    rows.add(recursion.atLimit());
    while (recursion.blocks() < LAST * square) {
      recursion.advance();
      rows.add(smaller(rows.get(rows.size() - 1), recursion.atLimit()));
    }
  }

  private static double[] smaller(double[] before, double[] after) {
    double[] result = new double[after.length];
    Arrays.setAll(result, i -> Math.min(before[i], after[i]));
    return result;
  }

  /**
   * The bounds of a run; none where its batches are random, its steps expand, or its size is out of
   * range.
   */
  static Optional<TwoDataBound> of(NoisySgdStep step, TwoDataLattice.Resolution resolution) {
    Enclosure diameter = step.settings().diameterOverNoise();
    Enclosure shift = step.growth();
    boolean fullBatches = step.share().lower() == 1 && step.contractionMinusOne().upper() <= 0;
    return fullBatches && TwoDataLattice.covers(diameter, shift)
        ? Optional.of(of(diameter, shift, resolution))
        : Optional.empty();
  }

  /** The bounds for a diameter and a shift in noises of a step. */
  static synchronized TwoDataBound of(
      Enclosure diameter, Enclosure shift, TwoDataLattice.Resolution resolution) {
    Question question = new Question(diameter, shift, resolution);
    TwoDataBound bound = KNOWN.remove(question);
    TwoDataBound found = bound == null ? new TwoDataBound(question) : bound;
    KNOWN.put(question, found);
    if (KNOWN.size() > KEPT) {
      KNOWN.remove(KNOWN.keySet().iterator().next());
    }
    return found;
  }

  /**
   * Upper bound after at least so many steps at a loss of at least 0: the chord of the losses
   * around it.
   */
  double bound(long steps, double loss) {
    long row = Math.min(rows.size() - 1L, steps / lattice.steps() - first);
    if (row < 0) {
      return 1;
    }
    double[] values = rows.get((int) row);
    int index = (int) Math.min(values.length - 1.0, Math.floor(loss / lattice.spacing()));
    double before = Rounding.subtractDown(loss, index * lattice.spacing());
    if (before < 0) {
      return values[Math.max(0, index - 1)];
    }
    if (index == values.length - 1) {
      return values[index];
    }
    double part = Rounding.expm1Down(before) / Rounding.expm1Up(lattice.spacing());
    double weight = Math.min(1, part * (1 - 0x1p-48));
    return Math.min(1, ((1 - weight) * values[index] + weight * values[index + 1]) * (1 + 0x1p-48));
  }
}
