package org.assay.accountant.internal.iteration.recoupling;

import java.lang.ref.SoftReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.internal.iteration.step.NoisySgdStep;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.AdjacencyRelation;

/**
 * Upper bounds of H_γ between runs on neighbouring data from any two points of a set, in both
 * directions, by tilted reflection: {@code doc-files/two-data.md}. A bound does not depend on the
 * number of steps. The last bounds are kept in memory, because certificates and runs with another
 * number of steps ask for them again.
 */
final class TwoDataBound {
  /** Number of bounds that are kept in memory. Not tuned. */
  private static final int KEPT = 8;

  /** The first row: number of blocks over the squared diameter in noises of a block. Not tuned. */
  private static final double FIRST = 0.03;

  /** The last row, in the unit of {@link #FIRST}: later rows gain little. Not tuned. */
  private static final double LAST = 0.55;

  /** The last row if single steps are followed, in the unit of {@link #FIRST}. Not tuned. */
  private static final double LAST_OF_JUMPS = 1.2;

  /** The settings on which compositions of random batches depend, besides the share. */
  private record Pair(NoisySgdSampling sampling, AdjacencyRelation adjacency, Enclosure mu) {}

  /**
   * The settings on which bounds depend.
   *
   * @param pair of one step; empty for full batches, whose bounds depend on the growth only
   */
  private record Question(
      DistanceGrowth growth, Optional<Pair> pair, TwoDataLattice.Resolution resolution) {}

  /** Bounds after a number of blocks. */
  private static final class Row {
    /** Bounds from the largest distance. A bound for fewer blocks holds for more blocks too. */
    private final double[] limit;

    /** Bounds from one point, if single steps are followed. */
    private final double[] together;

    Row(double[] limit, double[] together) {
      this.limit = limit;
      this.together = together;
    }
  }

  private static final double[] NOTHING = {};

  private static final Map<Question, TwoDataBound> KNOWN = new LinkedHashMap<>();

  private final TwoDataLattice lattice;
  private final TwoDataProfiles profiles;
  private final int first;

  /** Index of the last row; rows up to it are computed when a bound asks for them. */
  private final int last;

  /** Rows by number of blocks, from the first number on. */
  private final List<Row> rows = new ArrayList<>();

  /** The recursion after the last row: large, and can be computed again. */
  private SoftReference<TwoDataRecursion> recursion = new SoftReference<>(null);

  private TwoDataBound(TwoDataLattice lattice, TwoDataProfiles profiles) {
    this.lattice = lattice;
    this.profiles = profiles;
    double square = Math.pow(lattice.cell() * lattice.cells(), 2);
    boolean alone = lattice.shifts().isRevealed();
    this.first = alone ? 1 : Math.max(1, (int) (FIRST * square));
    this.last = Math.max(first, (int) Math.ceil((alone ? LAST_OF_JUMPS : LAST) * square));
  }

  /**
   * The row of a number of blocks that is at least the first one; the last row if there is none.
   */
  private synchronized Row row(int blocks) {
    int index = Math.min(blocks, last) - first;
    if (index < rows.size()) {
      return rows.get(index);
    }
    TwoDataRecursion known = recursion.get();
    TwoDataRecursion next = known == null ? again() : known;
    // The recursion is forgotten first: if a step fails half way, no later call may continue it.
    recursion.clear();
    while (rows.size() <= index) {
      if (!rows.isEmpty()) {
        next.advance();
      }
      double[] limit = next.atLimit();
      double[] bounds = rows.isEmpty() ? limit : smaller(rows.get(rows.size() - 1).limit, limit);
      rows.add(new Row(bounds, lattice.shifts().isRevealed() ? next.together() : NOTHING));
    }
    if (index < last - first) {
      recursion = new SoftReference<>(next);
    }
    return rows.get(index);
  }

  /** The recursion, computed again up to the last known row. */
  private TwoDataRecursion again() {
    TwoDataRecursion from = new TwoDataRecursion(lattice, profiles, first);
    for (int i = 1; i < rows.size(); i++) {
      from.advance();
    }
    return from;
  }

  private static double[] smaller(double[] before, double[] after) {
    double[] result = new double[after.length];
    Arrays.setAll(result, i -> Math.min(before[i], after[i]));
    return result;
  }

  /**
   * The bounds of a run; empty if its settings are out of the range of the lattice.
   *
   * @param step the run's
   * @param resolution of the lattice; with a rough one the results are estimates, not bounds
   */
  static Optional<TwoDataBound> of(NoisySgdStep step, TwoDataLattice.Resolution resolution) {
    DistanceGrowth growth = DistanceGrowth.of(step);
    if (!TwoDataLattice.covers(growth)) {
      return Optional.empty();
    }
    if (growth.isCertain()) {
      return Optional.of(of(growth, resolution));
    }
    NoisySgd run = step.settings();
    Pair pair = new Pair(run.sampling(), run.adjacency(), step.mu(0));
    // Estimates are too rough for compositions of a few large jumps.
    TwoDataLattice.Resolution chosen =
        TwoDataLattice.reveals(growth) ? TwoDataLattice.Resolution.FINE : resolution;
    return Optional.of(
        known(
            new Question(growth, Optional.of(pair), chosen),
            lattice -> new SampledTwoDataProfiles(lattice, growth, chosen.compositions(step))));
  }

