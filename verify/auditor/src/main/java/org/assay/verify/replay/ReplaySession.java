package org.assay.verify.replay;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
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
}
