package org.assay.cli.internal.canaries;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.cli.internal.input.InputException;
import org.assay.verify.training.CanaryEvidence;
import org.assay.verify.training.CoinCheck;
import org.assay.verify.training.GuessRule;
import org.assay.verify.training.OneRunGuesses;
import org.assay.verify.training.OneRunGuesses.ScoredCanaries;
import org.assay.verify.training.RepeatedRuns;

/**
 * A table of canaries, with the rule by which their coins are guessed from their scores.
 *
 * @param table the table
 * @param runs the rows of each run, by its name; one run without a name if there is no such column
 */
record ScoreFile(Table table, Map<String, List<Row>> runs) {
  private static final String RUN = "run";
  private static final String CANARY = "canary";
  private static final String INCLUDED = "included";
  private static final String SCORE = "score";
  private static final String GUESSES = "guesses";
  private static final String GUESSES_IN = "guesses_in";
  private static final String GUESSES_OUT = "guesses_out";
  private static final String THRESHOLDS = "thresholds";

  /** The value of guesses or thresholds for several that share the error probability. */
  private static final String ALL = "all";

  static final List<String> KEYS =
      List.of(
          Declared.COINS,
          Declared.RULE,
          Declared.RUNS,
          Declared.ADJACENCY,
          GUESSES,
          GUESSES_IN,
          GUESSES_OUT,
          THRESHOLDS);
  static final List<String> COLUMNS = List.of(CANARY, INCLUDED, SCORE, RUN);

  /**
   * One canary in one run.
   *
   * @param canary its name
   * @param included whether it was in
   * @param score the cell of its score, a number
   */
  record Row(String canary, boolean included, Cell score) {}

  static ScoreFile read(Path file) {
    Table table = TableReader.read(file);
    table.requireKnown(KEYS, COLUMNS);
    Map<String, List<Row>> runs = new LinkedHashMap<>();
    Map<List<String>, Cell> seen = new HashMap<>();
    boolean named = table.rows().stream().anyMatch(row -> row.containsKey(RUN));
    for (Map<String, Cell> row : table.rows()) {
      Cell canary = table.get(row, CANARY);
      String run = named ? table.get(row, RUN).text() : "";
      Cell before = seen.putIfAbsent(List.of(run, canary.text()), canary);
      if (before != null) {
        throw canary.invalid(
            "it stands at " + before.place() + " too, and a canary has one coin in a run");
      }
      Cell score = table.get(row, SCORE);
      score.comparable();
      boolean included = table.get(row, INCLUDED).flag();
      runs.computeIfAbsent(run, name -> new ArrayList<>())
          .add(new Row(canary.text(), included, score));
    }
    if (named) {
      Declared.requireIndependentRuns(table);
    }
    Declared.requireFixedRule(table);
    return new ScoreFile(table, runs);
  }

  AdjacencyRelation adjacency() {
    return Declared.adjacency(table);
  }

  /** Whether runs are repeated and read by thresholds. */
  private boolean hasThresholds() {
    return !table.list(THRESHOLDS).isEmpty();
  }

  /** The evidence of the file. */
  CanaryEvidence evidence(double errorProbability) {
    if (hasThresholds()) {
      requireNoNumbers();
      return repeated(errorProbability);
    }
    Declared.requireFairCoins(table);
    CoinCheck.problem(coins())
        .ifPresent(
            problem -> {
              throw new InputException(table.source() + ": " + Declared.unlikely(problem));
            });
    List<Row> rows = rows();
    return OneRunGuesses.of(
        adjacency(), errorProbability, ScoredCanaries.of(included(rows), scores(rows)), rules());
  }

  /** Refuses numbers of guesses that would not be used. */
  private void requireNoNumbers() {
    for (String name : List.of(GUESSES, GUESSES_IN, GUESSES_OUT)) {
      if (table.declared(name).isPresent()) {
        throw new InputException(
            String.format(
                "%s: declares thresholds and %s: guesses are made by one of them; declare one",
                table.source(), name));
      }
    }
  }

