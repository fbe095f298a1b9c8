package org.assay.verify.external;

import java.util.List;
import org.assay.verify.trial.Outcome;

/** What became of a request. */
sealed interface Reply {
  /** One outcome for every run. */
  record Answered(List<Outcome> outcomes) implements Reply {}

  /**
   * No answer, or none that can be read; the program that gave it has been killed.
   *
   * @param kind what happened, in words that are the same whenever it happens
   */
  record Broken(String kind) implements Reply {}

  /** The audit ran out of time while it waited. */
  record Expired() implements Reply {}
}
