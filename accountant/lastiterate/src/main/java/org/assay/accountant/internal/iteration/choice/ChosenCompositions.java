package org.assay.accountant.internal.iteration.choice;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.assay.accountant.internal.divergence.GaussianMechanism;
import org.assay.accountant.numeric.Rounding;

/**
 * Profiles of many steps along batches of a fixed size, in which one record is replaced, where
 * every step may have a pair of its own: {@code (1−q)N(0) + qN(m)} and {@code (1−q)N(0) + qN(m′)}
 * with 0, m and m′ in some ball of diameter mu. A pair that dominates all of them would be worse
 * than each of them in every step. Proof: {@code doc-files/chosen-pairs.md}.
 */
public final class ChosenCompositions {
  /** Points of the lattice per standard deviation of a step's loss. */
  private static final double RESOLUTION = 10;

  /** With fewer points a composition loses more than it gains. */
  private static final double LEAST_RESOLUTION = 2.5;

  /** Points of the lattice of one step, some more or less. */
  private static final int MOST_POINTS = 1200;

  /** Where the profile of one step is so small its lattice ends. */
  private static final double END = 1e-21;

  /** The smallest spacing whose exponential still has twenty binary digits besides one. */
  private static final double SMALLEST_SPACING = 1e-9;

  /** One step has a pair that dominates all, and no smaller bound. */
  private static final long FEWEST = 2;

  /** Rows of the first level, which are costly. */
  private static final int FIRST_ROWS = 64;

  /** Steps that tell more than this are not bounded. It is a squared mu. */
  private static final double LARGEST_MOMENT = 100;

  private static final int MOST_ROWS = 256;

  /** A step of a level is so many of the level before. */
  private static final int STEPS_PER_LEVEL = 4;

  /** How many levels before it the steps of a level are composed of, at most. */
  private static final int LEVELS_BACK = 3;

  /** Standard deviations that a lattice reaches. */
  private static final double DEVIATIONS = 9;

  /** Gains below this share are left to compositions of the dominating pair. */
  private static final double WORTHWHILE = 0.985;

  /** Where losses are so large, hardly any step is without a sample that tells all. */
  private static final double LARGEST_MU = 4;

  /** The last few are kept, as a bound, its certificate and other numbers of steps ask again. */
  private static final int KEPT = 4;

  private record Pair(double share, double mu) {}

  private static final Map<Pair, Optional<ChosenCompositions>> KNOWN = new LinkedHashMap<>();

  private final double logSecondMoment;
  private final ChoiceProfile oneStep;
  private final Map<Integer, Level> levels = new ConcurrentHashMap<>();

  private ChosenCompositions(ChoiceProfile oneStep, double chiSquare) {
    this.oneStep = oneStep;
    this.logSecondMoment = Math.log1p(chiSquare) * (1 + 1e-14);
  }

  /**
   * Compositions of a step.
   *
   * @param share q, the probability that a record is drawn
   * @param mu the diameter of a ball that contains the three means, in noises of a step, above 0
   * @return nothing where they are too costly, or hardly better than those of the dominating pair
   */
  public static Optional<ChosenCompositions> of(double share, double mu) {
    if (!(share > 0 && share < 1 && mu > 0 && mu < LARGEST_MU)) {
      return Optional.empty();
    }
    return known(new Pair(share, mu));
  }

  private static synchronized Optional<ChosenCompositions> known(Pair pair) {
    Optional<ChosenCompositions> known = KNOWN.remove(pair);
    Optional<ChosenCompositions> found = known == null ? found(pair.share(), pair.mu()) : known;
    KNOWN.put(pair, found);
    if (KNOWN.size() > KEPT) {
      KNOWN.remove(KNOWN.keySet().iterator().next());
    }
    return found;
  }

  private static Optional<ChosenCompositions> found(double share, double mu) {
    double chiSquare = TriangleChiSquare.largest(share, mu);
    double deviation = Math.sqrt(chiSquare);
    double spacing = (float) Math.max(deviation / RESOLUTION, largestLoss(share, mu) / MOST_POINTS);
    if (!(spacing > SMALLEST_SPACING && spacing < deviation / LEAST_RESOLUTION)) {
      return Optional.empty();
    }
    ChoiceProfile oneStep = oneStep(share, mu, spacing);
    return ChoiceStep.of(oneStep, chiSquare).saved() < WORTHWHILE
        ? Optional.of(new ChosenCompositions(oneStep, chiSquare))
        : Optional.empty();
  }

