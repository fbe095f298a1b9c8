package org.assay.accountant.iteration;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.assay.accountant.internal.iteration.certificate.NoisySgdArgument;
import org.assay.accountant.internal.iteration.recoupling.RecoupledProfiles;
import org.assay.accountant.internal.iteration.starts.TwoStartTable;
import org.assay.accountant.internal.iteration.step.NoisySgdStep;
import org.assay.accountant.numeric.Enclosure;

/**
 * Candidate horizons, in steps, for {@link NoisySgdArgument.Recoupled}. A poor candidate makes the
 * bound larger, never wrong. The best horizons lie near the one at which hiding the diameter costs
 * as much as the gradients. Longer horizons than needed to forget most of the start gain nothing.
 *
 * <p>A run on a small set forgets its start within a few steps. Bounds of longer runs then hold for
 * the short run too ({@link NoisySgdStep#losesNoLessIfLonger}), and their horizons are candidates
 * as well.
 */
final class RecouplingHorizons {
  /** Lattice points of an argument for full batches. Not tuned. */
  private static final int POINTS = 120;

  /** Lattice points for random batches: more, since a point costs less there. Not tuned. */
  private static final int SAMPLED_POINTS = 160;

  /**
   * Numbers of stages that are tried for full batches. More stages mean shorter horizons. Not
   * tuned.
   */
  private static final int[] STAGES = {10, 6, 2};

  /**
   * Number of stages up to which stages are tried without room for all horizons in the run. Not
   * tuned.
   */
  private static final int MOST_FORCED_STAGES = 6;

  /**
   * Numbers of stages that are tried for random batches: fewer, as their horizons are longer. Not
   * tuned.
   */
  private static final int[] SAMPLED_STAGES = {6, 2};

  /** Horizons that are tried for the start, as multiples of the central horizon. Not tuned. */
  private static final double[] START_MULTIPLES = {0.4, 0.5, 0.65, 0.9, 1.2, 1.5, 2};

  /** Horizons that are tried in each stage, as multiples of the central horizon. Not tuned. */
  private static final double[] MULTIPLES = {0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.65, 0.9};

  /** Multiples for random batches, in stages and for the start. Not tuned. */
  private static final double[] SAMPLED_MULTIPLES = {
    0.2, 0.25, 0.3, 0.35, 0.42, 0.5, 0.6, 0.7, 0.9, 1.2, 1.7
  };

  /**
   * Further multiples in each stage for moments of large orders, to which large losses contribute
   * most. Not tuned.
   */
  private static final double[] BRIEF_MULTIPLES = {0.03, 0.05, 0.07, 0.1};

  /** Further multiples in each stage for random batches. Not tuned. */
  private static final double[] SAMPLED_BRIEF_MULTIPLES = {0.03, 0.06, 0.12};

  /** Shares of a run that are re-coupled after its other steps were composed. Not tuned. */
  private static final double[] LAST_PARTS = {0.3, 0.45, 0.6, 0.75, 0.82};

  /** Numbers of stages that are re-coupled after composition. Not tuned. */
  private static final int[] LAST_STAGES = {1, 3, 5};

  /** Factor of the lattice's reach for random batches if most steps are composed. Not tuned. */
  private static final float FARTHER = 1.5f;

  /** Factors of the lattice's reach for longer runs, whose losses are larger. Not tuned. */
  private static final float[] FARTHER_OF_LONGER = {1.25f, 1.75f};

  /** Central horizon, in steps, below which every small horizon is tried. Not tuned. */
  private static final long SMALL_CENTER = 15;

  /** The largest of the small horizons, in steps. Not tuned. */
  private static final long MOST_BRIEF = 6;

  /** Numbers of stages with small horizons. Not tuned. */
  private static final int[] BRIEF_STAGES = {10, 6, 3};

  /**
   * Divisor of the number of steps that bounds the start's horizon among small horizons. Not tuned.
   */
  private static final long LARGEST_BRIEF_START = 4;

