package org.assay.cli.events;

import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.RepeatAndSelectEvent;
import org.assay.accountant.internal.divergence.NegativeBinomialRepetitions;
import org.assay.accountant.internal.divergence.PoissonRepetitions;
import org.assay.accountant.internal.divergence.Repetitions;
import org.assay.cli.input.Fields;
import org.assay.cli.input.Value;

/** Reads how often a run was repeated of which the best is released. */
final class RepetitionsReader {
  private static final String MEAN = "mean";
  private static final String SHAPE = "shape";
  private static final String SUCCESS_PROBABILITY = "success_probability";

  private enum Distribution {
    POISSON,
    NEGATIVE_BINOMIAL
  }

  private RepetitionsReader() {}

  static DpEvent event(Fields fields) {
    return new RepeatAndSelectEvent(EventReader.event(fields.get("event")), repetitions(fields));
  }

  private static Repetitions repetitions(Fields fields) {
    return switch (ConstantNames.read(fields.get("repetitions"), Distribution.class)) {
      case POISSON -> {
        refuse(fields, SHAPE, "poisson");
        refuse(fields, SUCCESS_PROBABILITY, "poisson");
        yield new PoissonRepetitions(number(fields, MEAN));
      }
      case NEGATIVE_BINOMIAL -> {
        refuse(fields, MEAN, "negative-binomial");
        yield new NegativeBinomialRepetitions(
            number(fields, SHAPE), number(fields, SUCCESS_PROBABILITY));
      }
    };
  }

  private static double number(Fields fields, String key) {
    return fields
        .optional(key)
        .map(Value::number)
        .orElseThrow(() -> fields.get("repetitions").invalid("needs the key " + key));
  }

  private static void refuse(Fields fields, String key, String distribution) {
    fields
        .optional(key)
        .ifPresent(
            value -> {
              throw value.invalid("does not belong to " + distribution + " repetitions");
            });
  }
}
