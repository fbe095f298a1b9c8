package org.assay.verify.replay;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.assay.accountant.accounting.Cost;
import org.assay.accountant.curve.PrivacyProfile;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.event.ApproximateEvent;
import org.assay.accountant.event.ComposedEvent;
import org.assay.accountant.event.DefaultVisitor;
import org.assay.accountant.event.DiscreteGaussianEvent;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.GaussianEvent;
import org.assay.accountant.event.PoissonSampledEvent;
import org.assay.accountant.event.SelfComposedEvent;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.DefaultGuaranteeVisitor;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.UnsupportedEventException;
import org.assay.verify.internal.inference.TradeoffEdges;
import org.assay.verify.replay.Finding.Occurrence;
import org.assay.verify.replay.ReplayReport.DeclaredCost;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.Outcome;
import org.jspecify.annotations.Nullable;

/** One {@link ReplayCheck} in progress. */
final class ReplaySession<D> {
  private final GrayBoxMechanism<D> mechanism;
  private final Guarantee claim;
  private final double tolerance;
  private final SplittableRandom seeds;
  private final Findings findings = new Findings();

  /** The events of the recordings, each with its first occurrence. */
  private final Map<DpEvent, Occurrence> spent = new LinkedHashMap<>();

  private final Set<String> unchecked = new LinkedHashSet<>();
  private Optional<DeclaredCost> cost = Optional.empty();
  private int recordings;

  ReplaySession(GrayBoxMechanism<D> mechanism, Guarantee claim, long seed, double tolerance) {
    this.mechanism = mechanism;
    this.claim = claim;
    this.tolerance = tolerance;
    this.seeds = new SplittableRandom(seed);
  }

  void check(AdjacentPair<D> pair, int number) throws InterruptedException {
    String name = pair.description();
    check(pair.left(), pair.right(), new Occurrence(name, true, number));
    check(pair.right(), pair.left(), new Occurrence(name, false, number));
  }

  /** Computes the costs of the recordings and collects all findings. */
  ReplayReport report() {
    boolean believed =
        findings.all().stream().noneMatch(finding -> finding instanceof Finding.Violation);
    spent.forEach(
        (event, occurrence) -> {
          if (believed || CostAccount.isQuick(event, claim)) {
            bill(event, occurrence);
          } else {
            unchecked.add("the declarations are false");
          }
        });
    return new ReplayReport(claim, recordings, findings.all(), cost, new ArrayList<>(unchecked));
  }

  private void check(D recordedOn, D replayedOn, Occurrence occurrence)
      throws InterruptedException {
    recordings++;
    Recorder recorder = new Recorder(seeds.split(), occurrence, findings);
    Optional<Outcome> outcome = run(recordedOn, recorder, recorder::diverged);
    if (outcome.isEmpty()) {
      return;
    }
    Recording recording = new Recording(recorder.entries(), outcome.get());
    Findings alone = new Findings();
    replay(recording, recordedOn, occurrence, alone, 0);
    if (!alone.all().isEmpty()) {
      String first = alone.all().get(0).describe();
      findings.add(new Finding.NotReproducible(occurrence, first));
      return;
    }
    replay(recording, replayedOn, occurrence, findings, tolerance);
    DeclaredEvents.of(recording, claim.adjacency())
        .ifPresent(event -> spent.putIfAbsent(event, occurrence));
  }

  private void replay(
      Recording recording, D dataset, Occurrence occurrence, Findings sink, double allowed)
      throws InterruptedException {
    Replayer replayer = new Replayer(recording, occurrence, sink, claim.adjacency(), allowed);
    run(dataset, replayer, replayer::diverged).ifPresent(replayer::end);
  }

  /** The outcome of a run; empty if the run diverged. */
  private Optional<Outcome> run(D dataset, Responder responder, BooleanSupplier diverged)
      throws InterruptedException {
    Outcome outcome;
    try {
      outcome = checked(mechanism.run(dataset, new CallPrimitives(responder)));
    } catch (InterruptedException e) {
      throw e;
    } catch (Diverged e) {
      return Optional.empty();
    } catch (Exception | AssertionError | StackOverflowError e) {
      outcome = new Outcome.Failure(e.getClass().getName());
    }
    return diverged.getAsBoolean() ? Optional.empty() : Optional.of(outcome);
  }

  private static Outcome checked(@Nullable Outcome outcome) {
    return outcome == null ? new Outcome.Failure("null") : outcome;
  }

  private void bill(DpEvent event, Occurrence occurrence) {
    try {
      DeclaredCost declared = CostAccount.of(event, claim);
      boolean largest = cost.isEmpty() || declared.shareOfClaim() > cost.get().shareOfClaim();
      cost = largest ? Optional.of(declared) : cost;
      if (declared.exceedsClaim()) {
        findings.add(new Finding.CostExceedsClaim(occurrence, event, declared));
      }
    } catch (UnsupportedEventException e) {
      unchecked.add(String.valueOf(e.getMessage()));
    }
  }