  /** Least mu of a step that samples the record at which jumps count as large. Not tuned. */
  private static final double LARGE_JUMP = 1;

  /**
   * Horizons of the start for random batches with large jumps, as multiples of the central horizon.
   * Not tuned.
   */
  private static final double[] SPARSE_STARTS = {0.16, 0.25, 0.35, 0.5, 0.7, 1, 1.4};

  /**
   * Horizons in each stage for random batches with large jumps, as multiples of the central
   * horizon. Not tuned.
   */
  private static final double[] SPARSE_STAGES = {0.04, 0.08, 0.12, 0.2, 0.33, 0.5};

  /**
   * Squared mu of the rest of the diameter at which most of the start counts as forgotten. Not
   * tuned.
   */
  private static final double FORGOTTEN = 1.4;

  /**
   * Largest squared mu at the run's end with which re-coupling is tried. A run above it remembers
   * its start. Not tuned.
   */
  private static final double REMEMBERED = 10;

  /** Least expected number of samples of the record in a horizon. Not tuned. */
  private static final double FEWEST_SAMPLED = 1;

  /**
   * Total contraction above which the table of two starts is not used, as the table assumes none.
   * Not tuned.
   */
  private static final double CONTRACTED = 0.02;

  /** Length of a longer run, in central horizons: all stages fit. Not tuned. */
  private static final long CENTERS = 12;

  private final NoisySgdStep step;

  /** Largest sum of all horizons, in steps. */
  private final long steps;

  /** Whether horizons for very large losses are tried as well. */
  private final boolean brief;

  private RecouplingHorizons(NoisySgdStep step, long steps, boolean brief) {
    this.step = step;
    this.steps = steps;
    this.brief = brief;
  }

  /** Candidates for the losses that matter at a delta. */
  static RecouplingHorizons forLosses(NoisySgdStep step) {
    return new RecouplingHorizons(step, step.settings().steps(), false);
  }

  /**
   * Candidates for moments of large orders. These moments depend on very unlikely outcomes only,
   * which come from distances that a few steps hide.
   */
  static RecouplingHorizons forMoments(NoisySgdStep step) {
    return new RecouplingHorizons(step, step.settings().steps(), true);
  }

  /** Whether the run is long enough to forget its start, or its steps are computed one by one. */
  boolean mayHelp() {
    return hidden(steps()) <= REMEMBERED || RecoupledProfiles.followsSteps(step);
  }

  /**
   * Arguments whose lattice ends at a loss.
   *
   * @param largestLoss the last loss of the lattice
   * @param horizon the horizon at which the split of noise is best
   */
  List<NoisySgdArgument.Recoupled> upTo(double largestLoss, long horizon) {
    int points = step.isFullBatch() ? POINTS : SAMPLED_POINTS;
    float spacing = (float) (largestLoss / points);
    if (!(spacing >= Float.MIN_NORMAL)) {
      return List.of();
    }
    List<NoisySgdArgument.Recoupled> found = new ArrayList<>(within(spacing, points, horizon));
    for (float farther : step.isFullBatch() ? FARTHER_OF_LONGER : new float[] {1}) {
      longer(farther * spacing, points).stream()
          .filter(argument -> !found.contains(argument))
          .forEach(found::add);
    }
    return found;
  }

  /** Arguments of longer runs, for sets so small that a run forgets its start in a few steps. */
  private List<NoisySgdArgument.Recoupled> longer(float spacing, int points) {
    long center = forgetting(SMALL_CENTER);
    long enough = CENTERS * Math.max(MOST_BRIEF, center);
    if (!(step.losesNoLessIfLonger() && center < SMALL_CENTER && steps < enough)) {
      return List.of();
    }
    return new RecouplingHorizons(step, enough, brief)
        .within(spacing, points, enough).stream()
            .filter(argument -> argument.composed() == 0)
            .toList();
  }

