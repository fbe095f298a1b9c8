package org.assay.verify.internal.distinguish;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.assay.verify.internal.inference.SupportingLine;
import org.assay.verify.trial.TrialBatch;

/**
 * Learns from past runs of one pair to predict an outcome's dataset. Trials are first scored by
 * scorers that were fitted before them, and only afterwards learned from. The caller settles bets
 * in between. When the stored outcomes fill the memory, counting goes on. A scorer is then replaced
 * only if all runs together show a rare event.
 *
 * <p>{@link #score} may be called by several threads at once, but not while {@link #learn} runs.
 */
public final class PairLearner {
  /**
   * Number of learners of a pair: best column, frequencies, logistic regression, trees,
   * recurrences.
   */
  public static final int LEARNERS = 5;

  /**
   * Later fits wait until the stored outcomes have grown by this factor. Not tuned: the time of all
   * fits is a geometric series.
   */
  private static final double REFIT_GROWTH = 1.8;

  /** Growth factor of the stored outcomes between the first fits, when a fit is fast. Not tuned. */
  private static final double EARLY_GROWTH = 1.25;

  /**
   * Number of stored outcomes at about which {@link #REFIT_GROWTH} replaces {@link #EARLY_GROWTH}.
   * Not tuned.
   */
  private static final int EAGER = 1000;

  /**
   * The part of the stored outcomes to which the best column and the frequencies are fitted. The
   * other outcomes are counted, so that fitting does not bias the counts. Not tuned.
   */
  private static final double STUDIED = 1 / 3.0;

  /** The learner that {@link SummarizedRuns#tails} may replace. */
  private static final int FEATURE = 0;

  /** The learner that {@link SummarizedRuns#recurrences} may replace. */
  private static final int RECURRENCES = 4;

  /**
   * When the memory is full, rare events are searched each time the number of runs has grown by
   * this factor. Not tuned.
   */
  private static final double LATE_GROWTH = 1.15;

  /**
   * A rare event replaces a scorer if it promises this many times the scorer's growth. Not tuned:
   * spares changes that gain nothing.
   */
  private static final double PREFERENCE = 1.1;

  private final double[] direction;
  private final List<SupportingLine> lines;
  private final LearningMemory memory;
  private Optional<OutcomeTable> past = Optional.empty();

  /** The past outcomes themselves, kept as long as their columns may change. */
  private final List<TrialBatch> whole = new ArrayList<>();

  private int nextScreen;
  private List<Scorer> scorers = List.of();
  private List<BinCounts> counts = List.of();
  private Optional<SummarizedRuns> late = Optional.empty();
  private long nextFit;

  /**
   * A learner without any runs.
   *
   * @param direction the canary direction, or empty
   * @param lines some lines of the claim, by which columns are compared
   * @param memory limits of the stored outcomes
   */
  public PairLearner(double[] direction, List<SupportingLine> lines, LearningMemory memory) {
    this.direction = direction.clone();
    this.lines = List.copyOf(lines);
    this.memory = memory;
  }

  /**
   * Counts of past runs, by learner.
   *
   * @return past counts by bin; empty before the first batch
   */
  public List<BinCounts> past() {
    return counts;
  }

  /**
   * Scores trials with the current scorers.
   *
   * @param chunk trials of this pair that have not been learned from
   * @return counts by bin; also the outcomes, as long as learners need them
   */
  public ScoredTrials score(TrialBatch chunk) {
    if (past.isEmpty()) {
      return ScoredTrials.kept(chunk, Optional.empty(), List.of());
    }
    OutcomeTable table = past.get();
    OutcomeTable rows = table.of(chunk);
    List<BinCounts> fresh = new ArrayList<>();
    for (Scorer scorer : scorers) {
      fresh.add(BinCounts.of(scorer, rows, 0));
    }
    return table.isFull()
        ? ScoredTrials.counted(chunk, fresh, late.orElseThrow().notes(rows))
        : ScoredTrials.kept(chunk, Optional.of(rows), fresh);
  }