  private List<GuessRule> rules() {
    Optional<Cell> in = table.declared(GUESSES_IN);
    Optional<Cell> out = table.declared(GUESSES_OUT);
    List<Cell> halves = table.list(GUESSES);
    boolean sides = in.isPresent() || out.isPresent();
    if (sides == !halves.isEmpty()) {
      throw new InputException(
          table.source()
              + ": must declare how many guesses are made: guesses (half in, half out; or all), or"
              + " guesses_in and guesses_out, or thresholds for runs with one canary each");
    }
    if (isAll(halves)) {
      return GuessRule.halvings(rows().size());
    }
    return sides
        ? List.of(new GuessRule(in.map(Cell::count).orElse(0), out.map(Cell::count).orElse(0)))
        : halves.stream().map(count -> GuessRule.halves(count.count())).toList();
  }

  private static boolean isAll(List<Cell> list) {
    return list.size() == 1 && list.get(0).text().equals(ALL);
  }

  /** The coins of each run, those of a canary at the same place in all runs. */
  private List<boolean[]> coins() {
    List<boolean[]> coins = new ArrayList<>();
    for (List<Row> run : runs.values()) {
      List<Row> sorted = new ArrayList<>(run);
      sorted.sort(Comparator.comparing(Row::canary));
      coins.add(included(sorted));
    }
    return coins;
  }

  private CanaryEvidence repeated(double errorProbability) {
    requireOneCanary();
    List<Row> rows = rows();
    double[] scores = scores(rows);
    boolean[] included = included(rows);
    long in = rows.stream().filter(Row::included).count();
    if (!(in >= 1 && in < rows.size())) {
      throw new InputException(
          table.source()
              + (": the canary was in " + in + " of " + rows.size() + " runs")
              + ": it takes runs of both kinds");
    }
    List<Cell> cells = table.list(THRESHOLDS);
    if (isAll(cells)) {
      return RepeatedRuns.everyThreshold(adjacency(), errorProbability, included, scores);
    }
    cells.forEach(cell -> requireNotOneOf(scores, cell));
    List<Double> thresholds = cells.stream().map(Cell::comparable).toList();
    return RepeatedRuns.of(adjacency(), errorProbability, included, scores, thresholds);
  }

  /**
   * Refuses several canaries in repeated runs: the counts are binomial only if all runs of a kind
   * have one law.
   */
  private void requireOneCanary() {
    String first = rows().get(0).canary();
    for (List<Row> run : runs.values()) {
      Row row = run.get(run.size() - 1);
      if (run.size() != 1 || !row.canary().equals(first)) {
        throw new InputException(
            row.score().place()
                + (": canary '"
                    + row.canary()
                    + "': thresholds are for many runs (column run) with")
                + " one and the same canary; guess about several by numbers (guesses)");
      }
    }
  }

  /**
   * Refuses a threshold that equals one of several distinct scores, since a threshold fixed before
   * the scores would not.
   */
  private static void requireNotOneOf(double[] scores, Cell threshold) {
    double value = threshold.comparable();
    long different = Arrays.stream(scores).distinct().count();
    boolean hit = Arrays.stream(scores).anyMatch(score -> score == value);
    if (hit && different == scores.length) {
      throw threshold.invalid(
          "it is one of the scores, which are all different, so it looks chosen from them; fix"
              + " thresholds before the scores are seen");
    }
  }

  /** The numbers of canaries and runs, in words. */
  String size() {
    List<Row> rows = rows();
    long in = rows.stream().filter(Row::included).count();
    if (hasThresholds()) {
      return rows.size() + " runs, " + in + " of them with the canary";
    }
    String among = runs.size() > 1 ? " in " + runs.size() + " runs" : "";
    return rows.size() + " canaries" + among + ", " + in + " of them in";
  }

  /** All rows of all runs. */
  List<Row> rows() {
    return runs.values().stream().flatMap(List::stream).toList();
  }

  private static boolean[] included(List<Row> rows) {
    boolean[] included = new boolean[rows.size()];
    for (int i = 0; i < included.length; i++) {
      included[i] = rows.get(i).included();
    }
    return included;
  }

  private static double[] scores(List<Row> rows) {
    return rows.stream().mapToDouble(row -> row.score().comparable()).toArray();
  }
}
