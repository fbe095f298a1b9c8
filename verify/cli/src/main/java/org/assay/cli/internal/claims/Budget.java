package org.assay.cli.internal.claims;

import java.time.Duration;
import java.util.Optional;
import org.assay.accountant.privacy.Parameters;
import org.assay.cli.internal.input.Fields;
import org.assay.cli.internal.input.Value;

/**
 * The budget of one claim's audit.
 *
 * @param runs largest number of runs
 * @param time largest time, if limited; a limit makes results depend on the machine
 */
public record Budget(long runs, Optional<Duration> time) {
  static final Budget DEFAULT = new Budget(20_000, Optional.empty());
  private static final double NANOS_PER_SECOND = 1e9;

  /** This budget changed by an object of a claims file. */
  Budget changedBy(Value value) {
    Fields fields = value.fields(Shapes.BUDGET);
    return new Budget(
        fields.optional("runs").map(count -> count.integer(1, Long.MAX_VALUE)).orElse(runs),
        fields.optional("seconds").map(Budget::duration).or(() -> time));
  }

  private static Duration duration(Value value) {
    double nanos = value.number(Parameters::requirePositive) * NANOS_PER_SECOND;
    return Duration.ofNanos(Math.max(1, (long) nanos));
  }
}