  /**
   * Learns from trials.
   *
   * @param trials all trials scored since the last call, in their order
   */
  public void learn(List<ScoredTrials> trials) {
    OutcomeTable stored = past.orElseGet(() -> newTable(trials));
    int before = stored.rows();
    for (ScoredTrials scored : trials) {
      store(stored, scored);
    }
    boolean fits = stored.rows() > before && (stored.rows() >= nextFit || stored.isFull());
    OutcomeTable table = fits ? screened(stored) : stored;
    past = Optional.of(table);
    if (fits) {
      refit(table);
      int later = (int) (REFIT_GROWTH * Math.max(0, table.rows() - EAGER));
      nextFit = Math.max((int) (EARLY_GROWTH * table.rows()) + 1, later);
    } else {
      trials.forEach(scored -> addCounts(scored.counts()));
    }
    late.ifPresent(memory -> learnLate(memory, table, trials));
    if (table.isFull() && late.isEmpty()) {
      late = Optional.of(new SummarizedRuns(table));
      nextFit = (long) (LATE_GROWTH * table.rows());
    }
  }

  /**
   * The event of a range of bins, in words.
   *
   * @param learner the learner's number
   * @param from first bin
   * @param to bin after the last
   * @return the event
   */
  public String describe(int learner, int from, int to) {
    return scorers.get(learner).describe(from, to);
  }

  /**
   * Effort of reading the description of a range of bins.
   *
   * @param learner the learner's number
   * @param from first bin
   * @param to bin after the last
   * @return small for one value or interval, large for many of them and for a fitted score
   */
  public int effort(int learner, int from, int to) {
    return scorers.get(learner).effort(from, to);
  }

  /**
   * The learner whose bins tell the datasets apart best on past counts.
   *
   * @return its number
   */
  public int mostInformative() {
    int best = 0;
    for (int i = 1; i < counts.size(); i++) {
      if (counts.get(i).contrast() > counts.get(best).contrast()) {
        best = i;
      }
    }
    return best;
  }

  /**
   * The parts of the outcomes that learners do not see.
   *
   * @param bits number of significant bits to which numbers are rounded
   * @return parts of a sentence; empty if learners see everything
   */
  public List<String> unseen(int bits) {
    return past.map(table -> table.layout().unseen(bits)).orElse(List.of());
  }

  private void store(OutcomeTable table, ScoredTrials scored) {
    if (scored.outcomes().isPresent() && !table.isFull()) {
      TrialBatch outcomes = scored.outcomes().get();
      table.append(scored.rows().orElseGet(() -> table.of(outcomes)), outcomes);
      if (table.layout().isTentative() && nextScreen < Integer.MAX_VALUE) {
        whole.add(outcomes);
      }
    }
  }

  /**
   * Chooses coordinates and words anew each time the number of outcomes has doubled. The choice
   * becomes final when the outcomes no longer fit into the memory as wholes.
   */
  private OutcomeTable screened(OutcomeTable table) {
    if (!table.layout().isTentative() || table.rows() < nextScreen) {
      return table;
    }
    if (table.isFull() || table.rows() > memory.wholeOutcomes(table.layout().wholeSize())) {
      nextScreen = Integer.MAX_VALUE;
      whole.clear();
      return table;
    }
    nextScreen = 2 * table.rows();
    TrialBatch all = TrialBatch.join(whole);
    // Columns are chosen by one half of the outcomes, so that not all counts are biased. The half
    // is counted in trials, because the sizes of chunks depend on the machine.
    FeatureLayout layout = table.layout().refitted(all.first((all.size() + 1) / 2));
    OutcomeTable anew =
        new OutcomeTable(layout, KeyIndex.fitting(all), memory.rows(layout.width()));
    anew.append(anew.of(all), all);
    if (!layout.isTentative()) {
      whole.clear();
    }
    return anew;
  }

  private void addCounts(List<BinCounts> fresh) {
    for (int i = 0; i < fresh.size(); i++) {
      counts.get(i).add(fresh.get(i));
    }
  }

  private void learnLate(SummarizedRuns memory, OutcomeTable table, List<ScoredTrials> trials) {
    trials.stream().filter(t -> !t.notes().isEmpty()).forEach(t -> memory.add(t.notes()));
    if (memory.runs() >= nextFit) {
      memory.tails(table, lines).ifPresent(scorer -> improve(FEATURE, scorer, table));
      memory.recurrences(table, lines).ifPresent(scorer -> improve(RECURRENCES, scorer, table));
      nextFit = (long) (LATE_GROWTH * memory.runs());
    }
  }

