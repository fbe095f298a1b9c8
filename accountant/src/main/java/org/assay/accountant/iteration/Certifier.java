package org.assay.accountant.iteration;

import java.util.ArrayList;
import java.util.List;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rounding;

/**
 * Turns a hull into a certified allocation: the slopes are recomputed rigorously, rounded up until
 * {@link BackwardSums} accepts them (upper end), and made into multipliers of the dual problem
 * (lower end).
 */
final class Certifier {
  /** Relative room of the slopes: covers the check's own rounding, then ever more. */
  private static final double[] ROOM = {0x1p-48, 0x1p-46, 0x1p-43, 0x1p-40, 0x1p-34, 0x1p-27};

  private final IterationSchedule schedule;
  private final List<AllocationRun> runs = new ArrayList<>();
  private final List<AllocationSegment> once = new ArrayList<>();
  private final DualBound dual = new DualBound();
  private double distance;
  private long position;
  private double cost;

  private Certifier(IterationSchedule schedule, long start, double distance) {
    this.schedule = schedule;
    this.position = start;
    this.distance = distance;
  }

  /** An allocation from a step and a distance on, and the enclosure of the least cost. */
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
    List<AllocationSegment> segments = new ArrayList<>();
    double sum = 0;
    for (Block block : run.blocks()) {
      DualBound.Piece piece = piece(block);
      pieces.add(piece);
      double[] certified = certifiedSlope(block.length, piece.slope());
      segments.add(new AllocationSegment(block.length, certified[0]));
      sum = Rounding.addUp(sum, certified[1]);
      position += block.length;
      distance = 0;
    }
    position +=
        (run.repetitions() - 1) * segments.stream().mapToLong(AllocationSegment::length).sum();
    dual.add(pieces, run.repetitions());
    cost = Rounding.addUp(cost, AllocationChecker.repeatedCost(sum, run.repetitions()));
    store(segments, run.repetitions());
  }

  private DualBound.Piece piece(Block block) {
    StepSums start = new StepSums(Enclosure.ONE, Enclosure.exact(distance), Enclosure.ZERO);
    StepSums sums = BackwardSums.sum(schedule, position, position + block.length).after(start);
    double shift = sums.shift().upper();
    double slope = shift == 0 ? 0 : shift / sums.variance().lower();
    return new DualBound.Piece(sums, Math.min(slope, Double.MAX_VALUE));
  }

  /** The smallest of a few slopes that is certainly feasible, and its cost. */
  private double[] certifiedSlope(long length, double slope) {
    for (double room : ROOM) {
      double rounded = Math.min(slope * (1 + room), Double.MAX_VALUE);
      double found =
          BackwardSums.certifiedCost(schedule, position, position + length, distance, rounded);
      if (found < Double.POSITIVE_INFINITY) {
        return new double[] {rounded, found};
      }
    }
    return new double[] {slope, Double.POSITIVE_INFINITY};
  }

  private void store(List<AllocationSegment> segments, long repetitions) {
    if (repetitions == 1) {
      once.addAll(segments);
    } else {
      flush();
      runs.add(new AllocationRun(segments, repetitions));
    }
  }

  private void flush() {
    if (!once.isEmpty()) {
      runs.add(new AllocationRun(once, 1));
      once.clear();
    }
  }
}
