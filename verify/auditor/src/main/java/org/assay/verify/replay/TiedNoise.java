package org.assay.verify.replay;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.assay.verify.trial.Outcome;

/** Looks for coordinates that always differ by the same amount although they vary. */
final class TiedNoise {
  private TiedNoise() {}

  static List<RandomnessFinding> of(
      String dataset, List<Outcome> outcomes, double errorProbability) {
    List<RandomnessFinding> findings = new ArrayList<>();
    int pairs = OutcomeViews.COORDINATES * (OutcomeViews.COORDINATES - 1) / 2;
    double falseAlarm = Math.scalb(1.0, 1 - outcomes.size());
    if (!(falseAlarm <= errorProbability / pairs)) {
      return findings;
    }
    List<Outcome.Vector> vectors =
        outcomes.stream().flatMap(outcome -> outcome.vector().stream()).toList();
    if (vectors.isEmpty() || vectors.size() < outcomes.size()) {
      return findings;
    }
    int shortest = vectors.stream().mapToInt(Outcome.Vector::length).min().orElseThrow();
    for (int second = 1; second < Math.min(shortest, OutcomeViews.COORDINATES); second++) {
      for (int first = 0; first < second; first++) {
        Optional<Float> difference = constantDifference(vectors, first, second);
        if (difference.isPresent()) {
          findings.add(
              new RandomnessFinding.TiedCoordinates(
                  dataset, first, second, difference.get(), outcomes.size(), falseAlarm));
        }
      }
    }
    return findings;
  }

  private static Optional<Float> constantDifference(
      List<Outcome.Vector> vectors, int first, int second) {
    Outcome.Vector start = vectors.get(0);
    float constant = OutcomeViews.difference(start, first, second);
    boolean tied =
        Float.isFinite(constant)
            && vectors.stream()
                .allMatch(vector -> OutcomeViews.difference(vector, first, second) == constant);
    boolean varies = vectors.stream().anyMatch(vector -> vector.at(first) != start.at(first));
    return tied && varies ? Optional.of(constant) : Optional.empty();
  }
}
