package org.assay.accountant.accounting;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.assay.accountant.event.NoisyGradientDescentEvent;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.internal.iteration.certificate.NoisySgdArgument;
import org.assay.accountant.iteration.GradientDescentBound;
import org.assay.accountant.iteration.LastIterate;
import org.assay.accountant.iteration.LastIterateCertificate;
import org.assay.accountant.iteration.RandomBatchBound;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.Guarantee;

/**
 * What is proved about the last iterate of noisy gradient descent under its own relation, by every
 * route that knows it: composition of all steps, one Gaussian mechanism, and {@link LastIterate}.
 * The smallest upper end counts, and its route gives the method.
 */
final class LastIterateAnswer {
  private final Question question;
  private final List<TightestBound.Bound> bounds = new ArrayList<>();

  private LastIterateAnswer(Question question) {
    this.question = question;
  }

  /**
   * The smallest bound of random batches.
   *
   * @param composed what composition of all steps proves, as if all iterates were released
   * @param run what was done
   */
  static TightestBound.Bound of(Question question, TightestBound.Bound composed, NoisySgd run) {
    LastIterateAnswer answer = new LastIterateAnswer(question);
    TightestBound.Method composition = composed.method().ofDominating();
    answer.bounds.add(new TightestBound.Bound(composed.value(), composition));
    answer.addGaussian(RandomBatchBound.squaredMu(run));
    boolean wholeBatches = run.batchSize() == run.records();
    if (wholeBatches || RandomBatchBound.mayBeatComposition(run)) {
      answer.add(LastIterate.of(RandomBatchBound.covered(run)), composition);
    } else if (run.sampling() == NoisySgdSampling.FIXED_SIZE) {
      answer.addComposition(LastIterate.of(RandomBatchBound.covered(run)), composed);
    }
    return answer.smallest().orElseThrow();
  }

  /**
   * The smallest bound of batches in a fixed order; none where some batch is followed by no noise.
   *
   * @throws org.assay.accountant.privacy.UnsupportedEventException if no theorem covers the run
   */
  static Optional<TightestBound.Bound> of(Question question, NoisyGradientDescentEvent run) {
    LastIterateAnswer answer = new LastIterateAnswer(question);
    answer.addGaussian(GradientDescentBound.squaredMu(run));
    boolean noisy = run.epoch().noiseStandardDeviation(0) > 0;
    if (run.epoch().steps() == 1 && noisy) {
      answer.add(
          LastIterate.of(GradientDescentBound.fullBatches(run)),
          TightestBound.Method.DOMINATING_GAUSSIAN);
    }
    return answer.smallest();
  }

  private void addGaussian(Enclosure squaredMu) {
    Enclosure mu = squaredMu.sqrt();
    if (mu.upper() < Double.POSITIVE_INFINITY) {
      Enclosure profile = question.ofGaussian(mu.lower()).hull(question.ofGaussian(mu.upper()));
      bounds.add(new TightestBound.Bound(profile, TightestBound.Method.DOMINATING_GAUSSIAN));
    }
  }

  /** Composition is among the arguments, and has the method that it has elsewhere. */
  private void add(LastIterate bound, TightestBound.Method composition) {
    LastIterateCertificate certificate = question.of(bound);
    double proved = question.of((Guarantee.Approximate) certificate.guarantee());
    if (!(proved < Double.POSITIVE_INFINITY)) {
      return;
    }
    TightestBound.Method method = certificate.accept(new Route(composition));
    bounds.add(new TightestBound.Bound(Enclosure.of(0, proved), method));
  }

  /** Pairs that may differ from step to step may prove less than one pair in all steps can. */
  private void addComposition(LastIterate bound, TightestBound.Bound composed) {
    double proved = question.ofComposition(bound);
    if (proved < composed.value().lower()) {
      bounds.add(
          new TightestBound.Bound(Enclosure.of(0, proved), composed.method().ofDominating()));
    }
  }

  private Optional<TightestBound.Bound> smallest() {
    return bounds.stream().min(Comparator.comparingDouble(bound -> bound.value().upper()));
  }

  /** The method by which a certificate proves its claim. */
  private record Route(TightestBound.Method composition)
      implements LastIterateCertificate.Visitor<TightestBound.Method> {
    @Override
    public TightestBound.Method visitSampled(LastIterateCertificate.Sampled sampled) {
      boolean composes = sampled.certificate().argument() instanceof NoisySgdArgument.Composition;
      return composes ? composition : TightestBound.Method.ITERATION;
    }

    @Override
    public TightestBound.Method visitScheduled(LastIterateCertificate.Scheduled scheduled) {
      return TightestBound.Method.DOMINATING_GAUSSIAN;
    }
  }
}
