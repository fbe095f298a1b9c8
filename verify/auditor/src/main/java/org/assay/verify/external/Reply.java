package org.assay.verify.external;

import java.util.List;
import java.util.Optional;
import org.assay.verify.trial.Outcome;

/** What became of a request. */
sealed interface Reply {
  /** Whether there is one outcome for every run. */
  boolean isAnswered();

  /** What the program did wrong, if it did. */
  Optional<Broken> broken();

  /**
   * What was seen: an outcome for every run, or the failure of all of them as one outcome; empty if
   * the audit ran out of time.
   */
  Optional<List<Outcome>> seen();

  /** One outcome for every run. */
  record Answered(List<Outcome> outcomes) implements Reply {
    @Override
    public boolean isAnswered() {
      return true;
    }

    @Override
    public Optional<Broken> broken() {
      return Optional.empty();
    }

    @Override
    public Optional<List<Outcome>> seen() {
      return Optional.of(outcomes);
    }
  }

  /**
   * No answer, or none that can be read; the program that gave it has been killed.
   *
   * @param kind what happened, in words that are the same whenever it happens
   * @param isMiscounted whether it could be read and had a wrong number of outputs
   * @param isTimeout whether the time limit of a request passed
   * @param line how the line begins that was no answer, if there was one; for people only, as it
   *     may differ from one time to the next
   */
  record Broken(String kind, boolean isMiscounted, boolean isTimeout, Optional<String> line)
      implements Reply {
    private static final int SHOWN = 80;

    Broken(String kind) {
      this(kind, false, false, Optional.empty());
    }

    /** A line that is no answer. */
    static Broken garbage(String kind, String line) {
      String shown = line.length() > SHOWN ? line.substring(0, SHOWN) + "…" : line;
      return new Broken("garbage: " + kind, false, false, Optional.of(shown));
    }

    /** No answer within the time limit of a request. */
    static Broken timeout() {
      return new Broken("timeout", false, true, Optional.empty());
    }

    /** A wrong number of outputs. */
    static Broken miscounted(int outputs, int runs) {
      String kind = "garbage: " + outputs + " outputs for " + runs + " runs";
      return new Broken(kind, true, false, Optional.empty());
    }

    @Override
    public boolean isAnswered() {
      return false;
    }

    @Override
    public Optional<Broken> broken() {
      return Optional.of(this);
    }

    @Override
    public Optional<List<Outcome>> seen() {
      return Optional.of(List.of(new Outcome.Failure(kind)));
    }
  }

  /** The audit ran out of time while it waited. */
  record Expired() implements Reply {
    @Override
    public boolean isAnswered() {
      return false;
    }

    @Override
    public Optional<Broken> broken() {
      return Optional.empty();
    }

    @Override
    public Optional<List<Outcome>> seen() {
      return Optional.empty();
    }
  }
}
