package org.assay.algorithms.run;

import java.util.List;
import java.util.Set;
import org.assay.accountant.privacy.Guarantee;

/**
 * An algorithm as the registry lists it.
 *
 * @param id its name on the command line, lower case with hyphens
 * @param number its number in {@code docs/reference/algorithms.md}
 * @param title its name in words
 * @param source citation key and theorem, for example {@code [@FeldmanKorenTalwar2020], Theorem
 *     3.5}
 * @param guarantee what is guaranteed and why, in a sentence or two
 * @param preconditions what the guarantee rests on, and whether each is checked or assumed
 * @param labels the kinds of labels it can be trained on
 * @param calibrated sets the algorithm up so that what it spends is at most the target; the
 *     corrected calibration where the paper's constants are wrong
 * @param paperSchedule sets it up with the paper's own constants for the same target. Its event
 *     tells the truth, which may exceed the target
 */
public record AlgorithmEntry(
    String id,
    int number,
    String title,
    String source,
    String guarantee,
    List<String> preconditions,
    Set<TrainingTask.Labels> labels,
    Calibrated calibrated,
    Calibrated paperSchedule) {
  /** Checks and copies the parameters. */
  public AlgorithmEntry {
    preconditions = List.copyOf(preconditions);
    labels = Set.copyOf(labels);
  }

  /**
   * This algorithm, set up in another way.
   *
   * @param how what is different, for the title
   * @param other sets the algorithm up so that what it spends is at most the target
   * @param ofPaper sets it up with the paper's own constants
   * @return the entry of the same name
   */
  public AlgorithmEntry with(String how, Calibrated other, Calibrated ofPaper) {
    return new AlgorithmEntry(
        id,
        number,
        title + ", with " + how,
        source,
        guarantee,
        preconditions,
        labels,
        other,
        ofPaper);
  }

  /** Sets an algorithm up for a task and a target. */
  @FunctionalInterface
  public interface Calibrated {
    /**
     * Sets the algorithm up.
     *
     * @param task what is known before the data are seen
     * @param target the guarantee wanted: approximate, zero-concentrated or Gaussian, under {@link
     *     org.assay.accountant.privacy.AdjacencyRelation#REPLACE_ONE}
     * @return the algorithm and the problem it solves
     * @throws IllegalArgumentException if the algorithm cannot do it, with the reason and what to
     *     change
     */
    Training setUp(TrainingTask task, Guarantee target);
  }

  /** The algorithm and what is known of it. */
  @Override
  public String toString() {
    return id + ": " + title + " (" + source + "), " + guarantee;
  }
}
