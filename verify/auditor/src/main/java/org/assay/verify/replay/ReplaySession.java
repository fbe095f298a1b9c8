package org.assay.verify.replay;

import java.util.ArrayList;
import java.util.Collections;
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
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.UnsupportedEventException;
import org.assay.verify.replay.Finding.Occurrence;
import org.assay.verify.replay.ReplayReport.DeclaredCost;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.Outcome;
import org.jspecify.annotations.Nullable;

/** One check in progress. */
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

  /** Bills the recordings and collects all findings. */
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
    /** The three ways to choose coins, in turn. */
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
}