  /** Arguments whose horizons fit into this object's number of steps. */
  private List<NoisySgdArgument.Recoupled> within(float spacing, int points, long horizon) {
    long center = Math.min(horizon, forgetting(horizon));
    List<NoisySgdArgument.Recoupled> found = new ArrayList<>();
    if (center < SMALL_CENTER) {
      found.addAll(briefly(spacing, points, upTo(1, MOST_BRIEF), upTo(1, MOST_BRIEF), center));
    }
    if (hasLargeJumps()) {
      found.addAll(withLargeJumps(spacing, points, center));
    }
    for (int stages : step.isFullBatch() ? STAGES : SAMPLED_STAGES) {
      boolean fits = fits(stages, center);
      if (stages > MOST_FORCED_STAGES && !fits) {
        continue;
      }
      List<Long> horizons = horizons(multiples(), center, steps() / (stages + 1));
      long rest = steps() - stages * horizons.stream().mapToLong(k -> k).max().orElse(0);
      List<Long> starts = horizons(startMultiples(), center, rest);
      if (!(starts.isEmpty() || horizons.isEmpty())) {
        found.add(
            new NoisySgdArgument.Recoupled(
                spacing, points, 0, starts, Collections.nCopies(stages, horizons)));
      }
      if (fits) {
        return found;
      }
    }
    found.addAll(afterComposition(step.isFullBatch() ? spacing : FARTHER * spacing, points));
    return found;
  }

  /** Whether a step that samples the record moves by at least one standard deviation of noise. */
  private boolean hasLargeJumps() {
    return !step.isFullBatch() && step.mu(0).upper() >= LARGE_JUMP;
  }

  private List<NoisySgdArgument.Recoupled> withLargeJumps(float spacing, int points, long center) {
    List<NoisySgdArgument.Recoupled> found =
        new ArrayList<>(
            briefly(
                spacing,
                points,
                times(SPARSE_STARTS, center),
                times(SPARSE_STAGES, center),
                center));
    if (!RecoupledProfiles.followsSteps(step)) {
      return found;
    }
    long forgotten = forgetting(steps());
    if (steps() / 2 <= forgotten) {
      found.add(new NoisySgdArgument.Recoupled(spacing, points, steps(), List.of(), List.of()));
    }
    List<Long> starts =
        times(SPARSE_STARTS, forgotten).stream().filter(start -> start <= steps()).toList();
    if (!starts.isEmpty()) {
      found.add(new NoisySgdArgument.Recoupled(spacing, points, 0, starts, List.of()));
    }
    return found;
  }

  /**
   * Arguments with small horizons, and with the usual horizons that fit. A short run gets fewer
   * stages.
   */
  private List<NoisySgdArgument.Recoupled> briefly(
      float spacing, int points, List<Long> starts, List<Long> stages, long center) {
    long longestStart = Math.max(1, steps() / LARGEST_BRIEF_START);
    List<Long> first =
        joined(starts, horizons(startMultiples(), center, longestStart), longestStart);
    List<NoisySgdArgument.Recoupled> found = new ArrayList<>();
    for (int most : BRIEF_STAGES) {
      long longest = Math.max(1, steps() / (most + 1));
      List<Long> others = joined(stages, horizons(multiples(), center, longest), longest);
      if (!(first.isEmpty() || others.isEmpty())) {
        long rest = steps() - Collections.max(first);
        int count = (int) Math.min(most, rest / Collections.max(others));
        found.add(
            new NoisySgdArgument.Recoupled(
                spacing, points, 0, first, Collections.nCopies(count, others)));
      }
      if (longest >= center) {
        break;
      }
    }
    return found;
  }

  /** The numbers of both lists that are at most a limit, in increasing order. */
  private static List<Long> joined(List<Long> some, List<Long> others, long most) {
    return Stream.concat(some.stream(), others.stream())
        .filter(horizon -> horizon <= most)
        .distinct()
        .sorted()
        .toList();
  }

