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
    for (int second = 1; second < OutcomeViews.COORDINATES; second++) {
      for (int first = 0; first < second; first++) {
        Optional<Float> difference = constantDifference(outcomes, first, second);
        if (difference.isPresent()) {
          findings.add(
              new RandomnessFinding.TiedCoordinates(
                  dataset, first, second, difference.get(), outcomes.size(), falseAlarm));
        }
      }
    }
    return findings;
  }

  private static Optional<Float> constantDifference(List<Outcome> outcomes, int first, int second) {
    boolean varies = false;
    for (Outcome outcome : outcomes) {
      if (!(outcome instanceof Outcome.Vector vector) || vector.length() <= second) {
        return Optional.empty();
      }
      // Every outcome before this one passed the first test, so the first of all is a vector.
      Outcome.Vector start = (Outcome.Vector) outcomes.get(0);
      float difference = OutcomeViews.difference(vector, first, second);
      if (!Float.isFinite(difference)
          || difference != OutcomeViews.difference(start, first, second)) {
        return Optional.empty();
      }
      varies |= vector.at(first) != start.at(first);
    }
    return varies
        ? Optional.of(OutcomeViews.difference((Outcome.Vector) outcomes.get(0), first, second))
        : Optional.empty();
  }
}
