package org.assay.cli.internal.price;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assay.accountant.event.ComposedEvent;
import org.assay.accountant.event.DefaultVisitor;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.GaussianEvent;
import org.assay.accountant.event.LaplaceEvent;
import org.assay.accountant.event.PoissonSampledEvent;
import org.assay.accountant.event.PureEvent;
import org.assay.accountant.event.RandomizedResponseEvent;
import org.assay.accountant.event.SelfComposedEvent;
import org.assay.accountant.event.ZcdpEvent;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.cli.internal.input.InputException;

/**
 * The mechanisms of an event in the order of its text, and what the checker of certificates can do
 * with each.
 *
 * @param event the whole
 * @param list every mechanism of the text with how often it runs
 */
record CertificateSteps(DpEvent event, List<Step> list) {
  private static final String SUPPORTED =
      "supported are gaussian, laplace, randomized-response, pure and zcdp without delta, repeated"
          + " and one after the other; under add-remove or zero-out also poisson(...,"
          + " gaussian(...))";

  // The limits of verify/checker/assay_check.py.
  private static final int MOST_STEPS = 2000;
  private static final long LARGEST_COUNT = 1_000_000_000_000_000L;
  private static final long MOST_CELLS = 50_000;
  private static final long MOST_CONVOLVED = 300;

  /**
   * Closer to 0, to 1 and to a coin that tells nothing, the double next to a decimal differs from
   * the decimal by too much for the slack of a certificate.
   */
  private static final double SMALLEST_DIFFERENCE = 1e-6;

  /** How a mechanism can be checked. */
  enum Form {
    GAUSSIAN,
    TWO_LOSSES,
    THREE_LOSSES,
    DIVERGENCE,
    SAMPLED
  }

  /**
   * A mechanism.
   *
   * @param event the mechanism, or the sampler with what it runs
   * @param form how it can be checked
   * @param times how often it runs
   */
  record Step(DpEvent event, Form form, long times) {}

  /**
   * The steps of an event.
   *
   * @throws InputException if the checker does not know one of them
   */
  static CertificateSteps of(DpEvent event, AdjacencyRelation adjacency) {
    if (event.adjacency() != adjacency) {
      throw refused(
          event, "which is stated under " + event.adjacency() + ", not under " + adjacency);
    }
    Collector collector = new Collector(1, new ArrayList<>());
    event.accept(collector);
    return new CertificateSteps(event, List.copyOf(collector.list));
  }

  boolean areGaussians() {
    return list.stream().allMatch(step -> step.form == Form.GAUSSIAN);
  }

  /** How many unlike mechanisms run on samples. */
  int samples() {
    return (int)
        list.stream().filter(step -> step.form == Form.SAMPLED).map(Step::event).distinct().count();
  }

  /** Whether every step has a list of losses, and their sums are few enough for the checker. */
  boolean haveFewLosses() {
    Map<DpEvent, Step> groups = new HashMap<>();
    for (Step step : list) {
      if (step.form != Form.TWO_LOSSES && step.form != Form.THREE_LOSSES) {
        return false;
      }
      groups.merge(
          step.event, step, (a, b) -> new Step(a.event, a.form, Math.addExact(a.times, b.times)));
    }
    long cells = 1;
    for (Step step : groups.values()) {
      boolean two = step.form == Form.TWO_LOSSES;
      if (step.times > (two ? MOST_CELLS : MOST_CONVOLVED)) {
        return false;
      }
      cells *= two ? step.times + 1 : 2 * step.times + 1;
      if (cells > MOST_CELLS) {
        return false;
      }
    }
    return true;
  }

  InputException refused(String reason) {
    return refused(event, reason);
  }

  private static InputException refused(DpEvent event, String reason) {
    return new InputException(
        "--certificate: none is made for " + event.describe(event.adjacency()) + ", " + reason);
  }

  private static final class Collector extends DefaultVisitor<Boolean> {
    private final long count;
    private final List<Step> list;

    Collector(long count, List<Step> list) {
      this.count = count;
      this.list = list;
    }

    @Override
    public Boolean visitComposed(ComposedEvent event) {
      event.events().forEach(step -> step.accept(this));
      return true;
    }

    @Override
    public Boolean visitSelfComposed(SelfComposedEvent event) {
      if (event.count() > LARGEST_COUNT / count) {
        throw refused(event, "as its counts go beyond 10^15");
      }
      return event.event().accept(new Collector(count * event.count(), list));
    }

    private boolean add(DpEvent event, Form form) {
      if (list.size() == MOST_STEPS) {
        throw refused(event, "as it is part of more than " + MOST_STEPS + " mechanisms");
      }
      return list.add(new Step(event, form, count));
    }

    @Override
    protected Boolean visitOther(DpEvent other) {
      throw refused(other, "which the checker does not know: " + SUPPORTED);
    }

    @Override
    public Boolean visitGaussian(GaussianEvent event) {
      return add(event, Form.GAUSSIAN);
    }

    @Override
    public Boolean visitLaplace(LaplaceEvent event) {
      return add(event, Form.DIVERGENCE);
    }

    @Override
    public Boolean visitPure(PureEvent event) {
      return add(event, Form.TWO_LOSSES);
    }

    @Override
    public Boolean visitRandomizedResponse(RandomizedResponseEvent event) {
      double truth = event.truthProbability();
      double other = (1 - truth) / (event.answers() - 1);
      if (!(Math.min(truth, 1 - truth) >= SMALLEST_DIFFERENCE
          && Math.abs(Math.log(truth / other)) >= SMALLEST_DIFFERENCE)) {
        throw refused(
            event,
            "whose truth_probability is within "
                + SMALLEST_DIFFERENCE
                + " of 0, of 1 or of answers that tell nothing");
      }
      return add(event, event.answers() == 2 ? Form.TWO_LOSSES : Form.THREE_LOSSES);
    }

    @Override
    public Boolean visitZcdp(ZcdpEvent event) {
      return event.delta() == 0 ? add(event, Form.DIVERGENCE) : visitOther(event);
    }

    @Override
    public Boolean visitPoissonSampled(PoissonSampledEvent event) {
      boolean known =
          event.adjacency() != AdjacencyRelation.REPLACE_ONE
              && event.event().accept(new IsGaussian()).isPresent();
      return known ? add(event, Form.SAMPLED) : visitOther(event);
    }
  }

  private static final class IsGaussian extends DefaultVisitor<Optional<GaussianEvent>> {
    @Override
    protected Optional<GaussianEvent> visitOther(DpEvent other) {
      return Optional.empty();
    }

    @Override
    public Optional<GaussianEvent> visitGaussian(GaussianEvent event) {
      return Optional.of(event);
    }
  }
}
