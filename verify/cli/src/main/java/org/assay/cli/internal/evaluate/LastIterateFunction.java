package org.assay.cli.internal.evaluate;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Parameters;
import org.assay.cli.internal.events.SamplingNames;
import org.assay.cli.internal.walk.Bracket;
import org.assay.cli.internal.walk.Currency;
import org.assay.cli.internal.walk.Descent;
import org.assay.cli.internal.walk.FixedLosses;
import org.assay.cli.internal.walk.LowerBound;
import org.assay.verify.walk.CertifiedLoss;

/**
 * The functions about the last iterate of noisy stochastic gradient descent. Unlike the others they
 * do not enclose one number that is known: the upper end is a certified guarantee, and the lower
 * end is what a pair of walks certifies where it is found soon, and 0 elsewhere.
 */
final class LastIterateFunction {
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