  private static List<Long> upTo(long from, long to) {
    return LongStream.rangeClosed(from, to).boxed().toList();
  }

  private static List<Long> times(double[] multiples, long center) {
    return Arrays.stream(multiples)
        .mapToObj(multiple -> Math.max(1, Math.round(multiple * (double) center)))
        .toList();
  }

  /** Whether a run is long enough for all horizons of that many stages. */
  private boolean fits(int stages, long center) {
    double longest = Math.floor(largest(multiples()) * (double) center);
    double rest = (double) steps() - stages * longest;
    return longest * (stages + 1) <= (double) steps()
        && largest(startMultiples()) * (double) center <= rest;
  }

  /** Arguments for short runs: most steps are composed, and only the last steps re-coupled. */
  private List<NoisySgdArgument.Recoupled> afterComposition(float spacing, int points) {
    List<NoisySgdArgument.Recoupled> found = new ArrayList<>();
    for (double part : LAST_PARTS) {
      for (int stages : LAST_STAGES) {
        long horizon = (long) (part * (double) steps() / stages);
        if (isLongEnough(horizon) && horizon * stages < steps()) {
          List<List<Long>> last = Collections.nCopies(stages, List.of(horizon));
          long composed = steps() - horizon * stages;
          found.add(new NoisySgdArgument.Recoupled(spacing, points, composed, List.of(), last));
        }
      }
    }
    return found;
  }

  private double hidden(long horizon) {
    return step.hiddenSquare(step.settings().diameterOverNoise(), (double) horizon).upper();
  }

  /** The smallest horizon that forgets most of the diameter, or the largest horizon allowed. */
  private long forgetting(long most) {
    long low = 0;
    long high = most;
    while (high - low > 1) {
      long middle = low + (high - low) / 2;
      if (hidden(middle) <= FORGOTTEN) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return high;
  }

  private static double largest(double[] multiples) {
    return multiples[multiples.length - 1];
  }

  /**
   * Multiples of the central horizon that are short enough; a central horizon that is too long is
   * shortened.
   */
  private List<Long> horizons(double[] multiples, long center, long longest) {
    double fitting = (double) Math.min(center, longest);
    List<Long> horizons = new ArrayList<>();
    for (double multiple : multiples) {
      long horizon = fewest((long) (multiple * fitting));
      if (horizon <= longest && isLongEnough(horizon) && !horizons.contains(horizon)) {
        horizons.add(horizon);
      }
    }
    return horizons;
  }

  /**
   * The fewest steps that forget the start equally well by the table of two starts, where the table
   * applies.
   */
  private long fewest(long horizon) {
    Enclosure growth = step.contractionMinusOne();
    boolean contracts = -growth.lower() * (double) horizon > CONTRACTED;
    return step.isFullBatch() || contracts || growth.upper() > 0
        ? horizon
        : TwoStartTable.shipped().fewest(step.settings().diameterOverNoise().upper(), horizon);
  }

  private long steps() {
    return steps;
  }

  private boolean isLongEnough(long horizon) {
    double sampled = step.share().upper() * (double) horizon;
    return horizon >= 1 && (step.isFullBatch() || sampled >= FEWEST_SAMPLED);
  }

  private double[] startMultiples() {
    return step.isFullBatch() ? START_MULTIPLES : SAMPLED_MULTIPLES;
  }

  private double[] multiples() {
    double[] usual = step.isFullBatch() ? MULTIPLES : SAMPLED_MULTIPLES;
    double[] shorter = step.isFullBatch() ? BRIEF_MULTIPLES : SAMPLED_BRIEF_MULTIPLES;
    return brief
        ? DoubleStream.concat(Arrays.stream(shorter), Arrays.stream(usual)).toArray()
        : usual;
  }
}