  /**
   * Answers with fresh noise and records every call.
   *
   * <p>The coins of samples are chosen to show a record's influence. In the first of three
   * recordings every record is in the sample. In the second the coins are fair, in the third as
   * declared. Any set of coins has positive probability unless the declared one is 0 or 1, so the
   * recording can happen.
   */
  static final class Recorder implements Responder {
    /** Number of ways to choose coins, taken in turn. */
    private static final int WAYS_TO_SAMPLE = 3;

    private final RandomGenerator random;
    private final Occurrence occurrence;
    private final Findings findings;
    private final List<Entry> entries = new ArrayList<>();
    private boolean diverged;

    Recorder(RandomGenerator random, Occurrence occurrence, Findings findings) {
      this.random = random;
      this.occurrence = occurrence;
      this.findings = findings;
    }

    @Override
    public Object answer(Call call, Function<RandomGenerator, Object> draw) {
      call.invalidParameter().ifPresent(parameter -> stop(invalid(call.subject(), parameter)));
      if (!call.hasFiniteQuery()) {
        stop(new Finding.QueryNotFinite(occurrence, call.subject(), call.oddValue()));
      }
      Object answer = draw.apply(random);
      entries.add(new Entry.Draw(call, answer));
      return answer;
    }

    @Override
    public <R> List<R> sample(String name, List<R> records, double samplingProbability) {
      Parameter declared = Parameter.probability("samplingProbability", samplingProbability);
      if (!declared.valid()) {
        stop(invalid("Poisson sample '" + name + "'", declared));
      }
      List<R> sample = new ArrayList<>();
      List<Boolean> coins = new ArrayList<>();
      for (R record : records) {
        boolean joins = random.nextDouble() < likelihood(samplingProbability);
        coins.add(joins);
        if (joins) {
          sample.add(record);
        }
      }
      // List.copyOf would refuse null records.
      List<Object> all = Collections.unmodifiableList(new ArrayList<Object>(records));
      entries.add(new Entry.Sample(name, samplingProbability, all, List.copyOf(coins)));
      return sample;
    }

    @Override
    public void endSample() {
      entries.add(new Entry.SampleEnd());
    }

    @Override
    public void showPublic(String name, Object value) {
      entries.add(new Entry.Public(name, Snapshot.of(value)));
    }

    /** The recorded entries, in order. */
    List<Entry> entries() {
      return entries;
    }

    boolean diverged() {
      return diverged;
    }

    private double likelihood(double declared) {
      if (declared == 0 || declared == 1) {
        return declared;
      }
      return switch (occurrence.recording() % WAYS_TO_SAMPLE) {
        case 0 -> 1;
        case 1 -> 0.5;
        default -> declared;
      };
    }

    private Finding invalid(String subject, Parameter parameter) {
      return new Finding.ParameterInvalid(
          occurrence, subject, parameter.name(), parameter.value(), parameter.rule());
    }

    private void stop(Finding finding) {
      diverged = true;
      findings.add(finding);
      throw new Diverged();
    }
  }

  /**
   * Compares the cost of an event with a claim, in the claim's own currency. A profile is compared
   * at each of its points, a trade-off curve at each of its edges. Each comparison is one of delta
   * at one epsilon.
   */
  static final class CostAccount implements Guarantee.Visitor<DeclaredCost> {
    /**
     * Rényi orders at which a zero-concentrated claim is compared: rho is at least divergence over
     * order. Not tuned.
     */
    private static final double[] ORDERS = {1.0625, 1.25, 1.5, 2, 3, 4, 8, 16, 32, 64, 256, 1024};

    private final DpEvent event;
    private final Cost cost;

    private CostAccount(DpEvent event, AdjacencyRelation adjacency) {
      this.event = event;
      this.cost = Cost.of(event, adjacency);
    }

    /**
     * Whether the cost is a sum or a closed form. The delta of noise that is not purely private
     * needs a convolution instead, a hundred milliseconds or more.
     */
    static boolean isQuick(DpEvent event, Guarantee claim) {
      return !claim.accept(new IsAboutDelta()) || IsPure.of(event);
    }

    /**
     * The cost that exceeds the claim most, over all comparisons.
     *
     * @throws UnsupportedEventException if no theorem known to the accountant bounds the event
     */
    static DeclaredCost of(DpEvent event, Guarantee claim) {
      return claim.accept(new CostAccount(event, claim.adjacency()));
    }

    @Override
    public DeclaredCost visitPure(Guarantee.Pure claim) {
      return new DeclaredCost("epsilon", pureEpsilon(), claim.epsilon());
    }

    @Override
    public DeclaredCost visitApproximate(Guarantee.Approximate claim) {
      return at(claim.epsilon(), claim.delta());
    }

