package org.assay.accountant.accounting;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.assay.accountant.event.NoisyGradientDescentEvent;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.internal.iteration.certificate.NoisySgdArgument;
import org.assay.accountant.internal.iteration.step.NoisySgdComposition;
import org.assay.accountant.internal.iteration.step.NoisySgdStep;
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
   * The smallest bound of random batches. The pairs that dominate all steps are composed only where
   * nothing else is known to prove less: that takes longest in runs of few steps.
   *
   * @param composed what composition of all steps proves, as if all iterates were released
   * @param run what was done
   */
  static TightestBound.Bound of(
      Question question, Supplier<TightestBound.Bound> composed, NoisySgd run) {
    LastIterateAnswer answer = new LastIterateAnswer(question);
    answer.addGaussian(RandomBatchBound.squaredMu(run));
    boolean wholeBatches = run.batchSize() == run.records();
    if (wholeBatches || RandomBatchBound.mayBeatComposition(run)) {
      answer.addBest(LastIterate.of(RandomBatchBound.covered(run)), composed);
    } else if (run.sampling() == NoisySgdSampling.FIXED_SIZE) {
      LastIterate bound = LastIterate.of(RandomBatchBound.covered(run));
      boolean gains = answer.chosen(bound.settings()) < Double.POSITIVE_INFINITY;
      double proved = gains ? question.ofComposition(bound) : Double.NEGATIVE_INFINITY;
      answer.addComposition(bound, proved, composed);
    } else {
      answer.addDominating(composed.get());
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
      LastIterate bound = LastIterate.of(GradientDescentBound.fullBatches(run));
      answer.add(question.of(bound));
    }
    return answer.smallest();
  }

  /** Whether contours of the composition are so long that a convolution is sooner done. */
  static boolean isBrief(NoisySgd run) {
    return run.sampling() == NoisySgdSampling.FIXED_SIZE
        && run.batchSize() < run.records()
        && run.steps() > 1
        && run.steps() <= NoisySgdComposition.FEW_STEPS;
  }

  private void addGaussian(Enclosure squaredMu) {
    Enclosure mu = squaredMu.sqrt();
    if (mu.upper() < Double.POSITIVE_INFINITY) {
      Enclosure profile = question.ofGaussian(mu.lower()).hull(question.ofGaussian(mu.upper()));
      bounds.add(new TightestBound.Bound(profile, TightestBound.Method.DOMINATING_GAUSSIAN));
    }
  }

  private void add(LastIterateCertificate certificate) {
    double proved = proved(certificate);
    if (proved < Double.POSITIVE_INFINITY) {
      TightestBound.Method method =
          certificate.accept(new ByRoute()) == Route.ITERATION
              ? TightestBound.Method.ITERATION
              : TightestBound.Method.DOMINATING_GAUSSIAN;
      bounds.add(new TightestBound.Bound(Enclosure.of(0, proved), method));
    }
  }

  private double proved(LastIterateCertificate certificate) {
    return question.of((Guarantee.Approximate) certificate.guarantee());
  }

  /** What composes no steps is the smallest bound only if composition is known to prove no less. */
  private void addBest(LastIterate bound, Supplier<TightestBound.Bound> composed) {
    LastIterateCertificate certificate = question.of(bound);
    double proved = proved(certificate);
    boolean finite = proved < Double.POSITIVE_INFINITY;
    switch (finite ? certificate.accept(new ByRoute()) : Route.COMPOSITION) {
      case ITERATION -> add(certificate);
      case GAUSSIAN -> {
        addDominating(composed.get());
        add(certificate);
      }
      case COMPOSITION -> addComposition(bound, proved, composed);
    }
  }

  private void addDominating(TightestBound.Bound composed) {
    bounds.add(new TightestBound.Bound(composed.value(), composed.method().ofDominating()));
  }

  /**
   * Pairs that may differ from step to step may prove less than one pair in all steps can.
   *
   * @param proved what is known of composition
   */
  private void addComposition(
      LastIterate bound, double proved, Supplier<TightestBound.Bound> composed) {
    double chosen = chosen(bound.settings());
    if (chosen < Double.POSITIVE_INFINITY && chosen <= proved) {
      bounds.add(
          new TightestBound.Bound(
              Enclosure.of(0, chosen), TightestBound.Method.DOMINATING_CONTOUR));
    } else {
      addDominating(composed.get());
    }
  }

  private double chosen(NoisySgd run) {
    return question.ofChosenPairs(new NoisySgdComposition(NoisySgdStep.of(run), run.steps(), 0, 0));
  }

  private Optional<TightestBound.Bound> smallest() {
    return bounds.stream().min(Comparator.comparingDouble(bound -> bound.value().upper()));
  }

  /** The ways in which certificates prove their claims. */
  private enum Route {
    COMPOSITION,
    GAUSSIAN,
    ITERATION
  }

  /** The way in which a certificate proves its claim. */
  private static final class ByRoute implements LastIterateCertificate.Visitor<Route> {
    @Override
    public Route visitSampled(LastIterateCertificate.Sampled sampled) {
      boolean composes = sampled.certificate().argument() instanceof NoisySgdArgument.Composition;
      return composes ? Route.COMPOSITION : Route.ITERATION;
    }

    @Override
    public Route visitScheduled(LastIterateCertificate.Scheduled scheduled) {
      return Route.GAUSSIAN;
    }
  }
}
