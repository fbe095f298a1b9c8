package org.assay.verify.internal.distinguish;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.assay.verify.internal.inference.SupportingLine;
import org.assay.verify.trial.TrialBatch;

/**
 * Everything that learns from past runs which dataset of one pair an outcome came from. Trials are
 * first scored with what was fitted before them, and only then learned from; callers settle their
 * bets in between. Once the stored outcomes fill the memory set aside for them counts go on, and
 * scorers change only where all runs show a rare event.
 *
 * <p>{@link #score} may be called by several threads at once, but not while {@link #learn} runs.
 */
public final class PairLearner {
  /** Learners of a pair: best feature, frequencies, logistic regression, trees, recurrences. */
  public static final int LEARNERS = 5;

  /** Later fits wait until the stored outcomes have grown by this factor. */
  private static final double REFIT_GROWTH = 1.8;

  /** The factor at first, when there is little to fit to. */
  private static final double EARLY_GROWTH = 1.25;

  /** About where the one factor gives way to the other. */
  private static final int EAGER = 1000;

  /** The part of the stored outcomes that scorers are fitted to. */
  private static final double STUDIED = 1 / 3.0;

  private static final int FEATURE = 0;
  private static final int RECURRENCES = 4;

  /**
   * Once the memory is full, rare events are looked for whenever runs have grown by this factor.
   */
  private static final double LATE_GROWTH = 1.15;

  /** How much more a rare event must promise than what a scorer in force finds. */
  private static final double PREFERENCE = 1.1;

  private final double[] direction;
  private final List<SupportingLine> lines;
  private final LearningMemory memory;
  private Optional<OutcomeTable> past = Optional.empty();

  /** The outcomes of the past as they were, while it is being chosen what of them to look at. */
  private final List<TrialBatch> whole = new ArrayList<>();

  private int nextScreen;
  private List<Scorer> scorers = List.of();
  private List<BinCounts> counts = List.of();
  private Optional<SummarizedRuns> late = Optional.empty();
  private long nextFit;

  /**
   * A pair about which nothing is known.
   *
   * @param direction the canary direction, or empty
   * @param lines a few lines of the claim to select features by
   * @param memory how many outcomes to store for learning
   */
  public PairLearner(double[] direction, List<SupportingLine> lines, LearningMemory memory) {
    this.direction = direction.clone();
    this.lines = List.copyOf(lines);
    this.memory = memory;
  }

  /**
   * What is known, by learner.
   *
   * @return past counts by bin; empty before the first batch
   */
  public List<BinCounts> past() {
    return counts;
  }

  /**
   * Scores trials with the scorers in force.
   *
   * @param chunk trials of this pair that have not been learned from
   * @return counts by bin, and the outcomes as long as they are needed for learning
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
   * @param trials everything scored since the last call, in the order of the trials
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
   * How hard the event of a range of bins is to read.
   *
   * @param learner the learner's number
   * @param from first bin
   * @param to bin after the last
   * @return small for a value or an interval, large for many of them and for a score
   */
  public int effort(int learner, int from, int to) {
    return scorers.get(learner).effort(from, to);
  }

  /**
   * The learner whose bins tell the sides apart best on past counts.
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
   * What of the outcomes is not looked at.
   *
   * @param bits to how many significant bits their numbers are rounded
   * @return parts of a sentence; none if all of every outcome is looked at
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
   * The same outcomes with coordinates and words chosen anew, whenever there are twice as many
   * outcomes and as long as all of them can be kept whole.
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
    // By half of the outcomes, so that what is chosen by them is not flattered by all. Chunks have
    // sizes that depend on the machine: trials are counted, not chunks.
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

  /** Takes over a scorer that promises more than the one in force. */
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
   * Fits anew. What a scorer was fitted to flatters it, so frequencies are fitted to one part of
   * the table and counted on the other; logistic regression, trees and recurrences leave out of
   * every count what it counts.
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
    // The first learner only chooses among columns, which flatters little.
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
}