  /** The bounds of full batches. */
  static TwoDataBound of(DistanceGrowth growth, TwoDataLattice.Resolution resolution) {
    Question question = new Question(growth, Optional.empty(), resolution);
    return known(question, lattice -> new GaussianTwoDataProfiles(lattice, growth));
  }

  private static synchronized TwoDataBound known(
      Question question, Function<TwoDataLattice, TwoDataProfiles> profiles) {
    TwoDataBound bound = KNOWN.remove(question);
    TwoDataBound found = bound == null ? found(question, profiles) : bound;
    KNOWN.put(question, found);
    if (KNOWN.size() > KEPT) {
      KNOWN.remove(KNOWN.keySet().iterator().next());
    }
    return found;
  }

  private static TwoDataBound found(
      Question question, Function<TwoDataLattice, TwoDataProfiles> profiles) {
    TwoDataLattice lattice = TwoDataLattice.of(question.growth(), question.resolution());
    return new TwoDataBound(lattice, profiles.apply(lattice));
  }

  /**
   * Upper bound after at least the given number of steps, at a loss of at least 0: the chord
   * between the neighbouring losses of the lattice.
   */
  double bound(long steps, double loss) {
    long blocks = Math.min(last, steps / lattice.steps());
    if (blocks < first) {
      return 1;
    }
    return between(row((int) blocks).limit, loss);
  }

  /**
   * Upper bound after at most the given number of steps from one point, at a loss of at least 0.
   * The bound is 1 where single steps are not followed.
   */
  double together(long steps, double loss) {
    if (!lattice.shifts().isRevealed() || steps < first) {
      return 1;
    }
    return steps <= last
        ? between(togetherAfter((int) steps), loss)
        : Math.max(between(togetherAfter(last), loss), bound(steps, loss));
  }

  private double[] togetherAfter(int blocks) {
    return row(blocks).together;
  }

  private double between(double[] values, double loss) {
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

  /**
   * Profiles of random batches: compositions of the pairs of their steps, and their triangle with
   * the Gaussian mechanism that hides a distance on the same data. Two runs that have met may part
   * again in the rest of their block. So all profiles contain the composition of one more block,
   * unless both runs know which steps sample the record.
   */
  static final class SampledTwoDataProfiles extends TwoDataProfiles {
    /**
     * Binary digits to which numbers of blocks are rounded before composition: bounds the time. Not
     * tuned.
     */
    private static final int DIGITS = 5;

    private final DistanceGrowth growth;
    private final RecoupledProfiles.Compositions compositions;
    private final double[] losses;
    private final Map<Integer, double[]> kept = new ConcurrentHashMap<>();

    SampledTwoDataProfiles(
        TwoDataLattice lattice,
        DistanceGrowth growth,
        RecoupledProfiles.Compositions compositions) {
      super(lattice);
      this.growth = growth;
      this.compositions = compositions;
      this.losses = new double[lattice.losses()];
      Arrays.setAll(losses, l -> l * lattice.spacing());
    }

    /** Composition of more steps is a bound for fewer, so their number may be rounded up. */
    @Override
    double[] composed(int blocks) {
      if (lattice.shifts().isRevealed() && blocks > TwoDataLattice.COMPOSED_JUMPS) {
        double[] nothing = new double[losses.length];
        Arrays.fill(nothing, 1);
        return nothing;
      }
      int unit = Math.max(1, Integer.highestOneBit(blocks) >> (DIGITS - 1));
      int rounded = (blocks + unit - 1) / unit * unit;
      return kept.computeIfAbsent(
          rounded,
          number -> {
            double[] logs = compositions.logDeltas((long) lattice.steps(number), losses);
            return Arrays.stream(logs).map(log -> Math.min(1, Rounding.expUp(log))).toArray();
          });
    }

    @Override
    double[] hidden(int place, int blocks) {
      int farthest = place + Math.max(0, (int) Math.ceil(lattice.shifts().owed()));
      double mu =
          growth
              .hidingMu(
                  lattice.distance(Math.min(lattice.cells(), farthest)), lattice.steps(blocks))
              .upper();
      double[] hiding = GaussianTwoDataProfiles.profile(lattice, mu);
      double[] composed = met(blocks);
      double never = lattice.shifts().never();
      double[] bounds = new double[composed.length];
      for (int l = 0; l < bounds.length; l++) {
        double best = 1;
        for (int m = 0; m <= l; m++) {
          double power = Math.exp(losses[m]);
          best = Math.min(best, composed[m] + power * hiding[l - m]);
          best = Math.min(best, hiding[m] + power * composed[l - m]);
        }
        bounds[l] = Math.min(1, best * RAISED + never);
      }
      return bounds;
    }

    @Override
    boolean hidesEasily() {
      return false;
    }

    @Override
    double[] met(int blocks) {
      return composed(lattice.shifts().isRevealed() ? blocks : blocks + 1);
    }
  }
}
