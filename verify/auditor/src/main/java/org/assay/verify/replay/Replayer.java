package org.assay.verify.replay;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.verify.replay.Finding.Evidence;
import org.assay.verify.replay.Finding.Movement;
import org.assay.verify.replay.Finding.Occurrence;
import org.assay.verify.trial.Outcome;

/**
 * Answers the calls of a run on a neighbour with the recorded answers, and compares every call with
 * the recording.
 */
final class Replayer implements Responder {
  private final Recording recording;
  private final Occurrence occurrence;
  private final Findings findings;
  private final AdjacencyRelation adjacency;
  private final QueryComparison queries;
  private int position;
  private boolean isRandom;
  private boolean diverged;

  Replayer(
      Recording recording,
      Occurrence occurrence,
      Findings findings,
      AdjacencyRelation adjacency,
      double tolerance) {
    this.recording = recording;
    this.occurrence = occurrence;
    this.findings = findings;
    this.adjacency = adjacency;
    this.queries = new QueryComparison(occurrence, findings, tolerance);
  }

  @Override
  public Object answer(Call call, Function<RandomGenerator, Object> draw) {
    isRandom = true;
    Entry.Draw recorded = next(Entry.Draw.class, call.subject());
    boolean sameKind =
        call.primitive() == recorded.call().primitive()
            && call.name().equals(recorded.call().name())
            && call.parameters().size() == recorded.call().parameters().size();
    if (!sameKind) {
      throw flowed(call.subject(), recorded.subject());
    }
    if (!queries.compare(recorded.call(), call)) {
      throw diverge();
    }
    return recorded.answer();
  }

  @Override
  public <R> List<R> sample(String name, List<R> records, double samplingProbability) {
    isRandom |= samplingProbability > 0 && samplingProbability < 1;
    String subject = "Poisson sample '" + name + "'";
    Entry.Sample recorded = next(Entry.Sample.class, subject);
    if (!recorded.name().equals(name)) {
      throw flowed(subject, recorded.subject());
    }
    if (Double.compare(recorded.probability(), samplingProbability) != 0) {
      findings.add(
          new Finding.ParameterDiffers(
              occurrence,
              subject,
              "samplingProbability",
              recorded.probability(),
              samplingProbability));
    }
    Coins coins = Coins.of(recorded, records);
    if (!coins.areOfNeighbours(adjacency)) {
      findings.add(
          new Finding.SampledListsDiffer(
              occurrence, subject, coins.onlyRecorded(), coins.onlyReplayed()));
    }
    List<R> sample = new ArrayList<>();
    for (int i = 0; i < records.size(); i++) {
      if (coins.joins(i)) {
        sample.add(records.get(i));
      }
    }
    return sample;
  }

  @Override
  public void endSample() {
    // A diverged run calls this method while it unwinds; nothing is left to compare then.
    if (!diverged) {
      next(Entry.SampleEnd.class, new Entry.SampleEnd().subject());
    }
  }

  @Override
  public void showPublic(String name, Object value) {
    Entry.Public recorded = next(Entry.Public.class, "public value '" + name + "'");
    if (!recorded.name().equals(name)) {
      throw flowed("public value '" + name + "'", recorded.subject());
    }
    if (!Snapshot.equal(recorded.value(), value)) {
      findings.add(
          new Finding.PublicValueDiffers(
              occurrence,
              recorded.subject(),
              Snapshot.text(recorded.value()),
              Snapshot.text(value)));
    }
  }

  /** Compares the outcomes of the two runs; not to be called after the replay diverged. */
  void end(Outcome outcome) {
    boolean sameEnd = recording.outcome().equals(outcome);
    boolean onlyOutcome = recording.isDeterministic() || !isRandom;
    boolean complete = position == recording.entries().size();
    boolean eitherFailed = outcome.isFailure() || recording.outcome().isFailure();
    if (!complete && !eitherFailed) {
      findings.add(
          new Finding.ControlFlowDiffers(
              occurrence, "the end", recording.entries().get(position).subject()));
    }
    if (!sameEnd && (complete || eitherFailed || onlyOutcome)) {
      Evidence evidence = onlyOutcome ? Evidence.IMPOSSIBLE_OUTCOME : Evidence.VIOLATED_DECLARATION;
      findings.add(new Finding.OutcomeDiffers(occurrence, recording.outcome(), outcome, evidence));
    }
  }

  boolean diverged() {
    return diverged;
  }

  private <E extends Entry> E next(Class<E> kind, String subject) {
    if (diverged) {
      throw new Diverged();
    }
    if (position == recording.entries().size()) {
      throw flowed(subject, "the end with outcome " + recording.outcome());
    }
    Entry entry = recording.entries().get(position++);
    if (!kind.isInstance(entry)) {
      throw flowed(subject, entry.subject());
    }
    return kind.cast(entry);
  }

  private Diverged flowed(String replayed, String recorded) {
    findings.add(new Finding.ControlFlowDiffers(occurrence, replayed, recorded));
    return diverge();
  }

  private Diverged diverge() {
    diverged = true;
    return new Diverged();
  }

  /**
   * The coins of a sample, carried over to a neighbouring list. Equal records share their coins.
   * Records that are left over on both sides share coins in order. A new record joins the sample.
   */
  static final class Coins {
    private final boolean[] joins;
    private final int onlyRecorded;
    private final int onlyReplayed;