  /** Replaces a scorer by one that promises more. */
  private void improve(int learner, Scorer scorer, OutcomeTable table) {
    BinCounts known = scorer.countPast(table);
    double promise = FeatureLearner.promise(known, lines);
    if (promise > PREFERENCE * FeatureLearner.promise(counts.get(learner), lines)) {
      scorers = new ArrayList<>(scorers);
      scorers.set(learner, scorer);
      counts.set(learner, known);
    }
  }

  /**
   * Fits all learners. Counts of rows that a scorer was fitted to would overstate its growth. The
   * best column and the frequencies are therefore fitted to one part of the table, and the
   * frequencies are counted on the other part. Logistic regression, trees and recurrences count
   * each row by a fit without that row.
   */
  private void refit(OutcomeTable table) {
    OutcomeTable studied = table.first((int) Math.ceil(STUDIED * table.rows()));
    Scorer feature = FeatureLearner.fit(studied, lines);
    Scorer frequencies = FrequencyLearner.fit(studied, feature);
    Scorer logistic = LogisticLearner.fit(table);
    Scorer trees = TreeLearner.fit(table);
    Scorer recurrences = RecurrenceLearner.fit(table, lines);
    scorers = List.of(feature, frequencies, logistic, trees, recurrences);
    counts = new ArrayList<>();
    // The first learner chooses only among columns, which biases its counts little.
    counts.add(feature.countPast(table));
    counts.add(BinCounts.of(frequencies, table, studied.rows()));
    counts.add(logistic.countPast(table));
    counts.add(trees.countPast(table));
    counts.add(recurrences.countPast(table));
  }

  private OutcomeTable newTable(List<ScoredTrials> trials) {
    TrialBatch first =
        TrialBatch.join(trials.stream().map(t -> t.outcomes().orElseThrow()).toList());
    FeatureLayout layout = FeatureLayout.fitting(first, direction);
    return new OutcomeTable(layout, KeyIndex.fitting(first), memory.rows(layout.width()));
  }

  /**
   * Summary of a pair's runs when the memory is full: the tails of every column, and the outcomes
   * that recur. The summary shows events too rare for the stored runs. The result does not depend
   * on the order or the portions in which runs are added.
   */
  static final class SummarizedRuns {
    private final List<ColumnTails> columns = new ArrayList<>();
    private final RecurringValues recurring;

    /** Summarizes the stored runs. */
    SummarizedRuns(OutcomeTable table) {
      for (int column = 0; column < table.layout().width(); column++) {
        ColumnTails tails = ColumnTails.empty();
        tails.include(table, column);
        columns.add(tails);
      }
      this.recurring = RecurringValues.of(table);
    }

    long runs() {
      return leftRuns() + rightRuns();
    }

    /** Extreme and recurring values of some rows, as numbers for {@link #add}. Changes nothing. */
    List<double[]> notes(OutcomeTable rows) {
      List<double[]> notes = new ArrayList<>();
      for (int column = 0; column < columns.size(); column++) {
        ColumnTails fresh = columns.get(column).fresh();
        fresh.include(rows, column);
        notes.add(fresh.encode());
      }
      notes.add(recurring.hits(rows));
      return notes;
    }

    /** Adds what {@link #notes} wrote. */
    void add(List<double[]> notes) {
      for (int column = 0; column < columns.size(); column++) {
        columns.get(column).add(ColumnTails.decode(notes.get(column)));
      }
      recurring.add(notes.get(columns.size()));
    }

    /** Bins of the most promising tails of a column; empty if none is promising. */
    Optional<Scorer> tails(OutcomeTable table, List<SupportingLine> lines) {
      return TailLearner.fit(columns, table, lines);
    }

    /** Bins of recurring outcomes; empty if they are not promising. */
    Optional<Scorer> recurrences(OutcomeTable table, List<SupportingLine> lines) {
      return recurring.fit(table, lines, leftRuns(), rightRuns());
    }

    private long leftRuns() {
      return columns.get(0).missing(true) + columns.get(0).numbers(true);
    }

    private long rightRuns() {
      return columns.get(0).missing(false) + columns.get(0).numbers(false);
    }
  }
}
