package org.assay.algorithms.internal.optimize.kl;

import java.util.Optional;
import java.util.random.RandomGenerator;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.internal.words.Brief;
import org.assay.accountant.privacy.InvalidParameterException;
import org.assay.accountant.privacy.Parameters;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.run.ParameterVector;
import org.assay.algorithms.run.PrivateAlgorithm;
import org.assay.algorithms.run.PrivateRun;

/**
 * The private proximal point method ([@MenartEtAl2023], Algorithm 2) for weakly convex losses under
 * the KL condition with exponent from 2 on: in each of T rounds {@link RegularizedNoisyGd}
 * approximately minimizes {@code F(w) + lambda |w − previous|²}, and the last of its outputs is
 * released.
 *
 * <p>The rounds add up by composition, as in the paper. With the solver's noise of Theorem 9 a run
 * for the paper's rho costs at most half of it.
 */
public final class ProximalPoint implements PrivateAlgorithm {
  private static final double SLOW = 32;
  private static final double MOST_ROUNDS = 1e6;

  private final FullBatch batch;
  private final int rounds;
  private final RegularizedNoisyGd solver;

  private ProximalPoint(FullBatch batch, int rounds, RegularizedNoisyGd solver) {
    this.batch = batch;
    this.rounds = rounds;
    this.solver = solver;
  }

  /**
   * The algorithm with the paper's constants: {@code T = ⌈(1 + 32 F0^{(kappa−2)/kappa} gamma²
   * lambda)(ln F0 + kappa ln(n √rho/(gamma L √d)))⌉} rounds of Theorem 9, each for rho/T and
   * failure probability beta/T, L half of the gradient's sensitivity.
   *
   * @param problem the problem, with an exponent from 2 on
   * @param rho the paper's rho, finite and above 0; {@link #event} is its true cost
   * @param beta probability that the utility bound fails, strictly between 0 and 1
   * @param lambda a number such that the loss is convex with {@code lambda |w|²/2} added; finite
   *     and above 0
   * @param mostIterates largest number of iterates of a round
   * @throws IllegalArgumentException if a parameter is out of range, or the records are too few for
   *     the paper's number of rounds to be above 0
   */
  public static ProximalPoint paperSchedule(
      KlProblem problem, double rho, double beta, double lambda, int mostIterates) {
    double kappa = problem.klExponent();
    if (!(kappa >= 2)) {
      throw new InvalidParameterException(
          "klExponent", "was " + kappa + ": it must be at least 2; use KL Spider up to 2");
    }
    Parameters.requirePositive("lambda", lambda);
    if (!(lambda >= -problem.loss().strongConvexity())) {
      throw new IllegalArgumentException(
          String.format(
              "lambda was %s: it must make the loss convex, which takes %s",
              lambda, -problem.loss().strongConvexity()));
    }
    double gamma = problem.klConstant();
    double growth = Math.pow(problem.initialGap(), (kappa - 2) / kappa);
    double rounds = Math.ceil((1 + SLOW * growth * gamma * gamma * lambda) * problem.logGain(rho));
    if (!(rounds <= MOST_ROUNDS)) {
      throw new InvalidParameterException(
          "klConstant", "was " + gamma + ": it asks for " + rounds + " rounds");
    }
    RegularizedNoisyGd solver =
        RegularizedNoisyGd.paperSchedule(
            problem.records(),
            rho / rounds,
            beta / rounds,
            lambda,
            mostIterates,
            problem.loss(),
            problem.set());
    return new ProximalPoint(problem.batch(), (int) rounds, solver);
  }

  /**
   * Number of rounds.
   *
   * @return T, at least 1
   */
  public int rounds() {
    return rounds;
  }

  @Override
  public DpEvent event() {
    return batch.releaseEvent(solver.noise()).times(rounds * (solver.iterates() - 1L));
  }

  /** A remark on the number of iterates of a round that are left out. */
  @Override
  public Optional<String> remark() {
    return solver.remark().map(words -> rounds + " rounds of " + words);
  }

  @Override
  public PrivateRun<ParameterVector> run(Dataset dataset, RandomGenerator random) {
    batch.requireSuitable(dataset);
    double[] w = batch.start();
    for (int round = 0; round < rounds; round++) {
      w = solver.around(w).average(dataset, random);
    }
    return new PrivateRun<>(ParameterVector.of(w), event());
  }

  /** The algorithm and its event. */
  @Override
  public String toString() {
    return "ProximalPoint(" + Brief.of(event().describe()) + ")";
  }
}
