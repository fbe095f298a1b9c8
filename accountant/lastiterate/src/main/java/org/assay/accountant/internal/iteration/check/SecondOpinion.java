package org.assay.accountant.internal.iteration.check;

import java.util.Map;
import java.util.Optional;
import org.assay.accountant.internal.iteration.certificate.ClaimVisitor;
import org.assay.accountant.internal.iteration.certificate.NoisySgdArgument;
import org.assay.accountant.internal.iteration.certificate.NoisySgdCertificate;
import org.assay.accountant.privacy.ContradictionException;
import org.assay.accountant.privacy.Guarantee;

/**
 * Compares the claim of a certificate with a second evaluation of its argument by {@link
 * PlainEvaluation}. The second evaluation computes the parameters of a run again, and has its own
 * walks and recursions. One-step pairs, their composition and the table of two starts are the
 * accountant's, which other tests compare with references; batches of a fixed size have {@link
 * PlainComposition}. The comparison is no proof: the second evaluation is coarse and does not bound
 * its errors. But a wrong parameter, which error bounds do not notice, moves a claim farther than
 * the second evaluation's error. The ratios below are the least accepted ones of claim and second
 * evaluation, by argument.
 */
public final class SecondOpinion {
  /** Least ratio for arguments whose formulas are computed exactly. */
  private static final double EXACT = 1 - 1e-6;

  /** Least ratio for walks on a grid. Tuned: random runs differ by at most 9%. */
  private static final double ON_A_GRID = 0.9;

  /** Least ratio for profiles of re-coupling. Tuned: random runs differ by at most 9%. */
  private static final double RECOUPLED = 0.83;

  /**
   * Least ratio for divergences of re-coupling. Tuned: they differ by at most 11% up to order 10,
   * and by a third above, as the lattice is too coarse for large orders.
   */
  private static final double RECOUPLED_DIVERGENCE = 0.6;

  private SecondOpinion() {}

  /**
   * Requires that a claim is not far below its second evaluation. Runs whose numbers would leave
   * the range of plain doubles are not checked.
   *
   * @param certificate the certificate
   * @throws ContradictionException if the claim is far below
   * @throws IllegalArgumentException if the stages of re-coupling do not fit the run, or the claim
   *     is of a kind that certificates of last iterates do not make
   */
  public static void require(NoisySgdCertificate certificate) {
    if (!PlainRun.of(certificate.settings()).isUsual()) {
      return;
    }
    PlainEvaluation second = PlainEvaluation.of(certificate.settings(), certificate.argument());
    double part = certificate.argument().accept(new Part());
    Optional<String> objection = certificate.guarantee().accept(new Objection(second, part));
    if (objection.isPresent()) {
      throw contradiction(certificate, objection.get());
    }
  }

  /** The second evaluation's value, if a claim is far below it. */
  private static final class Objection extends ClaimVisitor<Optional<String>> {
    private final PlainEvaluation second;
    private final double part;

    Objection(PlainEvaluation second, double part) {
      this.second = second;
      this.part = part;
    }

    @Override
    public Optional<String> visitRenyi(Guarantee.Renyi claim) {
      for (Map.Entry<Double, Double> point : claim.epsilonByOrder().entrySet()) {
        if (point.getValue() == Double.POSITIVE_INFINITY) {
          continue;
        }
        double other = second.renyi(point.getKey());
        if (!(point.getValue() >= part * other)) {
          return Optional.of("the divergence is " + other);
        }
      }
      return Optional.empty();
    }

    @Override
    public Optional<String> visitApproximate(Guarantee.Approximate claim) {
      if (!(claim.epsilon() < Double.POSITIVE_INFINITY && claim.delta() < 1)) {
        return Optional.empty();
      }
      double epsilon = second.epsilon(claim.delta());
      if (claim.epsilon() >= part * epsilon) {
        return Optional.empty();
      }
      double delta = second.delta(claim.epsilon());
      return claim.delta() >= part * delta
          ? Optional.empty()
          : Optional.of("epsilon is " + epsilon + " and delta " + delta);
    }
  }

  private static ContradictionException contradiction(
      NoisySgdCertificate certificate, String instead) {
    return new ContradictionException(
        "the certificate claims "
            + certificate.guarantee().describe()
            + ", but by a second evaluation of "
            + certificate.argument()
            + " "
            + instead,
        certificate.settings().describe());
  }

  /** The part of the second evaluation that a claim may not be below. */
  private static final class Part implements NoisySgdArgument.Visitor<Double> {
    @Override
    public Double visitComposition(NoisySgdArgument.Composition argument) {
      return EXACT;
    }

    @Override
    public Double visitSplitNoise(NoisySgdArgument.SplitNoise argument) {
      return EXACT;
    }

    @Override
    public Double visitMixing(NoisySgdArgument.Mixing argument) {
      return ON_A_GRID;
    }

    @Override
    public Double visitSmoothedMixing(NoisySgdArgument.SmoothedMixing argument) {
      return ON_A_GRID;
    }

    @Override
    public Double visitRecoupled(NoisySgdArgument.Recoupled argument) {
      return RECOUPLED;
    }

    @Override
    public Double visitRecoupledDivergence(NoisySgdArgument.RecoupledDivergence argument) {
      return RECOUPLED_DIVERGENCE;
    }
  }
}
