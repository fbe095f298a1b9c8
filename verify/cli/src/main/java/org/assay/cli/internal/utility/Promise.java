package org.assay.cli.internal.utility;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assay.accountant.accounting.TightestBound;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.algorithms.internal.optimize.onepass.SnowballBatches;

/**
 * What a theorem says about how the excess loss of an algorithm depends on n and d, up to constant
 * factors and logarithms of delta.
 *
 * @param words the rate and where it is stated
 * @param empirical whether it is about the mean loss of the records, and not of the population
 * @param currency the budget
 * @param scene where it is measured
 * @param rate the rate
 */
record Promise(String words, boolean empirical, Currency currency, Scene scene, Rate rate) {
  /** Budget of every run, in Gaussian differential privacy, or what it implies. */
  static final double MU = 1;

  private static final double DELTA = 1e-5;
  private static final int DIGITS = 4;
  private static final AdjacencyRelation ADJACENCY = AdjacencyRelation.REPLACE_ONE;
  private static final Scene USUAL = new Scene(5, 500, 4000);

  /** Its noise drowns the gradients of fewer records, all the more on a larger set. */
  private static final Scene MANY_RECORDS = new Scene(1, 1000, 8000);

  private static final Map<String, Promise> ALL = all();

  /** A rate up to a constant factor. */
  @FunctionalInterface
  interface Rate {
    /**
     * The rate.
     *
     * @param records n
     * @param features d
     * @return a number above 0
     */
    double at(int records, int features);
  }

  /**
   * The scenes in which an algorithm is measured: one scene for most of them.
   *
   * @param radius radius of the set of models
   * @param fewest the smallest number of records, which is doubled five times
   * @param fixed number of records while d grows
   */
  record Scene(double radius, int fewest, int fixed) {}

  /** A statement that {@link #MU}-Gaussian privacy implies. */
  enum Currency {
    /** Itself. */
    GAUSSIAN,
    /** rho = mu²/2. */
    CONCENTRATED,
    /** Its epsilon at delta 1e-5. */
    APPROXIMATE;

    /**
     * The budget.
     *
     * @return what a run may spend
     */
    Guarantee target() {
      return switch (this) {
        case GAUSSIAN -> new Guarantee.Gaussian(MU, ADJACENCY);
        case CONCENTRATED -> new Guarantee.ZeroConcentrated(MU * MU / 2, ADJACENCY);
        case APPROXIMATE -> new Guarantee.Approximate(epsilon(), DELTA, ADJACENCY);
      };
    }

    /**
     * The budget in words, with its epsilon and delta.
     *
     * @return words for a caption; the epsilon is rounded up
     */
    String words() {
      String approximate = "epsilon " + shown(epsilon()) + " at delta " + DELTA;
      return switch (this) {
        case GAUSSIAN -> shown(MU) + "-GDP, which is " + approximate;
        case CONCENTRATED ->
            shown(MU * MU / 2) + "-zCDP, which " + shown(MU) + "-GDP implies (" + approximate + ")";
        case APPROXIMATE -> approximate;
      };
    }

    private static String shown(double value) {
      return new BigDecimal(value)
          .round(new MathContext(DIGITS, RoundingMode.CEILING))
          .stripTrailingZeros()
          .toPlainString();
    }

    private static double epsilon() {
      DpEvent event = DpEvent.gaussian(1 / MU, Sensitivity.unit(ADJACENCY));
      return TightestBound.of(event, ADJACENCY).epsilon(DELTA).value().upper();
    }
  }

  /**
   * The promise of an algorithm of the registry, by the theorem that its entry names. Noisy SGD
   * comes with a theorem about privacy alone; its rate is the optimal one for its problem
   * ([@BassilyFeldmanTalwarThakurta2019]).
   *
   * @param id its name
   * @return the promise; none where no theorem bounds the excess loss of the problem that the
   *     registry sets it up for, as a function of n and d
   */
  static Optional<Promise> of(String id) {
    return Optional.ofNullable(ALL.get(id));
  }

  /**
   * The algorithms with a promise.
   *
   * @return their names
   */
  static List<String> ids() {
    return List.copyOf(ALL.keySet());
  }

  private static Map<String, Promise> all() {
    Map<String, Promise> all = new LinkedHashMap<>();
    put(all, "ln T/√T for T steps", Currency.GAUSSIAN, Promise::snowball, "snowball-sgd");
    put(all, "1/√T for T steps", Currency.GAUSSIAN, Promise::decaying, "snowball-sgd-decaying");
    String optimal = "1/√n + √d/(mu n)";
    put(all, optimal, Currency.GAUSSIAN, Promise::optimal, "phased-sgd");
    put(all, optimal, Currency.GAUSSIAN, Promise::optimal, "phased-erm");
    put(all, optimal, Currency.APPROXIMATE, Promise::optimal, "minibatch-noisy-sgd");
    put(all, optimal, Currency.APPROXIMATE, Promise::optimal, "noisy-prox-gradient");
    put(all, optimal, Currency.APPROXIMATE, Promise::optimal, "objective-perturbation");
    put(all, optimal, Currency.APPROXIMATE, Promise::optimal, "approximate-objective-perturbation");
    put(all, optimal, Currency.GAUSSIAN, Promise::optimal, "noisy-sgd");
    for (String id : List.of("kl-spider", "proximal-point")) {
      String words = "d/(rho n²), of the training loss";
      all.put(id, new Promise(words, true, Currency.GAUSSIAN, USUAL, Promise::curved));
    }
    all.put(
        "private-frank-wolfe",
        new Promise(
            "ln K ln(n/ln K)/√n, K = 2d",
            false,
            Currency.CONCENTRATED,
            MANY_RECORDS,
            Promise::polyhedral));
    put(
        all,
        "d^(1/4)/√n",
        Currency.APPROXIMATE,
        (n, d) -> Math.pow(d, 0.25) / Math.sqrt(n),
        "noisy-mirror-descent");
    put(
        all,
        "ln n/√n + √d ln n/(epsilon n^(3/4))",
        Currency.CONCENTRATED,
        Promise::variations,
        "noisy-frank-wolfe");
    return Collections.unmodifiableMap(all);
  }

  private static void put(
      Map<String, Promise> all, String words, Currency currency, Rate rate, String id) {
    all.put(id, new Promise(words, false, currency, USUAL, rate));
  }

  private static double optimal(int n, int d) {
    return 1 / Math.sqrt(n) + Math.sqrt(d) / (MU * n);
  }

  private static double snowball(int n, int d) {
    double steps = SnowballBatches.constantStep(d, MU).steps(n);
    return (2 + Math.log(steps)) / Math.sqrt(steps);
  }

  private static double decaying(int n, int d) {
    return 1 / Math.sqrt(SnowballBatches.decayingStep(d, MU).steps(n));
  }

  private static double curved(int n, int d) {
    return d / (0.5 * MU * MU * n * n);
  }

  private static double polyhedral(int n, int d) {
    double vertices = Math.log(2.0 * d);
    return vertices * Math.log(n / vertices) / Math.sqrt(n);
  }

  private static double variations(int n, int d) {
    double root = Math.sqrt(n);
    return Math.log(n) * (1 / root + Math.sqrt(d) / (Currency.epsilon() * Math.pow(n, 0.75)));
  }
}
