package org.assay.cli.internal.price;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.assay.accountant.event.ComposedEvent;
import org.assay.accountant.event.DefaultVisitor;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.GaussianEvent;
import org.assay.accountant.event.KnownCurveEvent;
import org.assay.accountant.event.LaplaceEvent;
import org.assay.accountant.event.PairEvent;
import org.assay.accountant.event.PoissonSampledEvent;
import org.assay.accountant.event.ProfileEvent;
import org.assay.accountant.event.PureEvent;
import org.assay.accountant.event.RandomizedResponseEvent;
import org.assay.accountant.event.RenyiEvent;
import org.assay.accountant.event.SelfComposedEvent;
import org.assay.accountant.event.ZcdpEvent;
import org.assay.accountant.numeric.Rational;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.cli.internal.input.InputException;

/**
 * The mechanisms of an event in the order of its text, each with the form in which the checker of
 * certificates can check it.
 *
 * @param event the whole event
 * @param list every mechanism of the text with its number of runs
 */
record CertificateSteps(DpEvent event, List<Step> list) {
  private static final String SUPPORTED =
      "supported are gaussian, laplace, randomized-response, pure, pair and zcdp without delta,"
          + " repeated and one after the other; under add-remove or zero-out also poisson(...,"
          + " gaussian(...))";

  // The limits of verify/checker/assay_check.py.
  private static final int MOST_STEPS = 2000;
  private static final long LARGEST_COUNT = 1_000_000_000_000_000L;
  private static final long MOST_CELLS = 50_000;

  /** Numbers that are too long for the checker. */
  private static final Pattern LONG_NUMBER = Pattern.compile("[0-9]{41}");

  /** Characters that JSON writers do not write alike. */
  private static final Pattern NOT_PRINTED = Pattern.compile("[\\p{Cntrl}\\p{Cs}]");

  /**
   * Closer to 0, to 1 and to a coin that tells nothing, the double next to a decimal differs from
   * the decimal by too much for the slack of a certificate.
   */
  private static final double SMALLEST_DIFFERENCE = 1e-6;

  /** The forms in which a mechanism can be checked. */
  enum Form {
    GAUSSIAN,
    LOSSES,
    DIVERGENCE,
    SAMPLED
  }

  /**
   * A mechanism.
   *
   * @param event the mechanism, or the sampler with what it runs
   * @param form the form in which it can be checked
   * @param times number of runs
   * @param losses number of different privacy losses of its outcomes; 0 if they are not listed
   * @param sizes number of different absolute values above 0 of these losses
   */
  record Step(DpEvent event, Form form, long times, int losses, int sizes) {
    Step plus(Step other) {
      return new Step(event, form, Math.addExact(times, other.times), losses, sizes);
    }

    /** A lower bound of the number of sums of losses that the checker lists for all runs. */
    long cells() {
      if (times > MOST_CELLS) {
        return times;
      }
      long routes = 1; // how often each loss occurs
      for (int i = 1; i < losses && routes <= MOST_CELLS; i++) {
        routes = routes * (times + i) / i;
      }
      double balances = Math.pow((double) (2 * times + 1), sizes);
      return routes > MOST_CELLS ? routes : (long) Math.min((double) routes, balances);
    }
  }

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

  /** Number of unlike mechanisms that run on samples. */
  int samples() {
    return (int)
        list.stream().filter(step -> step.form == Form.SAMPLED).map(Step::event).distinct().count();
  }

  /** Whether every step has a list of losses, and their sums are few enough for the checker. */
  boolean haveFewLosses() {
    if (!list.stream().allMatch(step -> step.form == Form.LOSSES)) {
      return false;
    }
    Map<DpEvent, Step> groups = new HashMap<>();
    list.forEach(step -> groups.merge(step.event, step, Step::plus));
    long cells = 1;
    for (Step step : groups.values()) {
      cells = Math.min(cells, MOST_CELLS + 1) * Math.min(step.cells(), MOST_CELLS + 1);
    }
    return cells <= MOST_CELLS;
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
      return add(event, form, 0, 0);
    }

    private boolean add(DpEvent event, Form form, int losses, int sizes) {
      if (list.size() == MOST_STEPS) {
        throw refused(event, "as it is part of more than " + MOST_STEPS + " mechanisms");
      }
      return list.add(new Step(event, form, count, losses, sizes));
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
      return add(event, Form.LOSSES, 2, 1);
    }

    @Override
    public Boolean visitKnownCurve(KnownCurveEvent event) {
      return event.curve(
          new KnownCurveEvent.Curves<>() {
            @Override
            public Boolean pair(PairEvent pair) {
              return addPair(pair);
            }

            @Override
            public Boolean renyi(RenyiEvent renyi) {
              return visitOther(renyi);
            }

            @Override
            public Boolean profile(ProfileEvent profile) {
              return visitOther(profile);
            }
          });
    }

    /** Outcomes are told apart by their excess, the difference of both masses over their sum. */
    private boolean addPair(PairEvent pair) {
      String laws = PairEvent.of(pair.left(), pair.right(), pair.adjacency()).describe();
      if (LONG_NUMBER.matcher(laws).find()) {
        throw refused(pair, "as a probability has more than 40 digits above or below its line");
      }
      if (NOT_PRINTED.matcher(pair.describe()).find()) {
        throw refused(pair, "as its name or citation has a character that is not printed");
      }
      Set<Rational> excesses = new HashSet<>();
      Set<Rational> sizes = new HashSet<>();
      Rational largest = Rational.ZERO;
      for (int i = 0; i < pair.left().size(); i++) {
        Rational sum = pair.left().get(i).plus(pair.right().get(i));
        if (sum.signum() > 0) {
          Rational excess = pair.left().get(i).minus(pair.right().get(i)).dividedBy(sum);
          Rational size = excess.max(excess.negate());
          excesses.add(excess);
          sizes.add(size);
          largest = largest.max(size);
        }
      }
      sizes.remove(Rational.ZERO);
      if (largest.signum() > 0 && !(largest.down() >= SMALLEST_DIFFERENCE)) {
        throw refused(pair, "whose laws differ by a factor within 2e-6 of 1");
      }
      return add(pair, Form.LOSSES, excesses.size(), sizes.size());
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
      return add(event, Form.LOSSES, event.answers() == 2 ? 2 : 3, 1);
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