    private Coins(boolean[] joins, int onlyRecorded, int onlyReplayed) {
      this.joins = joins;
      this.onlyRecorded = onlyRecorded;
      this.onlyReplayed = onlyReplayed;
    }

    static Coins of(Entry.Sample recorded, List<?> records) {
      Map<Object, Deque<Boolean>> coins = new HashMap<>();
      for (int i = 0; i < recorded.records().size(); i++) {
        Object record = recorded.records().get(i);
        coins.computeIfAbsent(record, r -> new ArrayDeque<>()).add(recorded.coins().get(i));
      }
      boolean[] joins = new boolean[records.size()];
      List<Integer> unmatched = new ArrayList<>();
      for (int i = 0; i < joins.length; i++) {
        Deque<Boolean> equal = coins.getOrDefault(records.get(i), new ArrayDeque<>());
        if (equal.isEmpty()) {
          unmatched.add(i);
        } else {
          joins[i] = equal.remove();
        }
      }
      Deque<Boolean> left = new ArrayDeque<>();
      for (Object record : recorded.records()) {
        left.addAll(coins.getOrDefault(record, new ArrayDeque<>()));
        coins.remove(record);
      }
      int onlyRecorded = left.size();
      for (int i : unmatched) {
        joins[i] = left.isEmpty() ? recorded.probability() > 0 : left.remove();
      }
      return new Coins(joins, onlyRecorded, unmatched.size());
    }

    boolean joins(int index) {
      return joins[index];
    }

    int onlyRecorded() {
      return onlyRecorded;
    }

    int onlyReplayed() {
      return onlyReplayed;
    }

    boolean areOfNeighbours(AdjacencyRelation adjacency) {
      return adjacency == AdjacencyRelation.ADD_OR_REMOVE
          ? onlyRecorded + onlyReplayed <= 1
          : onlyRecorded <= 1 && onlyRecorded == onlyReplayed;
    }
  }

  /** Compares a replayed draw with the recorded draw of the same kind and name. */
  static final class QueryComparison {
    /** Flag for a question that moved up. */
    private static final int UP = 1;

    /** Flag for a question that moved down. */
    private static final int DOWN = 2;

    private final Occurrence occurrence;
    private final Findings findings;
    private final double tolerance;

    /** Flags of each sparse vector technique. */
    private final Map<String, Integer> directions = new HashMap<>();

    QueryComparison(Occurrence occurrence, Findings findings, double tolerance) {
      this.occurrence = occurrence;
      this.findings = findings;
      this.tolerance = tolerance;
    }

    /** Compares two draws; returns whether the replay can go on. */
    boolean compare(Call recorded, Call replayed) {
      compareParameters(recorded.parameters(), replayed);
      if (replayed.invalidParameter().isPresent()) {
        return false;
      }
      if (recorded.query().length != replayed.query().length) {
        findings.add(
            new Finding.ShapeDiffers(
                occurrence, replayed.subject(), recorded.query().length, replayed.query().length));
        return false;
      }
      if (!replayed.hasFiniteQuery()) {
        findings.add(
            new Finding.QueryNotFinite(occurrence, replayed.subject(), replayed.oddValue()));
        return false;
      }
      compareDistance(recorded, replayed);
      compareMovement(recorded, replayed);
      return true;
    }

    private void compareParameters(List<Parameter> recorded, Call replayed) {
      for (int i = 0; i < recorded.size(); i++) {
        Parameter parameter = replayed.parameters().get(i);
        if (!parameter.valid()) {
          findings.add(
              new Finding.ParameterInvalid(
                  occurrence,
                  replayed.subject(),
                  parameter.name(),
                  parameter.value(),
                  parameter.rule()));
        }
        if (!parameter.sameAs(recorded.get(i))) {
          findings.add(
              new Finding.ParameterDiffers(
                  occurrence,
                  replayed.subject(),
                  parameter.name(),
                  recorded.get(i).value(),
                  parameter.value()));
        }
      }
    }

    private void compareDistance(Call recorded, Call replayed) {
      Metric metric = recorded.primitive().metric();
      double used = metric.distance(recorded.query(), replayed.query());
      if (!(used <= recorded.sensitivity() * (1 + tolerance))) {
        findings.add(
            new Finding.SensitivityExceeded(
                occurrence, replayed.subject(), metric.label(), recorded.sensitivity(), used));
      }
    }

    private void compareMovement(Call recorded, Call replayed) {
      if (recorded.primitive() == Primitive.SPARSE_VECTOR) {
        directions.remove(recorded.name());
      }
      if (recorded.movement() != Movement.ONE_DIRECTION) {
        return;
      }
      int moved = direction(recorded.query(), replayed.query());
      if (recorded.primitive() == Primitive.ABOVE_THRESHOLD) {
        moved = directions.merge(recorded.name(), moved, (a, b) -> a | b);
      }
      if (moved == (UP | DOWN)) {
        findings.add(new Finding.MovedBothWays(occurrence, replayed.subject()));
      }
    }

    private static int direction(double[] recorded, double[] replayed) {
      int direction = 0;
      for (int i = 0; i < recorded.length; i++) {
        direction |= replayed[i] > recorded[i] ? UP : 0;
        direction |= replayed[i] < recorded[i] ? DOWN : 0;
      }
      return direction;
    }
  }
}
