package org.assay.bench;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What the scores say together. Only what was measured counts: goals about entries that were left
 * out are not judged.
 *
 * @param scores one for each entry
 * @param replays one for each entry that was replayed too
 */
record ScoreSummary(List<Score> scores, List<ReplayScore> replays) {
  private static final double SMALL_EPSILON_SECONDS = 60;
  private static final String SMALL_EPSILON = "B0(1|2|3|4|6a|6b)@0\\.1";
  private static final int SMALL_EPSILON_ENTRIES = 6;
  private static final int NUMBERS = 32;
  private static final int NUMBERS_WANTED = 30;
  private static final double CATALOGUE_SECONDS = 300;

  List<TargetResult> targets() {
    return scores.stream().flatMap(score -> score.target().stream()).toList();
  }

  long falseClaims() {
    return scores.stream().filter(Score::isFalseClaim).count();
  }

  long falseClaimsRefuted() {
    return scores.stream().filter(s -> s.isFalseClaim() && s.meetsExpectation()).count();
  }

  /** True claims that some audit refuted. */
  List<String> falseAlarms() {
    return scores.stream()
        .filter(score -> !score.isFalseClaim() && !score.meetsExpectation())
        .map(score -> score.entry().id())
        .toList();
  }

  /** Median seconds of the six classic mistakes at claimed epsilon 0.1, all together. */
  double smallEpsilonSeconds() {
    return scores.stream()
        .filter(score -> score.entry().id().matches(SMALL_EPSILON))
        .mapToDouble(Score::medianSeconds)
        .sum();
  }

  boolean hasSmallEpsilon() {
    long measured =
        scores.stream().filter(score -> score.entry().id().matches(SMALL_EPSILON)).count();
    return measured == SMALL_EPSILON_ENTRIES;
  }

  /** By number in the catalogue of broken mechanisms: whether all its entries were refuted. */
  Map<String, Boolean> numbers() {
    return scores.stream()
        .filter(score -> score.entry().id().matches("B[^@]*"))
        .collect(
            Collectors.toMap(
                score -> score.entry().id().substring(0, 3),
                score -> !score.isFalseClaim() || score.meetsExpectation(),
                Boolean::logicalAnd,
                TreeMap::new));
  }

  /** Median seconds of all of them together. */
  double catalogueSeconds() {
    return scores.stream()
        .filter(score -> score.isFalseClaim() && score.entry().id().matches("B[^@]*"))
        .mapToDouble(Score::medianSeconds)
        .sum();
  }

  boolean hasCatalogue() {
    return numbers().size() == NUMBERS;
  }

  long numbersRefuted() {
    return numbers().values().stream().filter(refuted -> refuted).count();
  }

  /** Whether every target that was tried is met, and no true claim was refuted. */
  boolean isGood() {
    boolean small = !hasSmallEpsilon() || smallEpsilonSeconds() <= SMALL_EPSILON_SECONDS;
    boolean catalogue =
        !hasCatalogue()
            || (numbersRefuted() >= NUMBERS_WANTED && catalogueSeconds() <= CATALOGUE_SECONDS);
    return targets().stream().allMatch(TargetResult::isMet)
        && replays.stream().allMatch(ReplayScore::isMet)
        && small
        && catalogue
        && falseAlarms().isEmpty();
  }
}
