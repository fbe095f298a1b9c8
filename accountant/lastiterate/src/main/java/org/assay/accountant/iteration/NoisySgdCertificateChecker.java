package org.assay.accountant.iteration;

import java.util.TreeMap;
import org.assay.accountant.internal.iteration.certificate.ClaimVisitor;
import org.assay.accountant.internal.iteration.certificate.NoisySgdCertificate;
import org.assay.accountant.internal.iteration.check.SecondOpinion;
import org.assay.accountant.internal.iteration.evaluation.NoisySgdEvaluation;
import org.assay.accountant.internal.iteration.mixing.MixingWalk;
import org.assay.accountant.internal.iteration.step.NoisySgdStep;
import org.assay.accountant.privacy.Guarantee;

/**
 * Checks certificates by evaluating the named theorem at the given parameters, without search. A
 * claim below the result is refused. The evaluation bounds every rounding error, but shares code
 * with the search, and so any mistakes in that code. Therefore the claim is also compared with a
 * second evaluation ({@code SecondOpinion}) that has its own parameters and code. The second
 * evaluation is coarse, bounds no errors, and notices a mistake in either.
 */
public final class NoisySgdCertificateChecker {
  private NoisySgdCertificateChecker() {}

  /**
   * Checks a certificate.
   *
   * @param certificate the certificate
   * @return the guarantee that the evaluation certifies, at least as strong as the claim: at the
   *     claimed orders, or at the claimed epsilon or delta
   * @throws IllegalArgumentException if the claim is stronger than what the argument proves, or the
   *     argument's parameters do not fit the settings
   * @throws org.assay.accountant.privacy.UnsupportedEventException if no theorem covers the
   *     settings
   * @throws org.assay.accountant.privacy.ContradictionException if the claim is far below its
   *     second evaluation, which is a defect of one of them
   */
  public static Guarantee check(NoisySgdCertificate certificate) {
    NoisySgdStep step = NoisySgdStep.of(certificate.settings());
    NoisySgdEvaluation evaluation =
        NoisySgdEvaluation.of(step, new MixingWalk(step), certificate.argument());
    Guarantee certified = certificate.guarantee().accept(new Proof(evaluation));
    SecondOpinion.require(certificate);
    return certified;
  }

  /**
   * The guarantee that an evaluation proves for each kind of claim; refuses a claim that is
   * stronger.
   */
  private static final class Proof extends ClaimVisitor<Guarantee> {
    private final NoisySgdEvaluation evaluation;

    Proof(NoisySgdEvaluation evaluation) {
      this.evaluation = evaluation;
    }

    @Override
    public Guarantee visitRenyi(Guarantee.Renyi claimed) {
      TreeMap<Double, Double> certified = new TreeMap<>();
      claimed
          .epsilonByOrder()
          .forEach(
              (order, epsilon) -> {
                double proved = evaluation.renyi(order).upper();
                if (!(proved <= epsilon)) {
                  throw refuted(claimed, "the divergence at order " + order + " is " + proved);
                }
                certified.put(order, proved);
              });
      return new Guarantee.Renyi(certified, claimed.adjacency());
    }

    @Override
    public Guarantee visitApproximate(Guarantee.Approximate claimed) {
      double provedEpsilon = evaluation.epsilon(claimed.delta());
      if (provedEpsilon <= claimed.epsilon()) {
        return new Guarantee.Approximate(provedEpsilon, claimed.delta(), claimed.adjacency());
      }
      double provedDelta = evaluation.delta(claimed.epsilon());
      if (provedDelta <= claimed.delta()) {
        return new Guarantee.Approximate(claimed.epsilon(), provedDelta, claimed.adjacency());
      }
      throw refuted(
          claimed,
          "epsilon at that delta is "
              + provedEpsilon
              + " and delta at that epsilon "
              + provedDelta);
    }

    private static IllegalArgumentException refuted(Guarantee claimed, String instead) {
      return new IllegalArgumentException(
          "the certificate claims "
              + claimed.describe()
              + ", but by its own argument "
              + instead
              + "; it proves nothing better");
    }
  }
}
