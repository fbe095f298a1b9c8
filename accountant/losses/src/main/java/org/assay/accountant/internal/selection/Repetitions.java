package org.assay.accountant.internal.selection;

import java.util.Map;
import java.util.function.DoubleFunction;
import java.util.function.DoubleUnaryOperator;
import org.assay.accountant.numeric.Enclosure;

/**
 * The random number K of runs of which the best one is released, drawn before the data are seen.
 * The distribution of K decides how much more the best run reveals than a single run: {@code
 * doc-files/repeat-and-select.md}.
 */
public sealed interface Repetitions permits NegativeBinomialRepetitions, PoissonRepetitions {
  /** The divergences of a single run, between neighbours in both directions. */
  interface SingleRun {
    /**
     * The Rényi divergence of one run.
     *
     * @param order above 1
     * @return an enclosure of a bound
     */
    Enclosure renyi(double order);

    /**
     * The hockey-stick divergence of one run.
     *
     * @param epsilon at least 0
     * @return an upper bound
     */
    double delta(double epsilon);
  }

  /**
   * The number and its parameters in words.
   *
   * @return the words for descriptions
   */
  String describe();

  /**
   * The number and its parameters, in the form of descriptions of events.
   *
   * @return the values by their keys: texts and doubles
   */
  Map<String, Object> terms();

  /**
   * The expected number of runs.
   *
   * @return an enclosure
   */
  Enclosure expectation();

  /**
   * The probability that some run has a property, {@code 1 - f(1 - x)} with f the generating
   * function of the number of runs; concave in x.
   *
   * @param probability x, of a single run, in [0, 1]
   * @return an enclosure
   */
  Enclosure some(double probability);

  /**
   * The probability that there is a run and every run has a property, {@code f(x) - f(0)}; convex
   * in x.
   *
   * @param probability x, of a single run, in [0, 1]
   * @return an enclosure
   */
  Enclosure every(double probability);

  /**
   * The slope {@code f'(x)} of the generating function.
   *
   * @param probability an enclosure of x, in [0, 1]
   * @return an enclosure
   */
  Enclosure slope(Enclosure probability);

  /**
   * A bound of the Rényi divergences of the best run. Parts that do not depend on the order are
   * computed once.
   *
   * @param once a single run
   * @return a function of the order, which need not be monotone
   */
  DoubleFunction<Enclosure> renyi(SingleRun once);

  /**
   * The epsilon of the best run of a purely private mechanism.
   *
   * @param epsilon of a single run
   * @return an enclosure of the epsilon that is guaranteed
   */
  Enclosure pure(Enclosure epsilon);

  /**
   * The amount s for which {@code delta'(epsilon + s) <= E[K] delta(epsilon)}, where {@code delta}
   * is the profile of a single run and {@code delta'} that of the best one.
   *
   * @param delta an upper bound of a single run's profile
   * @return s, rounded up; infinite if none is found
   */
  double profileShift(DoubleUnaryOperator delta);
}
