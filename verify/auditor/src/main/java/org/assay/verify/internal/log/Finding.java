package org.assay.verify.internal.log;

/**
 * What one check of a log found.
 *
 * @param check its name
 * @param outcome the verdict
 * @param words why
 * @param errorProbability an upper bound of the probability that a log of the event does not match
 */
public record Finding(String check, Outcome outcome, String words, double errorProbability) {
  /** A verdict. */
  public enum Outcome {
    /** What the log shows is what the event says. */
    MATCHES("matches"),
    /** The event did not run, except with the error probability. */
    DOES_NOT_MATCH("does not match"),
    /** The log says too little. */
    CANNOT_TELL("cannot tell");

    private final String label;

    Outcome(String label) {
      this.label = label;
    }

    /**
     * What people read.
     *
     * @return in small letters
     */
    public String label() {
      return label;
    }
  }

  /** A check by name and error probability, which says its verdict. */
  record Check(String name, double errorProbability) {
    Finding matches(String words) {
      return new Finding(name, Outcome.MATCHES, words, errorProbability);
    }

    Finding doesNotMatch(String words) {
      return new Finding(name, Outcome.DOES_NOT_MATCH, words, errorProbability);
    }

    Finding cannotTell(String because) {
      return new Finding(name, Outcome.CANNOT_TELL, "because " + because, errorProbability);
    }
  }
}
