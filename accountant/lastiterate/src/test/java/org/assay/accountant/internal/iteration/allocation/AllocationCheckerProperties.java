package org.assay.accountant.internal.iteration.allocation;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Certificates that were tampered with are rejected. */
class AllocationCheckerProperties {
  private static final double LESS = 1 - 1e-6;

  @Property(seed = "20200504")
  void rejectsCheaperSlopesAndClaims(
      @ForAll @IntRange(min = 1, max = 3) int stretches, @ForAll long seed) {
    Random random = new Random(seed);
    ShiftAllocation found = allocation(random, stretches);
    AllocationCertificate honest = found.certificate();
    AllocationChecker.check(honest);
    int run = random.nextInt(honest.allocation().size());
    List<AllocationSegment> segments = new ArrayList<>(honest.allocation().get(run).segments());
    int changed = random.nextInt(segments.size());
    AllocationSegment segment = segments.get(changed);
    assertRejected(with(honest, honest.allocation(), honest.squaredMu() * LESS));
    if (segment.slope() > 0) {
      segments.set(changed, new AllocationSegment(segment.length(), segment.slope() * LESS));
      List<AllocationRun> runs = new ArrayList<>(honest.allocation());
      runs.set(run, new AllocationRun(segments, runs.get(run).repetitions()));
      assertRejected(with(honest, runs, honest.squaredMu()));
    }
  }

  @Property(seed = "20200504")
  void rejectsMissingAndSurplusSteps(
      @ForAll @IntRange(min = 1, max = 3) int stretches, @ForAll long seed) {
    AllocationCertificate honest = allocation(new Random(seed), stretches).certificate();
    List<AllocationRun> fewer = honest.allocation().subList(0, honest.allocation().size() - 1);
    List<AllocationRun> more = new ArrayList<>(honest.allocation());
    more.add(new AllocationRun(List.of(new AllocationSegment(1, 1)), 1));
    if (!fewer.isEmpty()) {
      assertRejected(with(honest, fewer, Double.POSITIVE_INFINITY));
    }
    assertRejected(with(honest, more, Double.POSITIVE_INFINITY));
  }

  /** A moved boundary or an invented slope proves no cost below the least cost. */
  @Property(seed = "20200504")
  void nothingThatPassesIsBelowTheLeastCost(
      @ForAll @IntRange(min = 1, max = 3) int stretches, @ForAll long seed) {
    Random random = new Random(seed);
    ShiftAllocation found = allocation(random, stretches);
    AllocationCertificate honest = found.certificate();
    long first = 1 + random.nextLong(honest.schedule().steps() - 1);
    long second = honest.schedule().steps() - first;
    double slope = honest.allocation().get(0).segments().get(0).slope();
    AllocationSegment head = new AllocationSegment(first, slope * 10 * random.nextDouble());
    AllocationSegment tail = new AllocationSegment(second, slope * 10 * random.nextDouble());
    AllocationCertificate invented =
        with(honest, List.of(new AllocationRun(List.of(head, tail), 1)), Double.POSITIVE_INFINITY);
    try {
      double proved = AllocationChecker.check(invented);
      assertTrue(proved >= found.squaredMu().lower());
    } catch (IllegalArgumentException rejected) {
      assertTrue(rejected.toString().contains("squaredMu was"));
    }
  }

  @Property(seed = "20200504")
  void rejectsUnjustifiedStarts(
      @ForAll @IntRange(min = 1, max = 3) int stretches, @ForAll long seed) {
    Random random = new Random(seed);
    IterationSchedule schedule = RandomSchedules.compressed(random, stretches, 20);
    double diameter = 0.1 + random.nextDouble();
    AllocationCertificate late =
        AmplificationByIteration.allocation(
                schedule,
                0,
                diameter,
                IterationBranch.FROM_THE_DIAMETER,
                schedule.steps() - 1,
                diameter)
            .certificate();
    assertRejected(started(late, IterationBranch.FROM_THE_START, late.startStep(), diameter));
    assertRejected(
        started(late, IterationBranch.FROM_THE_DIAMETER, late.startStep(), diameter * LESS));
    assertRejected(started(late, IterationBranch.FROM_THE_DIAMETER, schedule.steps(), diameter));
    assertRejected(started(late, IterationBranch.FROM_THE_DIAMETER, -1, diameter));
    assertRejected(started(late, IterationBranch.FROM_THE_DIAMETER, late.startStep(), Double.NaN));
  }

  private static ShiftAllocation allocation(Random random, int stretches) {
    ShiftAllocation found =
        AmplificationByIteration.fromCommonStart(RandomSchedules.compressed(random, stretches, 40));
    double cost = found.squaredMu().upper();
    Assume.that(cost > 0 && cost < Double.POSITIVE_INFINITY);
    return found;
  }

  private static AllocationCertificate with(
      AllocationCertificate honest, List<AllocationRun> runs, double claim) {
    return new AllocationCertificate(
        honest.schedule(),
        honest.initialDistance(),
        honest.diameter(),
        honest.branch(),
        honest.startStep(),
        honest.startDistance(),
        runs,
        claim);
  }

  private static AllocationCertificate started(
      AllocationCertificate honest, IterationBranch branch, long step, double distance) {
    return new AllocationCertificate(
        honest.schedule(),
        honest.initialDistance(),
        honest.diameter(),
        branch,
        step,
        distance,
        honest.allocation(),
        Double.POSITIVE_INFINITY);
  }

  private static void assertRejected(AllocationCertificate tampered) {
    assertThrows(IllegalArgumentException.class, () -> AllocationChecker.check(tampered));
  }
}
