package org.assay.accountant.event;

/**
 * A visitor that looks at the events that have parts, one by one, and treats all mechanisms alike
 * unless a method for one kind is overridden.
 *
 * @param <R> the result
 */
public abstract class PartsVisitor<R> implements DpEvent.Visitor<R> {
  /** For subclasses. */
  protected PartsVisitor() {}

  /**
   * An event without parts.
   *
   * @param event the mechanism
   * @return the result
   */
  protected abstract R visitMechanism(DpEvent event);

  @Override
  public R visitGaussian(GaussianEvent event) {
    return visitMechanism(event);
  }

  @Override
  public R visitLastIterate(LastIterateEvent event) {
    return visitMechanism(event);
  }

  @Override
  public R visitNoisyGradientDescent(NoisyGradientDescentEvent event) {
    return visitMechanism(event);
  }

  @Override
  public R visitNoisySgd(NoisySgdEvent event) {
    return visitMechanism(event);
  }

  @Override
  public R visitCertified(CertifiedEvent event) {
    return visitMechanism(event);
  }

  @Override
  public R visitKnownCurve(KnownCurveEvent event) {
    return visitMechanism(event);
  }

  @Override
  public R visitLaplace(LaplaceEvent event) {
    return visitMechanism(event);
  }

  @Override
  public R visitDiscreteGaussian(DiscreteGaussianEvent event) {
    return visitMechanism(event);
  }

  @Override
  public R visitDiscreteLaplace(DiscreteLaplaceEvent event) {
    return visitMechanism(event);
  }

  @Override
  public R visitBinomial(BinomialEvent event) {
    return visitMechanism(event);
  }

  @Override
  public R visitTruncatedLaplace(TruncatedLaplaceEvent event) {
    return visitMechanism(event);
  }

  @Override
  public R visitStaircase(StaircaseEvent event) {
    return visitMechanism(event);
  }

  @Override
  public R visitRandomizedResponse(RandomizedResponseEvent event) {
    return visitMechanism(event);
  }

  @Override
  public R visitExponentialMechanism(ExponentialMechanismEvent event) {
    return visitMechanism(event);
  }

  @Override
  public R visitReportNoisyMax(ReportNoisyMaxEvent event) {
    return visitMechanism(event);
  }

  @Override
  public R visitPermuteAndFlip(PermuteAndFlipEvent event) {
    return visitMechanism(event);
  }

  @Override
  public R visitSparseVector(SparseVectorEvent event) {
    return visitMechanism(event);
  }

  @Override
  public R visitGeneralizedGaussian(GeneralizedGaussianEvent event) {
    return visitMechanism(event);
  }

  @Override
  public R visitPure(PureEvent event) {
    return visitMechanism(event);
  }

  @Override
  public R visitApproximate(ApproximateEvent event) {
    return visitMechanism(event);
  }

  @Override
  public R visitZcdp(ZcdpEvent event) {
    return visitMechanism(event);
  }

  @Override
  public R visitMixtureOfGaussians(MixtureOfGaussiansEvent event) {
    return visitMechanism(event);
  }

  @Override
  public R visitShuffledBatches(ShuffledBatchesEvent event) {
    return visitMechanism(event);
  }

  @Override
  public R visitShuffledReports(ShuffledReportsEvent event) {
    return visitMechanism(event);
  }

  @Override
  public R visitMatrixMechanism(MatrixMechanismEvent event) {
    return visitMechanism(event);
  }

  @Override
  public R visitDominated(DominatedEvent event) {
    return visitMechanism(event);
  }

  @Override
  public R visitGaussianSparseVector(GaussianSparseVectorEvent event) {
    return visitMechanism(event);
  }
}
