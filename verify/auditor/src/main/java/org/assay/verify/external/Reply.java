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

  /** What a request was broken by, where that changes what to do next. */
  enum Cause {
    /** A run that fails on its own. */
    RUN,
    /** The answer could be read and had a wrong number of outputs. */
    COUNT,
    /** The time limit of a request passed, which many runs may exceed where none does. */
    TIME,
    /** The line was too long, which many outputs may be where none is. */
    LENGTH
  }

  /**
   * No answer, or none that can be read; the program that gave it has been killed.
   *
   * @param kind what happened, in words that are the same whenever it happens: they become the
   *     outcome of one run, which must not depend on the others in its request, nor on how many
   *     there were
   * @param cause what it was broken by
   * @param detail what was seen, if that helps; for people only, as it may differ from one time to
   *     the next
   */
  record Broken(String kind, Cause cause, Optional<String> detail) implements Reply {
    private static final int SHOWN = 80;

    Broken(String kind) {
      this(kind, Cause.RUN, Optional.empty());
    }

    /** A line that is no answer. */
    static Broken garbage(String kind, String line) {
      String shown = line.length() > SHOWN ? line.substring(0, SHOWN) + "…" : line;
      return new Broken("garbage: " + kind, Cause.RUN, Optional.of("the line '" + shown + "'"));
    }

    /** No answer within the time limit of a request. */
    static Broken timeout() {
      return new Broken("timeout", Cause.TIME, Optional.empty());
    }

    /** A line longer than is read. */
    static Broken tooLong() {
      String kind = "garbage: a line above " + (LineReader.LONGEST >> 20) + " MiB";
      return new Broken(kind, Cause.LENGTH, Optional.empty());
    }

    /** A wrong number of outputs. */
    static Broken miscounted(int outputs, int runs) {
      String detail = outputs + " outputs for " + runs + (runs == 1 ? " run" : " runs");
      return new Broken("garbage: a wrong number of outputs", Cause.COUNT, Optional.of(detail));
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
