package org.assay.cli.internal.evaluate;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.assay.accountant.accounting.TightestBound;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.curve.RenyiConversion;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.event.TruncatedLaplaceEvent;
import org.assay.accountant.internal.divergence.GaussianMechanism;
import org.assay.accountant.internal.divergence.KeepProbability;
import org.assay.accountant.internal.divergence.LaplaceMechanism;
import org.assay.accountant.internal.divergence.RandomizedResponse;
import org.assay.accountant.internal.divergence.SampledGaussian;
import org.assay.accountant.internal.precision.PreciseFunctions;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Parameters;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.cli.internal.events.SamplingNames;
import org.assay.cli.internal.input.Guard;
import org.assay.cli.internal.walk.Bracket;
import org.assay.cli.internal.walk.Currency;
import org.assay.cli.internal.walk.Descent;
import org.assay.cli.internal.walk.FixedLosses;
import org.assay.cli.internal.walk.LowerBound;
import org.assay.verify.walk.CertifiedLoss;

/** Every function that a batch may ask for: one entry each. */
final class Functions {
  private static final Enclosure INFINITY = Enclosure.exact(Double.POSITIVE_INFINITY);
  private static final Argument Q = Argument.of("q", Parameters::requireProbability);
  private static final Argument SIGMA = Argument.of("sigma", Parameters::requirePositive);
  private static final Argument QUIET_SIGMA = SIGMA.orInfinite(Enclosure.ZERO);
  private static final Argument ALPHA = Argument.of("alpha", Guard::order);
  private static final Argument ALPHA_OR_ONE = Argument.of("alpha", Functions::requireOrderOrOne);
  private static final Argument MU = Argument.of("mu", Parameters::requireNonNegative);
  private static final Argument EPS = Argument.of("eps", Parameters::requireNonNegative);
  private static final Argument DELTA = Argument.of("delta", Parameters::requireOpenProbability);
  private static final Argument RHO =
      Argument.of("rho", Parameters::requireNonNegative).orInfinite(INFINITY);
  private static final Argument RDP =
      Argument.of("rdp", Parameters::requireNonNegative).orInfinite(INFINITY);
  private static final Argument SCALE =
      Argument.of("b", Parameters::requirePositive).orInfinite(Enclosure.ZERO);
  private static final Argument TRUTH = Argument.of("p", Parameters::requireOpenProbability);

  /** The labels of all relations, in their own order. */
  static final List<String> RELATIONS =
      Stream.of(AdjacencyRelation.values()).map(AdjacencyRelation::label).toList();

  private static final Argument ADJACENCY = Argument.ofWords("adjacency", RELATIONS);
  private static final Argument SHARE_EPS = Argument.of("eps", Parameters::requirePositive);
  private static final Argument RECORDS = Argument.of("records", Functions::requireCount);
  private static final Argument SENSITIVITY =
      Argument.of("sensitivity", Parameters::requirePositive);
  private static final Argument STEPS = Argument.of("T", Functions::requireCount);

