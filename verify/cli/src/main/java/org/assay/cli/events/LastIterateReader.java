package org.assay.cli.events;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.GradientSchedule;
import org.assay.accountant.event.LastIterateEvent;
import org.assay.accountant.event.NoisyGradientDescentEvent;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdEvent;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.cli.input.Fields;
import org.assay.cli.input.Value;

/** Reads noisy gradient descent: one pass, cyclic batches or random ones. */
final class LastIterateReader {
  private static final int MOST_STEPS = 1_000_000;

  /** Where something is known about random batches. */
  private static final List<String> KNOWN_RELATIONS =
      List.of(AdjacencyRelation.REPLACE_ONE.label(), AdjacencyRelation.ADD_OR_REMOVE.label());

  /** Batches in a fixed order are another event. */
  private static final List<String> RANDOM_OR_FULL =
      Stream.of(NoisySgdSampling.FIXED_SIZE, NoisySgdSampling.POISSON, NoisySgdSampling.FULL_BATCH)
          .map(SamplingNames::of)
          .toList();

  private LastIterateReader() {}

  static DpEvent read(Fields fields) {
    return new LastIterateEvent(
        schedule(fields), number(fields, "lipschitz_constant"), number(fields, "smoothness"));
  }

  static DpEvent readCyclic(Fields fields) {
    return new NoisyGradientDescentEvent(
        schedule(fields),
        fields.get("epochs").integer(1, Integer.MAX_VALUE),
        number(fields, "lipschitz_constant"),
        number(fields, "smoothness"),
        number(fields, "strong_convexity"),
        fields.optional("diameter").map(Value::number).orElse(Double.POSITIVE_INFINITY),
        ConstantNames.read(fields.get("form"), NoisyGradientDescentEvent.Form.class));
  }

  static DpEvent readRandomBatches(Fields fields) {
    NoisySgdSampling sampling =
        Objects.requireNonNull(
            SamplingNames.WAYS.get(fields.get("sampling").oneOf(RANDOM_OR_FULL)));
    AdjacencyRelation adjacency =
        fields
            .optional("adjacency")
            .map(word -> AdjacencyRelation.ofLabel(word.oneOf(KNOWN_RELATIONS)))
            .orElse(AdjacencyRelation.REPLACE_ONE);
    return new NoisySgdEvent(
        NoisySgd.of(sampling, adjacency)
            .batches(
                LeafKinds.count(fields.get("batch_size")), LeafKinds.count(fields.get("records")))
            .steps(LeafKinds.count(fields.get("steps")), number(fields, "step_size"))
            .noise(number(fields, "noise"))
            .lipschitzConstant(number(fields, "lipschitz_constant"))
            .curvature(number(fields, "strong_convexity"), number(fields, "smoothness"))
            .diameter(
                fields.optional("diameter").map(Value::number).orElse(Double.POSITIVE_INFINITY))
            .build());
  }

  private static double number(Fields fields, String key) {
    return fields.get(key).number();
  }

  private static GradientSchedule schedule(Fields fields) {
    int steps = (int) fields.get("steps").integer(1, MOST_STEPS);
    double[] batches =
        forEachStep(fields.get("batch_size"), steps, size -> size.integer(1, Integer.MAX_VALUE));
    return GradientSchedule.of(
        forEachStep(fields.get("step_size"), steps, Value::number),
        Arrays.stream(batches).mapToInt(size -> (int) size).toArray(),
        forEachStep(fields.get("noise"), steps, Value::number));
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
