package org.assay.accountant.internal.iteration.allocation;

import java.util.ArrayList;
import java.util.List;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rounding;

/**
 * Turns a hull into a certified allocation. For the upper end, the slopes are recomputed and
 * rounded up until {@link BackwardSums} accepts them. For the lower end, the slopes are made
 * multipliers of the dual problem.
 */
final class Certifier {
  /**
   * Relative increases of a slope that are tried; the first covers the check's own rounding errors.
   * Not tuned.
   */
  private static final double[] ROOM = {0x1p-48, 0x1p-46, 0x1p-43, 0x1p-40, 0x1p-34, 0x1p-27};

  private final IterationSchedule schedule;
  private final List<AllocationRun> runs = new ArrayList<>();
  private final List<AllocationSegment> segments = new ArrayList<>();
  private final DualBound dual = new DualBound();
  private double distance;
  private long position;
  private double segmentsCost;
  private double cost;

  private Certifier(IterationSchedule schedule, long start, double distance) {
    this.schedule = schedule;
    this.position = start;
    this.distance = distance;
  }

  /** An allocation from a step and a distance, and the enclosure of the least cost. */
  record Certified(List<AllocationRun> allocation, Enclosure cost) {}

  static Certified certify(IterationSchedule schedule, long start, double distance) {
    Certifier certifier = new Certifier(schedule, start, distance);
    HullBuilder.build(schedule, start, distance).runs().forEach(certifier::add);
    certifier.flush();
    double upper = certifier.cost;
    double lower = Math.min(certifier.dual.value(), upper);
    boolean feasible = upper < Double.POSITIVE_INFINITY;
    return new Certified(feasible ? certifier.runs : List.of(), Enclosure.of(lower, upper));
  }

  private void add(Hull.Run run) {
    List<DualBound.Piece> pieces = new ArrayList<>();
    if (run.repetitions() > 1) {
      flush();
    }
    long start = position;
    for (Block block : run.blocks()) {
      DualBound.Piece piece = piece(block);
      pieces.add(piece);
      addSegment(block.length, piece.slope());
    }
    dual.add(pieces, run.repetitions());
    position += (run.repetitions() - 1) * (position - start);
    if (run.repetitions() > 1) {
      store(run.repetitions());
    }
  }

  private DualBound.Piece piece(Block block) {
    StepSums start = new StepSums(Enclosure.ONE, Enclosure.exact(distance), Enclosure.ZERO);
    StepSums sums = BackwardSums.sum(schedule, position, position + block.length).after(start);
    double shift = sums.shift().upper();
    double slope = shift == 0 ? 0 : shift / sums.variance().lower();
    return new DualBound.Piece(sums, Math.min(slope, Double.MAX_VALUE));
  }

  /** Adds the smallest of a few slopes that is certainly feasible. */
  private void addSegment(long length, double slope) {
    double rounded = slope;
    double found = Double.POSITIVE_INFINITY;
    for (int i = 0; i < ROOM.length && found == Double.POSITIVE_INFINITY; i++) {
      rounded = Math.min(slope * (1 + ROOM[i]), Double.MAX_VALUE);
      found = BackwardSums.certifiedCost(schedule, position, position + length, distance, rounded);
    }
    segments.add(new AllocationSegment(length, rounded));
    segmentsCost = Rounding.addUp(segmentsCost, found);
    position += length;
    distance = 0;
  }

  private void flush() {
    if (!segments.isEmpty()) {
      store(1);
    }
  }

  private void store(long repetitions) {
    runs.add(new AllocationRun(segments, repetitions));
    cost = Rounding.addUp(cost, AllocationChecker.repeatedCost(segmentsCost, repetitions));
    segments.clear();
    segmentsCost = 0;
  }

  /**
   * Lower bound of the least cost by weak duality. Take any sequence of slopes u ≥ 0 that, per
   * factor, never decreases. The cost of any feasible allocation is at least {@code Σ 2 u S − u² N}
   * (Lemma 5 of {@code doc-files/shift-allocation.md}). Slopes are raised where rounding would let
   * them decrease. Alternatively all earlier slopes become 0 if that loses less.
   */
  private static final class DualBound {
    /** Largest slope whose value is computed: larger ones would overflow when squared. */
    private static final double LARGEST_SLOPE = 1e150;

    private double total;
    private double previous;

    /** A segment's sums, with its start distance, and the slope to try. */
    record Piece(StepSums sums, double slope) {
      /** Lower bound of {@code 2 u S − u² N}. */
      double value(double u) {
        if (u == 0) {
          return 0;
        }
        if (sums.variance().upper() == 0) {
          return sums.shift().lower() > 0 ? Double.POSITIVE_INFINITY : 0;
        }
        if (!(u <= LARGEST_SLOPE)) {
          return -Double.MAX_VALUE;
        }
        double gain = Rounding.multiplyDown(2 * u, sums.shift().lower());
        double loss = Rounding.multiplyUp(Rounding.multiplyUp(u, u), sums.variance().upper());
        return Rounding.addDown(gain, -loss);
      }

      /** Least slope that does not decrease after a segment with the given slope. */
      double leastAfter(double earlier) {
        double factor = sums.factor().lower();
        if (earlier == 0) {
          return 0;
        }
        return factor > 0 ? Rounding.divideUp(earlier, factor) : Double.POSITIVE_INFINITY;
      }
    }

    double value() {
      return Math.max(0, total);
    }

    /** Adds pieces a number of times. */
    void add(List<Piece> pieces, long repetitions) {
      pieces.forEach(this::add);
      if (repetitions == 1) {
        return;
      }
      if (!neverDecreases(pieces)) {
        total = 0;
        previous = 0;
        return;
      }
      boolean continues = pieces.get(0).leastAfter(previous) <= pieces.get(0).slope();
      double once = 0;
      for (Piece piece : pieces) {
        once = Rounding.addDown(once, piece.value(piece.slope()));
      }
      double others = Rounding.multiplyDown(Math.nextDown((double) (repetitions - 1)), once);
      total = Rounding.addDown(continues ? total : 0, Math.max(0, others));
      previous = pieces.get(pieces.size() - 1).slope();
    }

    private void add(Piece piece) {
      double raised = Math.max(piece.slope(), piece.leastAfter(previous));
      double kept =
          raised < Double.POSITIVE_INFINITY
              ? Rounding.addDown(total, piece.value(raised))
              : Double.NEGATIVE_INFINITY;
      double alone = piece.value(piece.slope());
      boolean keep = kept >= alone;
      total = keep ? kept : alone;
      previous = keep ? raised : piece.slope();
    }

    private static boolean neverDecreases(List<Piece> pieces) {
      double before = pieces.get(pieces.size() - 1).slope();
      for (Piece piece : pieces) {
        if (!(piece.leastAfter(before) <= piece.slope())) {
          return false;
        }
        before = piece.slope();
      }
      return true;
    }
  }
}
