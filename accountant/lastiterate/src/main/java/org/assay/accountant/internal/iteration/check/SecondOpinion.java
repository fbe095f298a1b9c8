package org.assay.accountant.internal.iteration.check;

import java.util.Map;
import java.util.Optional;
import org.assay.accountant.internal.iteration.certificate.ClaimVisitor;
import org.assay.accountant.internal.iteration.certificate.NoisySgdArgument;
import org.assay.accountant.internal.iteration.certificate.NoisySgdCertificate;
import org.assay.accountant.privacy.ContradictionException;
import org.assay.accountant.privacy.Guarantee;

/**
 * Compares what a certificate claims with a second evaluation of its argument: {@link
 * PlainEvaluation}, which works out the parameters of a run again and has walks and recursions of
 * its own. One-step pairs, their composition and the table of two starts are the accountant's,
 * which other tests hold to references, but for batches of a fixed size: {@link PlainComposition}.
 * That is no proof, as it is coarse and does not bound its errors; but a wrong parameter, which
 * bounds of errors do not notice, moves a claim farther than the second evaluation is off. What it
 * can tell, for each argument, are the parts below. An argument whose formulas it knows exactly may
 * not be below it. Walks on a grid may not be below it by a tenth, nor profiles of re-coupling by a
 * sixth: random runs differ by at most 9%. Divergences of re-coupling may not be below six tenths:
 * they differ by at most 11% up to order 10, but by a third beyond, as the lattice is too coarse
 * for what large orders look at.
 */
public final class SecondOpinion {
  private static final double EXACT = 1 - 1e-6;
  private static final double ON_A_GRID = 0.9;
  private static final double RECOUPLED = 0.83;
  private static final double RECOUPLED_DIVERGENCE = 0.6;

  private SecondOpinion() {}

  /**
   * Insists that a claim is not far below its second evaluation. Runs whose numbers would leave the
   * range of plain doubles have none.
   *
   * @param certificate the certificate
   * @throws ContradictionException if it is
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

  /** What the second evaluation says instead, of a claim that is far below it. */
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
