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
 * The answer for the last iterate of noisy gradient descent under its own relation, by every known
 * method: composition of all steps, one Gaussian mechanism, and {@link LastIterate}. The answer is
 * the smallest upper end, with its method.
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
   * @param composition the bound by composition of all steps, as if all iterates were released. It
   *     is not computed where amplification by iteration, which includes that comparison, gives a
   *     smaller bound
   * @param run what was done
   */
  static TightestBound.Bound of(
      Question question, Supplier<TightestBound.Bound> composition, NoisySgd run) {
    LastIterateAnswer answer = new LastIterateAnswer(question);
    answer.addGaussian(RandomBatchBound.squaredMu(run));
    boolean wholeBatches = run.batchSize() == run.records();
    double chosen = Double.POSITIVE_INFINITY;
    if (wholeBatches || RandomBatchBound.mayBeatComposition(run)) {
      LastIterateCertificate certificate =
          question.of(LastIterate.of(RandomBatchBound.covered(run)));
      if (answer.add(certificate)) {
        return answer.smallest().orElseThrow();
      }
      chosen = question.of((Guarantee.Approximate) certificate.guarantee());
    } else if (run.sampling() == NoisySgdSampling.FIXED_SIZE) {
      NoisySgdStep step = NoisySgdStep.of(RandomBatchBound.covered(run));
      chosen = question.ofChosenPairs(new NoisySgdComposition(step, run.steps(), 0, 0));
    }
    answer.addComposition(composition.get(), chosen);
    return answer.smallest().orElseThrow();
  }

  /**
   * The smallest bound of batches in a fixed order; empty if some batch is followed by no noise.
   *
   * @throws org.assay.accountant.privacy.UnsupportedEventException if no theorem covers the run
   */
  static Optional<TightestBound.Bound> of(Question question, NoisyGradientDescentEvent run) {
    LastIterateAnswer answer = new LastIterateAnswer(question);
    answer.addGaussian(GradientDescentBound.squaredMu(run));
    boolean noisy = run.epoch().noiseStandardDeviation(0) > 0;
    if (run.epoch().steps() == 1 && noisy) {
      answer.add(question.of(LastIterate.of(GradientDescentBound.fullBatches(run))));
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

  /**
   * Adds the bound of a certificate unless its argument is composition of the steps.
   *
   * @return whether amplification by iteration gives a smaller bound than composition
   */
  private boolean add(LastIterateCertificate certificate) {
    double proved = question.of((Guarantee.Approximate) certificate.guarantee());
    Optional<TightestBound.Method> method =
        proved < Double.POSITIVE_INFINITY ? certificate.accept(new Route()) : Optional.empty();
    method.ifPresent(known -> bounds.add(new TightestBound.Bound(Enclosure.of(0, proved), known)));
    return method.equals(Optional.of(TightestBound.Method.ITERATION));
  }

  /**
   * Adds the composition; pairs that may differ from step to step may give a smaller bound than one
   * pair.
   */
  private void addComposition(TightestBound.Bound composed, double chosen) {
    TightestBound.Method method = composed.method().ofDominating();
    bounds.add(new TightestBound.Bound(composed.value(), method));
    double lower = composed.value().lower();
    if (chosen < (lower > 0 ? lower : composed.value().upper())) {
      bounds.add(new TightestBound.Bound(Enclosure.of(0, chosen), method));
    }
  }

  private Optional<TightestBound.Bound> smallest() {
    return bounds.stream().min(Comparator.comparingDouble(bound -> bound.value().upper()));
  }

  /** The method of a certificate; empty if that is composition. */
  private record Route() implements LastIterateCertificate.Visitor<Optional<TightestBound.Method>> {
    @Override
    public Optional<TightestBound.Method> visitSampled(LastIterateCertificate.Sampled sampled) {
      boolean composes = sampled.certificate().argument() instanceof NoisySgdArgument.Composition;
      return composes ? Optional.empty() : Optional.of(TightestBound.Method.ITERATION);
    }

    @Override
    public Optional<TightestBound.Method> visitScheduled(
        LastIterateCertificate.Scheduled scheduled) {
      return Optional.of(TightestBound.Method.DOMINATING_GAUSSIAN);
    }
  }
}