  static final Map<String, BatchFunction> ALL =
      byName(
          Function.of(
                  "sgm_rdp_fwd",
                  a -> SampledGaussian.renyiForward(a[0], a[1], a[2]),
                  Q,
                  QUIET_SIGMA,
                  ALPHA)
              .precisely((a, n) -> PreciseFunctions.sgmRdpFwd(a[0], a[1], a[2], n)),
          Function.of(
                  "sgm_rdp_rev",
                  a -> SampledGaussian.renyiReverse(a[0], a[1], a[2]),
                  Q,
                  QUIET_SIGMA,
                  ALPHA)
              .precisely((a, n) -> PreciseFunctions.sgmRdpRev(a[0], a[1], a[2], n)),
          Function.of(
                  "gaussian_rdp",
                  a -> GaussianMechanism.renyi(Enclosure.ONE.dividedBy(a[0]), a[1]),
                  QUIET_SIGMA,
                  ALPHA_OR_ONE)
              .precisely((a, n) -> PreciseFunctions.gaussianRdp(a[0], a[1], n)),
          Function.of(
                  "laplace_rdp",
                  a -> LaplaceMechanism.renyi(Enclosure.ONE.dividedBy(a[0]), a[1]),
                  SCALE,
                  ALPHA_OR_ONE)
              .precisely((a, n) -> PreciseFunctions.laplaceRdp(a[0], a[1], n)),
          Function.of("rr_rdp", a -> RandomizedResponse.renyi(2, a[0], a[1]), TRUTH, ALPHA_OR_ONE)
              .precisely((a, n) -> PreciseFunctions.rrRdp(a[0], a[1], n)),
          Function.of(
                  "gaussian_delta",
                  a -> GaussianMechanism.delta(a[0], a[1]),
                  MU,
                  EPS.orInfinite(Enclosure.ZERO))
              .precisely((a, n) -> PreciseFunctions.gaussianDelta(a[0], a[1], n)),
          Function.of(
                  "gaussian_eps", a -> gaussianEpsilon(a[0], a[1]), MU.orInfinite(INFINITY), DELTA)
              .precisely((a, n) -> PreciseFunctions.gaussianEps(a[0], a[1], n)),
          Function.of(
                  "gaussian_mu",
                  a -> GaussianMechanism.mu(a[0], a[1]),
                  EPS.orInfinite(INFINITY),
                  DELTA)
              .precisely((a, n) -> PreciseFunctions.gaussianMu(a[0], a[1], n)),
          Function.of(
                  "rdp_to_eps_cks",
                  a -> RenyiConversion.epsilon(a[0], Enclosure.exact(a[1]), a[2]),
                  ALPHA,
                  RDP,
                  DELTA)
              .precisely((a, n) -> PreciseFunctions.rdpToEpsCks(a[0], a[1], a[2], n)),
          Function.of(
                  "rdp_to_logdelta_cks",
                  a -> RenyiConversion.logDelta(a[0], Enclosure.exact(a[1]), a[2]),
                  ALPHA,
                  RDP,
                  EPS)
              .precisely((a, n) -> PreciseFunctions.rdpToLogdeltaCks(a[0], a[1], a[2], n)),
          Function.of(
                  "zcdp_to_eps_cks",
                  a -> RenyiConversion.bestEpsilon(zeroConcentrated(a[0]), a[1]),
                  RHO,
                  DELTA)
              .precisely((a, n) -> PreciseFunctions.zcdpToEpsCks(a[0], a[1], n)),
          Function.of(
                  "zcdp_to_logdelta_cks",
                  a -> RenyiConversion.bestLogDelta(zeroConcentrated(a[0]), a[1]),
                  RHO,
                  EPS)
              .precisely((a, n) -> PreciseFunctions.zcdpToLogdeltaCks(a[0], a[1], n)),
          Function.of("zcdp_gaussian_eps_exact", a -> zcdpGaussianEpsilon(a[0], a[1]), RHO, DELTA)
              .precisely((a, n) -> PreciseFunctions.zcdpGaussianEpsExact(a[0], a[1], n)),
          Function.of(
                  "sgm_compose_eps_cks",
                  a ->
                      RenyiConversion.bestEpsilon(
                          sampledGaussian(a[0], a[1]).times((long) a[2]), a[3]),
                  Q,
                  SIGMA,
                  STEPS,
                  DELTA)
              .precisely(
                  (a, n) -> PreciseFunctions.sgmComposeEpsCks(a[0], a[1], (long) a[2], a[3], n)),
          Function.of(
              "sgm_compose_eps",
              a -> composition(a).epsilon(a[3]).value(),
              Q,
              QUIET_SIGMA,
              STEPS,
              DELTA,
              ADJACENCY),
          Function.of(
              "sgm_compose_delta",
              a -> composition(a).delta(a[3]).value(),
              Q,
              QUIET_SIGMA,
              STEPS,
              EPS.orInfinite(Enclosure.ZERO),
              ADJACENCY),
          Function.of(
              "partition_keep_probability",
              a -> new KeepProbability(a[0], a[1]).of((long) a[2]),
              SHARE_EPS,
              DELTA,
              RECORDS),
          Function.of(
              "partition_first_certain",
              a -> Enclosure.ofCount(new KeepProbability(a[0], a[1]).certainFrom()),
              SHARE_EPS,
              DELTA),
          Function.of(
              "truncated_laplace_bound",
              a -> TruncatedLaplaceEvent.boundFor(a[0], a[1], a[2]),
              SHARE_EPS,
              DELTA,
              SENSITIVITY),
          LastIterateFunction.renyi("noisy_sgd_rdp", ALPHA),
          LastIterateFunction.epsilon("noisy_sgd_eps", DELTA),
          new EventFunction("event"));

  static {
    RiskFunction.ALL.forEach(function -> ALL.put(function.name(), function));
  }

  private Functions() {}

  private static Map<String, BatchFunction> byName(BatchFunction... functions) {
    Map<String, BatchFunction> map = new LinkedHashMap<>();
    for (BatchFunction function : functions) {
      map.put(function.name(), function);
    }
    return map;
  }

  private static void requireOrderOrOne(String name, double value) {
    require(value >= 1 && value < Double.POSITIVE_INFINITY, name, value, "finite and at least 1");
  }

  static void requireCount(String name, double value) {
    boolean whole = value == Math.rint(value);
    require(whole && value >= 1 && value <= 0x1p53, name, value, "a whole number from 1 to 2^53");
  }

  private static void require(boolean holds, String name, double value, String rule) {
    if (!holds) {
      throw new IllegalArgumentException(name + " was " + value + ": it must be " + rule);
    }
  }

