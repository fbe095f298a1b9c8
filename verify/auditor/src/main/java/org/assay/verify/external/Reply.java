package org.assay.verify.external;

import java.util.List;
import java.util.Optional;
import org.assay.verify.trial.Outcome;

/** The result of a request. */
sealed interface Reply {
  /** Whether there is one outcome for every run. */
  boolean isAnswered();

  /** The program's fault, if any. */
  Optional<Broken> broken();

  /**
   * The outcomes: one for every run, or the failure of all of them as a single outcome; empty if
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

  /** The cause of a broken request, as far as the next steps depend on the cause. */
  enum Cause {
    /** A single run fails. */
    RUN,
    /** The answer could be read but had a wrong number of outputs. */
    COUNT,
    /**
     * The time limit of a request passed. Many runs together may exceed the limit although no
     * single run does.
     */
    TIME,
    /**
     * The line was too long. Many outputs together may be too long although no single output is.
     */
    LENGTH
  }

  /**
   * No answer, or an answer that cannot be read. The program has been killed.
   *
   * @param kind the fault, in the same words every time. The words become the outcome of one run,
   *     which must not depend on the other runs of its request or on their number
   * @param cause the cause
   * @param detail the observed answer, for people only, since answers may differ from one time to
   *     the next
   */
  record Broken(String kind, Cause cause, Optional<String> detail) implements Reply {
    /** Number of characters of a line that are shown. Not tuned. */
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

    /** A line longer than {@link LineReader#LONGEST}. */
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

  /** The audit's time ended while it waited. */
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