  /** About where the profile of one step ends. */
  private static double largestLoss(double share, double mu) {
    double loss = share * mu;
    while (oneStep(share, mu, loss, 1) > END) {
      loss *= 1.05;
    }
    return loss;
  }

  /** H_s of the mixture and the normal law is q H_t of two normal laws, t = 1 + (s − 1)/q. */
  private static double oneStep(double share, double mu, double spacing, int point) {
    double excess = Rounding.divideDown(Rounding.expm1Down(point * spacing), share);
    double loss = Math.max(0, Rounding.log1pDown(excess));
    double log = GaussianMechanism.logDelta(mu, loss).upper();
    return Rounding.multiplyUp(share, Rounding.expUp(log));
  }

  private static ChoiceProfile oneStep(double share, double mu, double spacing) {
    int last = (int) Math.ceil(largestLoss(share, mu) / spacing);
    double[] values = new double[last + 1];
    Arrays.setAll(values, j -> oneStep(share, mu, spacing, j));
    return new ChoiceProfile(spacing, values);
  }

  /**
   * Upper bounds of the logarithm of delta, in either direction.
   *
   * @param count the number of steps
   * @param losses at least 0
   * @return a bound for each, or nothing where there are too few steps
   */
  public Optional<double[]> logDeltas(long count, double[] losses) {
    return profile(count)
        .map(profile -> Arrays.stream(losses).map(loss -> logDelta(profile, loss)).toArray());
  }

  private static double logDelta(ChoiceProfile profile, double loss) {
    return Math.min(0, Rounding.logUp(profile.at(loss)));
  }

  /**
   * Upper bound of epsilon at a delta, in either direction.
   *
   * @param count the number of steps
   * @param delta strictly between 0 and 1
   * @return the bound, infinite where there are too few steps or delta is too small
   */
  public double epsilon(long count, double delta) {
    return profile(count).map(profile -> profile.lossAt(delta)).orElse(Double.POSITIVE_INFINITY);
  }

  private Optional<ChoiceProfile> profile(long count) {
    if (count < FEWEST || !(logSecondMoment * (double) count < LARGEST_MOMENT)) {
      return Optional.empty();
    }
    int number = 0;
    long rows = count;
    long size = 1;
    while (rows > (number == 0 ? FIRST_ROWS : MOST_ROWS)) {
      number++;
      size *= STEPS_PER_LEVEL;
      rows = (count - 1) / size + 1;
    }
    return Optional.of(level(number).row((int) rows));
  }

  private Level level(int number) {
    Level known = levels.get(number);
    if (known == null) {
      known = newLevel(number);
      Level other = levels.putIfAbsent(number, known);
      known = other == null ? known : other;
    }
    return known;
  }

  private Level newLevel(int number) {
    if (number == 0) {
      return new Level(oneStep, logSecondMoment, FIRST_ROWS);
    }
    int back = Math.min(number, LEVELS_BACK);
    int rows = (int) Math.pow(STEPS_PER_LEVEL, back);
    ChoiceProfile steps = level(number - back).row(rows).coarser(1 << back);
    return new Level(steps, logSecondMoment * Math.pow(STEPS_PER_LEVEL, number), MOST_ROWS);
  }

  /** Steps of one size, and what more and more of them prove. */
  private static final class Level {
    private final ChoiceStep step;
    private final List<ChoiceProfile> rows = new ArrayList<>();

    /**
     * With a lattice for some number of rows, beyond which rows are bounded by their last value.
     */
    Level(ChoiceProfile profile, double logSecondMoment, int mostRows) {
      this.step = ChoiceStep.of(profile, Math.expm1(logSecondMoment) * (1 + 1e-12));
      double square = mostRows * logSecondMoment;
      double farthest = square / 2 + DEVIATIONS * Math.sqrt(square);
      int last = (int) (step.reach() + farthest / profile.spacing());
      rows.add(ChoiceProfile.ofEqualLaws(profile.spacing(), last));
    }

    synchronized ChoiceProfile row(int number) {
      while (rows.size() <= number) {
        rows.add(step.before(rows.get(rows.size() - 1)));
      }
      return rows.get(number);
    }
  }
}
