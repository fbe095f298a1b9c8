package org.assay.verify.distinguish;

import java.util.List;
import java.util.Optional;
import org.assay.verify.inference.SupportingLine;
import org.assay.verify.trial.TrialBatch;

/**
 * All learners of one pair. A batch is first scored with what was fitted before it, and only then
 * learned from; callers settle their bets in between. Once the stored outcomes fill the memory set
 * aside for them the scorers stay as they are and only counts go on.
 */
public final class PairLearner {
  /** How many learners every pair has: best feature, frequencies, logistic regression. */
  public static final int LEARNERS = 3;

  /** Later fits wait until the stored outcomes have grown by this factor. */
  private static final double REFIT_GROWTH = 1.8;

  /** Up to about this many outcomes every batch leads to a new fit. */
  private static final int EAGER = 1000;

  private final double[] direction;
  private final List<SupportingLine> lines;
  private Optional<OutcomeTable> past = Optional.empty();
  private Optional<OutcomeTable> pending = Optional.empty();
  private List<BinCounts> fresh = List.of();
  private List<Scorer> scorers = List.of();
  private List<BinCounts> counts = List.of();
  private int fittedRows;
  private int nextFit;

  /**
   * A pair about which nothing is known.
   *
   * @param direction the canary direction, or empty
   * @param lines a few lines of the claim to select features by
   */
  public PairLearner(double[] direction, List<SupportingLine> lines) {
    this.direction = direction.clone();
    this.lines = List.copyOf(lines);
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
   * Counts a batch in the bins in force and keeps it for {@link #learn}.
   *
   * @param batch the next runs of this pair, at least one
   * @return fresh counts by learner; empty for the first batch, when nothing has been fitted yet
   */
  public List<BinCounts> score(TrialBatch batch) {
    OutcomeTable table = past.orElseGet(() -> newTable(batch));
    past = Optional.of(table);
    OutcomeTable rows = table.of(batch);
    pending = Optional.of(rows);
    fresh = scorers.stream().map(scorer -> BinCounts.of(scorer, rows)).toList();
    return fresh;
  }

  /** Learns from the batch that was scored last. */
  public void learn() {
    OutcomeTable table = past.orElseThrow();
    OutcomeTable rows = pending.orElseThrow();
    pending = Optional.empty();
    table.append(rows);
    if (table.rows() >= nextFit && fittedRows < table.rows()) {
      refit(table);
      fittedRows = table.rows();
      nextFit = Math.max(table.rows() + 1, (int) (REFIT_GROWTH * Math.max(0, fittedRows - EAGER)));
    } else {
      for (int i = 0; i < fresh.size(); i++) {
        counts.get(i).add(fresh.get(i));
      }
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

  private void refit(OutcomeTable table) {
    Scorer feature = FeatureLearner.fit(table, lines);
    scorers = List.of(feature, FrequencyLearner.fit(table, feature), LogisticLearner.fit(table));
    counts = scorers.stream().map(scorer -> BinCounts.of(scorer, table)).toList();
  }

  private OutcomeTable newTable(TrialBatch batch) {
    return new OutcomeTable(FeatureLayout.fitting(batch, direction), KeyIndex.fitting(batch));
  }
}
