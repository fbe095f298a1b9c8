package org.assay.verify.replay;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.assay.verify.replay.Finding.Movement;
import org.assay.verify.replay.Finding.Occurrence;

/** Compares a replayed draw with the recorded draw of the same kind and name. */
final class QueryComparison {
  /** Flag: a question moved up. */
  private static final int UP = 1;

  /** Flag: a question moved down. */
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
      findings.add(new Finding.QueryNotFinite(occurrence, replayed.subject(), replayed.oddValue()));
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
