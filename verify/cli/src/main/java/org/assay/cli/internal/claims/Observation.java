package org.assay.cli.internal.claims;

import java.time.Duration;
import java.util.Optional;
import org.assay.accountant.privacy.Parameters;
import org.assay.cli.internal.input.Fields;
import org.assay.cli.internal.input.Value;
import org.assay.verify.audit.Auditor;

/**
 * The observation of the runs of a claim's mechanism.
 *
 * @param bits the significant bits of a number that count
 * @param runTimeout time after which a run counts as timed out, if any; not for programs, which
 *     have limits of their own
 */
public record Observation(SignificantBits bits, Optional<Duration> runTimeout) {
  private static final double MOST_SECONDS = 86_400;
  private static final double NANOS_PER_SECOND = 1e9;

  static final Observation DEFAULT = new Observation(SignificantBits.EVERY, Optional.empty());

  /** This observation changed by a claims file or one of its claims. */
  Observation changedBy(Fields fields) {
    return new Observation(
        fields.optional("significant_bits").map(SignificantBits::read).orElse(bits),
        fields.optional("run_timeout_seconds").map(Observation::duration).or(() -> runTimeout));
  }

  private static Duration duration(Value value) {
    double seconds = value.number(Parameters::requirePositive);
    if (!(seconds <= MOST_SECONDS)) {
      throw value.invalid("was " + seconds + ": it must be at most " + MOST_SECONDS);
    }
    return Duration.ofNanos((long) Math.ceil(seconds * NANOS_PER_SECOND));
  }

  /** This observation without a limit for single runs. */
  Observation withoutTimeout() {
    return new Observation(bits, Optional.empty());
  }

  /**
   * This observation with the number of bits that runs chose.
   *
   * @param count from 2 to 53
   * @return the changed observation
   */
  Observation withBits(int count) {
    return new Observation(bits.chosen(count), runTimeout);
  }

  /**
   * The auditor with this observation.
   *
   * @param auditor the auditor
   * @return the changed auditor
   */
  public Auditor applyTo(Auditor auditor) {
    Auditor rounding = auditor.significantBits(bits.count());
    return runTimeout.map(rounding::runTimeout).orElse(rounding);
  }

  /**
   * This observation in words, for a report.
   *
   * @return a sentence, empty if all bits count and runs have all the time there is
   */
  public String describe() {
    return (bits.describe()
            + runTimeout
                .map(limit -> "Runs of more than " + seconds(limit) + " s counted as timeouts.")
                .orElse(""))
        .strip();
  }

  private static double seconds(Duration limit) {
    return limit.toNanos() / NANOS_PER_SECOND;
  }
}