    @Override
    public DeclaredCost visitGaussian(Guarantee.Gaussian claim) {
      return new DeclaredCost("mu", cost.mu().upper(), claim.mu());
    }

    @Override
    public DeclaredCost visitZeroConcentrated(Guarantee.ZeroConcentrated claim) {
      RdpCurve curve = cost.renyi();
      double largest = 0;
      for (double order : ORDERS) {
        largest = Math.max(largest, curve.at(order).upper() / order);
      }
      return new DeclaredCost("rho", largest, claim.rho());
    }

    @Override
    public DeclaredCost visitRenyi(Guarantee.Renyi claim) {
      RdpCurve curve = cost.renyi();
      DeclaredCost worst = new DeclaredCost("divergence", 0, Double.POSITIVE_INFINITY);
      for (Map.Entry<Double, Double> point : claim.epsilonByOrder().entrySet()) {
        double divergence = curve.at(point.getKey()).upper();
        String unit = "divergence of order " + point.getKey();
        DeclaredCost here = new DeclaredCost(unit, divergence, point.getValue());
        boolean worse = here.declared() - here.claimed() > worst.declared() - worst.claimed();
        worst = worse ? here : worst;
      }
      return worst;
    }

    @Override
    public DeclaredCost visitProfile(Guarantee.Profile claim) {
      return claim.deltaByEpsilon().entrySet().stream()
          .map(point -> at(point.getKey(), point.getValue()))
          .max(Comparator.comparingDouble(DeclaredCost::shareOfClaim))
          .orElseThrow();
    }

    /** A convex trade-off curve holds if the line through each of its edges holds. */
    @Override
    public DeclaredCost visitTradeoff(Guarantee.Tradeoff claim) {
      PrivacyProfile implied = PrivacyProfile.of(claim);
      return TradeoffEdges.slopes(claim).stream()
          .map(epsilon -> at(epsilon, implied.delta(epsilon).upper()))
          .max(Comparator.comparingDouble(DeclaredCost::shareOfClaim))
          .orElseThrow();
    }

    private DeclaredCost at(double epsilon, double delta) {
      String unit = "delta at epsilon " + epsilon;
      if (epsilon == Double.POSITIVE_INFINITY) {
        return new DeclaredCost(unit, 0, delta);
      }
      DeclaredCost pure = new DeclaredCost("epsilon", pureEpsilon(), epsilon);
      if (delta == 0 || !pure.exceedsClaim()) {
        return pure;
      }
      // Deltas are compared, not epsilons, because one evaluation of the profile replaces a search.
      // The upper end would include the error of a convolution, which a tight claim need not cover.
      return new DeclaredCost(unit, cost.delta(epsilon).value().lower(), delta);
    }

    private double pureEpsilon() {
      // The cost of each part is computed by itself. Cost#pureEpsilonOrInfinity would refuse a coin
      // with a delta, since its Rényi divergence is infinite.
      return IsPure.of(event) ? cost.pureEpsilon().upper() : Double.POSITIVE_INFINITY;
    }

    /** Whether a claim bounds a delta, with which the cost is then compared. */
    private static final class IsAboutDelta extends DefaultGuaranteeVisitor<Boolean> {
      @Override
      public Boolean visitApproximate(Guarantee.Approximate claim) {
        return true;
      }

      @Override
      public Boolean visitProfile(Guarantee.Profile claim) {
        return true;
      }

      @Override
      public Boolean visitTradeoff(Guarantee.Tradeoff claim) {
        return true;
      }

      @Override
      protected Boolean visitOther(Guarantee claim) {
        return false;
      }
    }

    /**
     * Whether a declared event can be purely private. Gaussian noise and a coin with a delta are
     * not, at any epsilon.
     */
    static final class IsPure extends DefaultVisitor<Boolean> {
      private IsPure() {}

      static boolean of(DpEvent event) {
        return event.accept(new IsPure());
      }

      @Override
      public Boolean visitComposed(ComposedEvent sequence) {
        return sequence.events().stream().allMatch(part -> part.accept(this));
      }

      @Override
      public Boolean visitSelfComposed(SelfComposedEvent repeated) {
        return repeated.event().accept(this);
      }

      @Override
      public Boolean visitPoissonSampled(PoissonSampledEvent sampled) {
        return sampled.samplingProbability() == 0 || sampled.event().accept(this);
      }

      @Override
      public Boolean visitGaussian(GaussianEvent noise) {
        return false;
      }

      @Override
      public Boolean visitDiscreteGaussian(DiscreteGaussianEvent noise) {
        return false;
      }

      @Override
      public Boolean visitApproximate(ApproximateEvent coin) {
        return !(coin.delta() > 0);
      }

      @Override
      protected Boolean visitOther(DpEvent other) {
        return true;
      }
    }
  }
}
