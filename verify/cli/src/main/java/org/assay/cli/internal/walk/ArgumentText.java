package org.assay.cli.internal.walk;

import java.math.BigDecimal;
import java.math.MathContext;
import org.assay.accountant.internal.iteration.allocation.AllocationCertificate;
import org.assay.accountant.internal.iteration.allocation.IterationBranch;
import org.assay.accountant.internal.iteration.certificate.NoisySgdArgument;
import org.assay.accountant.iteration.LastIterateCertificate;
import org.assay.verify.walk.CertifiedLoss;
import org.assay.verify.walk.RampLowerBound.RampLoss;
import org.assay.verify.walk.RandomWalk;

/** Proofs of bounds on the last iterate in words. */
final class ArgumentText {
  private static final MathContext DIGITS = new MathContext(4);

  private ArgumentText() {}

  /** The theorem that won, with its horizon and split. */
  static String of(LastIterateCertificate certificate) {
    return certificate.accept(new OfCertificate());
  }

  private static String of(AllocationCertificate allocation) {
    return allocation.branch() == IterationBranch.FROM_THE_START
        ? "shifts absorbed over all steps"
        : "shifts absorbed over the last "
            + (allocation.schedule().steps() - allocation.startStep())
            + " steps, from the diameter";
  }

  private static String of(NoisySgdArgument.Recoupled recoupled) {
    int stages = recoupled.stages().size();
    if (stages == 0) {
      return recoupled.composed() > 0
          ? "re-coupling in each of the " + recoupled.composed() + " steps"
          : "re-coupling within the last " + recoupled.horizon() + " steps";
    }
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
        + " dataset's last iterate before it is projected, which in sets of many dimensions hides"
        + " nothing";
  }

  /** The pair of walks of changing losses that proves a lower bound. */
  static String of(RampLoss loss) {
    return loss.witness()
        + ", in units of the noise of one step; divergence of the "
        + (loss.leftAgainstRight() ? "first from the second" : "second from the first")
        + " dataset's last iterate before it is projected, which in sets of many dimensions hides"
        + " nothing";
  }

  private static final class OfCertificate implements LastIterateCertificate.Visitor<String> {
    @Override
    public String visitSampled(LastIterateCertificate.Sampled certificate) {
      long steps = certificate.settings().steps();
      return certificate.certificate().argument().accept(new OfArgument(steps));
    }

    @Override
    public String visitScheduled(LastIterateCertificate.Scheduled certificate) {
      return of(certificate.allocation());
    }
  }

  private record OfArgument(long steps) implements NoisySgdArgument.Visitor<String> {
    @Override
    public String visitComposition(NoisySgdArgument.Composition argument) {
      return "composition over all steps";
    }

    @Override
    public String visitSplitNoise(NoisySgdArgument.SplitNoise argument) {
      return String.format(
          "split noise over the last %s steps, share %s for the distance",
          argument.horizon(), new BigDecimal(argument.split()).round(DIGITS));
    }

    @Override
    public String visitMixing(NoisySgdArgument.Mixing argument) {
      return "mixing within the last " + argument.horizon() + " steps";
    }

    @Override
    public String visitSmoothedMixing(NoisySgdArgument.SmoothedMixing argument) {
      return String.format(
          "mixing within the last %s steps, of which %s smooth",
          argument.horizon(), argument.smoothing());
    }

    @Override
    public String visitRecoupled(NoisySgdArgument.Recoupled argument) {
      return argument.horizon() > steps
          ? of(argument) + ", of a longer run that loses no less"
          : of(argument);
    }

    @Override
    public String visitRecoupledDivergence(NoisySgdArgument.RecoupledDivergence argument) {
      return visitRecoupled(argument.profile())
          + ", and order "
          + new BigDecimal(argument.tailOrder()).round(DIGITS)
          + " for the tail, by "
          + argument.tail().accept(this);
    }
  }
}
