package org.assay.verify.internal.log;

/**
 * The result of one check of a log.
 *
 * @param check the name of the check
 * @param outcome the verdict
 * @param words the reason
 * @param errorProbability an upper bound of the probability that a log of the event does not match
 */
public record Finding(String check, Outcome outcome, String words, double errorProbability) {
  /** A verdict. */
  public enum Outcome {
    /** The log agrees with the event. */
    MATCHES("matches"),
    /** The event did not run, except with the error probability. */
    DOES_NOT_MATCH("does not match"),
    /** The log has too few entries for the check. */
    CANNOT_TELL("cannot tell");

    private final String label;

    Outcome(String label) {
      this.label = label;
    }

    /**
     * The outcome in words.
     *
     * @return words in small letters
     */
    public String label() {
      return label;
    }
  }

  /** A check by name and error probability, which makes its findings. */
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