  private static Enclosure gaussianEpsilon(double mu, double delta) {
    return mu == 0 ? Enclosure.ZERO : GaussianMechanism.epsilon(mu, delta);
  }

  /** Epsilon rises with mu = sqrt(2 rho), of which only an enclosure is known. */
  private static Enclosure zcdpGaussianEpsilon(double rho, double delta) {
    Enclosure mu = Enclosure.exact(rho).times(2).sqrt();
    return Enclosure.of(
        gaussianEpsilon(mu.lower(), delta).lower(), gaussianEpsilon(mu.upper(), delta).upper());
  }

  /** A curve needs a relation; the conversions do not depend on which. */
  private static RdpCurve zeroConcentrated(double rho) {
    return RdpCurve.zeroConcentrated(Enclosure.exact(rho), AdjacencyRelation.ADD_OR_REMOVE);
  }

  /** The relation at a place among the words. */
  static AdjacencyRelation relation(double place) {
    return List.of(AdjacencyRelation.values()).get((int) place);
  }

  /** Sigma is relative to what one record contributes, so a replaced one may move twice as much. */
  private static TightestBound composition(double[] a) {
    AdjacencyRelation relation = relation(a[4]);
    AdjacencyRelation presence =
        relation == AdjacencyRelation.REPLACE_ONE ? AdjacencyRelation.ADD_OR_REMOVE : relation;
    DpEvent step = DpEvent.gaussian(a[1], Sensitivity.unit(presence)).poissonSampled(a[0]);
    return TightestBound.of(step.times((long) a[2]), relation);
  }

  private static RdpCurve sampledGaussian(double q, double sigma) {
    return RdpCurve.of(
        AdjacencyRelation.ADD_OR_REMOVE, order -> SampledGaussian.renyiForward(q, sigma, order));
  }

  /**
   * The functions about the last iterate of noisy stochastic gradient descent. Unlike the others
   * they do not enclose one number that is known: the upper end is a certified guarantee, and the
   * lower end is certified by a pair of walks if one is found soon, and 0 otherwise.
   */
  static final class LastIterateFunction {
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final List<String> WAYS = List.copyOf(SamplingNames.WAYS.keySet());

    private LastIterateFunction() {}

    static Function renyi(String name, Argument order) {
      return of(name, order, Currency.Renyi::new);
    }

    static Function epsilon(String name, Argument delta) {
      return of(name, delta, Currency.Epsilon::new);
    }

    private static Function of(
        String name,
        Argument parameter,
        java.util.function.DoubleFunction<? extends Currency> currency) {
      return Function.of(
          name,
          a -> bracket(descent(a), currency.apply(a[7])),
          Argument.of("n", Functions::requireCount),
          Argument.of("b", Functions::requireCount),
          Argument.of("sigma", Parameters::requirePositive),
          Argument.of("L", Parameters::requirePositive),
          Argument.of("D", LastIterateFunction::requireDiameter),
          Argument.of("eta", Parameters::requirePositive),
          Argument.of("T", Functions::requireCount),
          parameter,
          Argument.of("m", LastIterateFunction::requireFinite),
          Argument.of("M", Parameters::requireNonNegative).orAbsent(),
          Argument.ofWords("sampling", WAYS),
          Argument.ofWords("adjacency", Functions.RELATIONS));
    }

    private static Descent descent(double[] a) {
      NoisySgdSampling sampling =
          Objects.requireNonNull(SamplingNames.WAYS.get(WAYS.get((int) a[10])));
      AdjacencyRelation adjacency = Functions.relation(a[11]);
      OptionalDouble smoothness =
          Double.isNaN(a[9]) ? OptionalDouble.empty() : OptionalDouble.of(a[9]);
      return Descent.of(
          NoisySgd.of(sampling, adjacency)
              .batches((long) a[1], (long) a[0])
              .noise(a[2])
              .lipschitzConstant(a[3])
              .diameter(a[4])
              .steps((long) a[6], a[5]),
          a[8],
          smoothness);
    }

    private static Enclosure bracket(Descent descent, Currency currency) {
      Bracket above = Bracket.fromAbove(descent, currency);
      LowerBound<CertifiedLoss> lower =
          FixedLosses.search(descent, currency, PATIENCE, progress -> {});
      Bracket both = above.withLower(lower);
      double low = both.lower().loss().map(CertifiedLoss::value).orElse(0.0);
      return Enclosure.of(low, both.upper());
    }

    private static void requireDiameter(String name, double value) {
      if (!(value > 0)) {
        throw new IllegalArgumentException(
            name + " was " + value + ": it must be above 0, or \"Infinity\"");
      }
    }

    private static void requireFinite(String name, double value) {
      if (!(Math.abs(value) < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException(name + " was " + value + ": it must be finite");
      }
    }
  }
}
