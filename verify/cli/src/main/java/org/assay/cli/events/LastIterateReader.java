package org.assay.cli.events;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.GradientSchedule;
import org.assay.accountant.event.LastIterateEvent;
import org.assay.cli.input.Fields;
import org.assay.cli.input.Value;

/** Reads one pass of noisy gradient descent. */
final class LastIterateReader {
  private static final int MOST_STEPS = 1_000_000;

  private LastIterateReader() {}

  static DpEvent read(Fields fields) {
    int steps = (int) fields.get("steps").integer(1, MOST_STEPS);
    double[] batches =
        forEachStep(fields.get("batch_size"), steps, size -> size.integer(1, Integer.MAX_VALUE));
    GradientSchedule schedule =
        GradientSchedule.of(
            forEachStep(fields.get("step_size"), steps, Value::number),
            Arrays.stream(batches).mapToInt(size -> (int) size).toArray(),
            forEachStep(fields.get("noise"), steps, Value::number));
    return new LastIterateEvent(
        schedule, fields.get("lipschitz_constant").number(), fields.get("smoothness").number());
  }

  /** One number for all steps, or a list of one for each. */
  private static double[] forEachStep(Value value, int steps, ToDoubleFunction<Value> reader) {
    double[] numbers = new double[steps];
    if (!value.isList()) {
      Arrays.fill(numbers, reader.applyAsDouble(value));
      return numbers;
    }
    List<Value> items = value.items();
    if (items.size() != steps) {
      throw value.invalid(
          "has " + items.size() + " items: it needs one for each of " + steps + " steps");
    }
    Arrays.setAll(numbers, t -> reader.applyAsDouble(items.get(t)));
    return numbers;
  }
}
