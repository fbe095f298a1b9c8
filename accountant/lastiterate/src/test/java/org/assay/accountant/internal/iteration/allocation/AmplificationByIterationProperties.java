package org.assay.accountant.internal.iteration.allocation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;
import org.assay.accountant.numeric.Enclosure;

/** Properties of the cheapest allocation, on schedules with every kind of step. */
class AmplificationByIterationProperties {
  private static final Enclosure INFINITE = Enclosure.exact(Double.POSITIVE_INFINITY);

  @Property(seed = "20200504")
  void equalsTheLeastCostOverAllActiveSets(
      @ForAll @IntRange(min = 1, max = 9) int steps, @ForAll long seed) {
    Random random = new Random(seed);
    IterationSchedule schedule = RandomSchedules.list(random, steps);
    double distance = random.nextInt(3) == 0 ? 5 * random.nextDouble() : 0;
    double least = ActiveSets.leastCost(schedule, distance);
    Enclosure found = AmplificationByIteration.fromDistance(schedule, distance).squaredMu();
    assertClose(least, found, schedule);
  }

  private static void assertClose(double expected, Enclosure found, Object schedule) {
    if (expected == 0 || expected == Double.POSITIVE_INFINITY) {
      assertEquals(Enclosure.exact(expected), found, schedule::toString);
    } else {
      assertEquals(1, found.lower() / expected, 1e-9, schedule::toString);
      assertEquals(1, found.upper() / expected, 1e-9, schedule::toString);
    }
  }

  @Tag("slow")
  @Property(seed = "20200504")
  void compressedEqualsExpanded(
      @ForAll @IntRange(min = 1, max = 3) int stretches, @ForAll long seed) {
    Random random = new Random(seed);
    IterationSchedule schedule = RandomSchedules.compressed(random, stretches, 40);
    IterationSchedule expanded = RandomSchedules.expanded(schedule);
    double distance = random.nextInt(3) == 0 ? 30 * random.nextDouble() : 0;
    ShiftAllocation found = AmplificationByIteration.fromDistance(schedule, distance);
    ShiftAllocation reference = AmplificationByIteration.fromDistance(expanded, distance);
    assertSame(reference.squaredMu(), found.squaredMu());
    assertEquals(found.squaredMu().upper(), AllocationChecker.check(found.certificate()));
    if (found.squaredMu().upper() < Double.POSITIVE_INFINITY) {
      double largest = 0;
      for (long t = 0; t < schedule.steps(); t++) {
        largest = Math.max(largest, Allocations.absorbed(reference, t).upper());
      }
      for (long t = 0; t < schedule.steps(); t++) {
        assertEquals(
            Allocations.absorbed(reference, t).midpoint(),
            Allocations.absorbed(found, t).midpoint(),
            1e-7 * largest);
      }
    }
  }

  private static void assertSame(Enclosure reference, Enclosure found) {
    if (reference.equals(INFINITE) || reference.equals(Enclosure.ZERO)) {
      assertEquals(reference, found);
      return;
    }
    assertTrue(found.relativeWidth() < 1e-11, found::toString);
    assertTrue(reference.relativeWidth() < 1e-11, reference::toString);
    assertTrue(found.lower() <= reference.upper() && reference.lower() <= found.upper());
  }

  /**
   * The recursion itself, in plain floating point: distances are never negative, and 0 at the end.
   */
  @Property(seed = "20200504")
  void allocationAbsorbsEverything(
      @ForAll @IntRange(min = 1, max = 60) int steps, @ForAll long seed) {
    Random random = new Random(seed);
    IterationSchedule schedule =
        RandomSchedules.list(random, steps)
            .then(IterationSchedule.periodic(List.of(new NoisyIteration(0, 1, 1)), 1));
    double distance = random.nextDouble();
    ShiftAllocation found = AmplificationByIteration.fromDistance(schedule, distance);
    double z = distance;
    double cost = 0;
    double scale = 0;
    for (long t = 0; t < schedule.steps(); t++) {
      NoisyIteration step = Allocations.step(schedule, t);
      double a = Allocations.absorbed(found, t).midpoint();
      scale = Math.max(step.contraction() * scale, step.contraction() * z + step.shift());
      z = step.contraction() * z + step.shift() - a;
      assertTrue(z >= -1e-12 * scale, "z = " + z);
      cost += a == 0 ? 0 : Math.pow(a / step.noiseStandardDeviation(), 2);
    }
    assertEquals(0, z, 1e-12 * scale);
    assertEquals(1, cost / found.squaredMu().midpoint(), 1e-11);
  }

  @Property(seed = "20200504")
  void moreNoiseSmallerShiftsAndSmallerSetsNeverCost(
      @ForAll @IntRange(min = 2, max = 30) int steps, @ForAll long seed) {
    Random random = new Random(seed);
    IterationSchedule schedule = RandomSchedules.compressed(random, 2, steps);
    long changed = random.nextLong(schedule.steps());
    List<NoisyIteration> better = new ArrayList<>();
    for (long t = 0; t < schedule.steps(); t++) {
      NoisyIteration step = Allocations.step(schedule, t);
      better.add(
          t != changed
              ? step
              : new NoisyIteration(
                  step.shift() * 0.7,
                  step.noiseStandardDeviation() * 1.3,
                  step.contraction() * 0.9));
    }
    double diameter = 3 * random.nextDouble() + 0.1;
    double original =
        AmplificationByIteration.onBoundedSet(schedule, 0, diameter).squaredMu().upper();
    IterationSchedule improved = IterationSchedule.periodic(better, 1);
    double improvedCost =
        AmplificationByIteration.onBoundedSet(improved, 0, diameter).squaredMu().lower();
    assertTrue(improvedCost <= original, improvedCost + " > " + original);
    double smallerSet =
        AmplificationByIteration.onBoundedSet(schedule, 0, diameter * 0.8).squaredMu().lower();
    assertTrue(smallerSet <= original, smallerSet + " > " + original);
  }

  /** Every start by brute force, on schedules with every kind of step. */
  @Property(seed = "20200504", tries = 200)
  void findsTheCheapestStart(@ForAll @IntRange(min = 1, max = 12) int steps, @ForAll long seed) {
    Random random = new Random(seed);
    IterationSchedule schedule = RandomSchedules.compressed(random, 2, steps);
    double diameter = 2 * random.nextDouble() + 0.1;
    double least = AmplificationByIteration.fromCommonStart(schedule).squaredMu().upper();
    for (long start = 0; start < schedule.steps(); start++) {
      ShiftAllocation allocation =
          AmplificationByIteration.allocation(
              schedule, 0, diameter, IterationBranch.FROM_THE_DIAMETER, start, diameter);
      least = Math.min(least, allocation.squaredMu().upper());
    }
    double found = AmplificationByIteration.onBoundedSet(schedule, 0, diameter).squaredMu().upper();
    assertTrue(found == least || found <= least * (1 + 1e-12), found + " > " + least);
  }
}
