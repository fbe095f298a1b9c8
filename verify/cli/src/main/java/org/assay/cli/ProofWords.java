package org.assay.cli;

import java.math.BigDecimal;
import java.math.MathContext;
import org.assay.accountant.iteration.AllocationCertificate;
import org.assay.accountant.iteration.IterationBranch;
import org.assay.accountant.iteration.LastIterateCertificate;
import org.assay.accountant.iteration.NoisySgdArgument;
import org.assay.verify.walk.CertifiedLoss;
import org.assay.verify.walk.RandomWalk;

/** Proofs of bounds on the last iterate in words. */
final class ProofWords {
  private static final MathContext DIGITS = new MathContext(4);

  private ProofWords() {}

  /** The theorem that won, with its horizon and split. */
  static String of(LastIterateCertificate certificate) {
    if (certificate instanceof LastIterateCertificate.Scheduled scheduled) {
      return of(scheduled.allocation());
    }
    return of(((LastIterateCertificate.Sampled) certificate).certificate().argument());
  }

  private static String of(AllocationCertificate allocation) {
    return allocation.branch() == IterationBranch.FROM_THE_START
        ? "shifts absorbed over all steps"
        : "shifts absorbed over the last "
            + (allocation.schedule().steps() - allocation.startStep())
            + " steps, from the diameter";
  }

  private static String of(NoisySgdArgument argument) {
    if (argument instanceof NoisySgdArgument.SplitNoise split) {
      return "split noise over the last "
          + split.horizon()
          + " steps, share "
          + new BigDecimal(split.split()).round(DIGITS)
          + " for the distance";
    }
    if (argument instanceof NoisySgdArgument.Mixing mixing) {
      return "mixing within the last " + mixing.horizon() + " steps";
    }
    if (argument instanceof NoisySgdArgument.SmoothedMixing mixing) {
      return "mixing within the last "
          + mixing.horizon()
          + " steps, of which "
          + mixing.smoothing()
          + " smooth";
    }
    if (argument instanceof NoisySgdArgument.Recoupled recoupled) {
      return of(recoupled);
    }
    if (argument instanceof NoisySgdArgument.RecoupledDivergence divergence) {
      return of(divergence.profile())
          + ", and order "
          + new BigDecimal(divergence.tailOrder()).round(DIGITS)
          + " for the tail";
    }
    return "composition over all steps";
  }

  private static String of(NoisySgdArgument.Recoupled recoupled) {
    int stages = recoupled.stages().size();
    String coupled = "re-coupling in " + stages + (stages == 1 ? " stage" : " stages");
    return recoupled.composed() > 0
        ? "composition of the first " + recoupled.composed() + " steps, then " + coupled
        : coupled + " within the last " + recoupled.horizon() + " steps";
  }

  /** The pair of walks that proves a lower bound. */
  static String of(CertifiedLoss loss) {
    RandomWalk walk = loss.witness();
    return walk
        + ", in units of the noise of one step; "
        + walk.pair().description()
        + "; divergence of the "
        + (loss.leftAgainstRight() ? "first from the second" : "second from the first")
        + " dataset's last iterate";
  }
}
