package org.assay.verify.internal.distinguish;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.assay.verify.internal.inference.SupportingLine;

/**
 * What is remembered of the runs of a pair when the memory is full: the tails of every column, and
 * the outcomes that recur. Events too rare for the stored runs show here. The order in which runs
 * are added, and in which portions, does not matter.
 */
final class SummarizedRuns {
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

  /** What must be remembered of some rows, as numbers. Changes nothing. */
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
