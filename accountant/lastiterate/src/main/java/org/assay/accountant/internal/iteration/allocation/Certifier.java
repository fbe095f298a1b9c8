package org.assay.accountant.internal.iteration.allocation;

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

  /** The smallest of a few slopes that is certainly feasible. */
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
}
