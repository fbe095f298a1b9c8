package org.assay.cli.events;

import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.event.ApproximateEvent;
import org.assay.accountant.event.CertifiedEvent;
import org.assay.accountant.event.DiscreteGaussianEvent;
import org.assay.accountant.event.DiscreteLaplaceEvent;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.ExponentialMechanismEvent;
import org.assay.accountant.event.GaussianEvent;
import org.assay.accountant.event.GaussianSparseVectorEvent;
import org.assay.accountant.event.GeneralizedGaussianEvent;
import org.assay.accountant.event.LaplaceEvent;
import org.assay.accountant.event.MatrixMechanismEvent;
import org.assay.accountant.event.MixtureOfGaussiansEvent;
import org.assay.accountant.event.PartitionSelectionEvent;
import org.assay.accountant.event.PermuteAndFlipEvent;
import org.assay.accountant.event.PureEvent;
import org.assay.accountant.event.RandomizedResponseEvent;
import org.assay.accountant.event.ReportNoisyMaxEvent;
import org.assay.accountant.event.SampledMatrixEvent;
import org.assay.accountant.event.ShuffledBatchesEvent;
import org.assay.accountant.event.ShuffledReportsEvent;
import org.assay.accountant.event.SparseVectorEvent;
import org.assay.accountant.event.StaircaseEvent;
import org.assay.accountant.event.ThresholdedCountsEvent;
import org.assay.accountant.event.TruncatedLaplaceEvent;
import org.assay.accountant.event.ZcdpEvent;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Citation;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.cli.input.Fields;
import org.assay.cli.input.Shape;
import org.assay.cli.input.Value;

/** The events without parts: one entry each. */
final class LeafKinds {
  /** A kind of event: its keys and how it is built from them. */
  record Kind(Shape shape, Function<Fields, DpEvent> builder) {}

  private static final Shape LAST_ITERATE =
      new Shape(
          "last-iterate",
          List.of("steps", "step_size", "batch_size", "noise", "lipschitz_constant", "smoothness"),
          List.of());
  private static final Shape CYCLIC_DESCENT =
      new Shape(
          "noisy-gradient-descent",
          List.of(
              "epochs",
              "steps",
              "step_size",
              "batch_size",
              "noise",
              "lipschitz_constant",
              "smoothness",
              "strong_convexity",
              "form"),
          List.of("diameter"));
  private static final Shape RANDOM_BATCHES =
      new Shape(
          "noisy-sgd",
          List.of(
              "sampling",
              "records",
              "batch_size",
              "steps",
              "step_size",
              "noise",
              "lipschitz_constant",
              "smoothness",
              "strong_convexity"),
          List.of("diameter", "adjacency"));

  /** The kinds of which only the last of many steps is released. */
  static final List<Shape> DESCENTS = List.of(LAST_ITERATE, CYCLIC_DESCENT, RANDOM_BATCHES);

  static final List<Kind> ALL =
      List.of(
          new Kind(
              new Shape(
                  "gaussian", List.of("noise_multiplier", "adjacency"), List.of("sensitivity")),
              f -> new GaussianEvent(number(f, "noise_multiplier"), sensitivity(f))),
          new Kind(
              new Shape(
                  "laplace", List.of("noise_multiplier", "adjacency"), List.of("sensitivity")),
              f -> new LaplaceEvent(number(f, "noise_multiplier"), sensitivity(f))),
          new Kind(
              new Shape(
                  "generalized-gaussian",
                  List.of("noise_multiplier", "smoothness", "adjacency"),
                  List.of("sensitivity")),
              f ->
                  new GeneralizedGaussianEvent(
                      number(f, "noise_multiplier"), number(f, "smoothness"), sensitivity(f))),
          new Kind(
              new Shape(
                  "mixture-of-gaussians",
                  List.of("standard_deviation", "sensitivities", "probabilities", "adjacency"),
                  List.of()),
              f ->
                  new MixtureOfGaussiansEvent(
                      number(f, "standard_deviation"),
                      numbers(f, "sensitivities"),
                      numbers(f, "probabilities"),
                      adjacency(f))),
          new Kind(
              new Shape(
                  "matrix-mechanism",
                  List.of("matrix", "noise_multiplier", "adjacency"),
                  List.of("steps", "trees", "bands", "rows", "participations", "separation")),
              f ->
                  new MatrixMechanismEvent(
                      MatrixReader.read(f),
                      f.optional("participations").map(LeafKinds::count).orElse(1L),
                      f.optional("separation").map(LeafKinds::count).orElse(1L),
                      number(f, "noise_multiplier"),
                      adjacency(f))),
          new Kind(
              new Shape(
                  "sampled-banded-matrix",
                  List.of("matrix", "noise_multiplier", "sampling_probability", "adjacency"),
                  List.of("steps", "trees", "bands", "rows")),
              f ->
                  new SampledMatrixEvent(
                      MatrixReader.read(f),
                      number(f, "sampling_probability"),
                      number(f, "noise_multiplier"),
                      adjacency(f))),
          new Kind(
              new Shape(
                  "shuffled-reports", List.of("reports", "local_epsilon"), List.of("answers")),
              f ->
                  new ShuffledReportsEvent(
                      count(f.get("reports")),
                      number(f, "local_epsilon"),
                      f.optional("answers")
                          .map(k -> OptionalLong.of(count(k)))
                          .orElse(OptionalLong.empty()))),
          new Kind(
              new Shape(
                  "shuffled-batches",
                  List.of("batches", "noise_multiplier", "adjacency"),
                  List.of("epochs", "reshuffled")),
              f ->
                  new ShuffledBatchesEvent(
                      count(f.get("batches")),
                      f.optional("epochs").map(LeafKinds::count).orElse(1L),
                      number(f, "noise_multiplier"),
                      f.optional("reshuffled").map(Value::flag).orElse(true),
                      adjacency(f))),
          new Kind(
              new Shape("discrete-gaussian", List.of("sigma", "adjacency"), List.of("sensitivity")),
              f -> new DiscreteGaussianEvent(number(f, "sigma"), sensitivity(f))),
          new Kind(
              new Shape("discrete-laplace", List.of("scale", "adjacency"), List.of("sensitivity")),
              f -> new DiscreteLaplaceEvent(number(f, "scale"), sensitivity(f))),
          new Kind(
              new Shape(
                  "truncated-laplace",
                  List.of("scale", "bound", "adjacency"),
                  List.of("sensitivity")),
              f ->
                  new TruncatedLaplaceEvent(
                      number(f, "scale"), number(f, "bound"), sensitivity(f))),
          new Kind(
              new Shape("staircase", List.of("epsilon", "gamma", "adjacency"), List.of()),
              f -> new StaircaseEvent(number(f, "epsilon"), number(f, "gamma"), adjacency(f))),
          new Kind(
              new Shape(
                  "randomized-response",
                  List.of("truth_probability", "adjacency"),
                  List.of("answers")),
              f ->
                  new RandomizedResponseEvent(
                      f.optional("answers").map(LeafKinds::count).orElse(2L),
                      number(f, "truth_probability"),
                      adjacency(f))),
          new Kind(
              new Shape("exponential-mechanism", List.of("epsilon", "adjacency"), List.of()),
              f -> new ExponentialMechanismEvent(number(f, "epsilon"), adjacency(f))),
          new Kind(
              new Shape("permute-and-flip", List.of("epsilon", "adjacency"), List.of()),
              f -> new PermuteAndFlipEvent(number(f, "epsilon"), adjacency(f))),
          new Kind(
              new Shape("report-noisy-max", List.of("noise", "epsilon", "adjacency"), List.of()),
              f ->
                  new ReportNoisyMaxEvent(
                      ConstantNames.read(f.get("noise"), ReportNoisyMaxEvent.Noise.class),
                      number(f, "epsilon"),
                      adjacency(f))),
          new Kind(
              new Shape(
                  "sparse-vector",
                  List.of(
                      "threshold_noise_multiplier",
                      "query_noise_multiplier",
                      "positives",
                      "adjacency"),
                  List.of("monotone", "sensitivity")),
              f ->
                  new SparseVectorEvent(
                      number(f, "threshold_noise_multiplier"),
                      number(f, "query_noise_multiplier"),
                      count(f.get("positives")),
                      f.optional("monotone").map(Value::flag).orElse(false),
                      sensitivity(f))),
          new Kind(
              new Shape(
                  "gaussian-sparse-vector",
                  List.of(
                      "threshold_noise_multiplier",
                      "query_noise_multiplier",
                      "queries",
                      "positives",
                      "adjacency"),
                  List.of("monotone", "sensitivity")),
              f ->
                  new GaussianSparseVectorEvent(
                      number(f, "threshold_noise_multiplier"),
                      number(f, "query_noise_multiplier"),
                      count(f.get("queries")),
                      count(f.get("positives")),
                      f.optional("monotone").map(Value::flag).orElse(false),
                      sensitivity(f))),
          new Kind(
              new Shape(
                  "thresholded-counts",
                  List.of("noise", "scale", "threshold", "partitions", "adjacency"),
                  List.of()),
              f ->
                  new ThresholdedCountsEvent(
                      ConstantNames.read(f.get("noise"), ThresholdedCountsEvent.Noise.class),
                      number(f, "scale"),
                      number(f, "threshold"),
                      count(f.get("partitions")),
                      adjacency(f))),
          new Kind(
              new Shape(
                  "partition-selection",
                  List.of("epsilon", "delta", "partitions", "adjacency"),
                  List.of()),
              f ->
                  new PartitionSelectionEvent(
                      number(f, "epsilon"),
                      number(f, "delta"),
                      count(f.get("partitions")),
                      adjacency(f))),
          new Kind(
              new Shape("no-op", List.of("adjacency"), List.of()),
              f -> DpEvent.noOperation(adjacency(f))),
          new Kind(
              new Shape("non-private", List.of("adjacency"), List.of()),
              f -> DpEvent.nonPrivate(adjacency(f))),
          new Kind(
              new Shape("pure", List.of("epsilon", "adjacency"), List.of()),
              f -> new PureEvent(number(f, "epsilon"), adjacency(f))),
          new Kind(
              new Shape("approximate", List.of("epsilon", "delta", "adjacency"), List.of()),
              f -> new ApproximateEvent(number(f, "epsilon"), number(f, "delta"), adjacency(f))),
          new Kind(
              new Shape("zcdp", List.of("rho", "adjacency"), List.of("xi", "delta")),
              f ->
                  new ZcdpEvent(
                      f.optional("xi").map(Value::number).orElse(0.0),
                      number(f, "rho"),
                      f.optional("delta").map(Value::number).orElse(0.0),
                      adjacency(f))),
          new Kind(
              new Shape(
                  "certified",
                  List.of("name", "citation", "locator", "rho", "adjacency"),
                  List.of("omega")),
              LeafKinds::certified),
          new Kind(LAST_ITERATE, LastIterateReader::read),
          new Kind(CYCLIC_DESCENT, LastIterateReader::readCyclic),
          new Kind(RANDOM_BATCHES, LastIterateReader::readRandomBatches));

  private LeafKinds() {}

  private static double number(Fields fields, String key) {
    return fields.get(key).number();
  }

  private static List<Double> numbers(Fields fields, String key) {
    return fields.get(key).items().stream().map(Value::number).toList();
  }

  /** A whole number from 1 to 2^53. */
  static long count(Value value) {
    return value.integer(1, 1L << 53);
  }

  private static AdjacencyRelation adjacency(Fields fields) {
    return AdjacencyRelation.ofLabel(fields.get("adjacency").oneOf(ConstantNames.ADJACENCIES));
  }

  private static Sensitivity sensitivity(Fields fields) {
    double value = fields.optional("sensitivity").map(Value::number).orElse(1.0);
    return new Sensitivity(value, adjacency(fields));
  }

  /** Concentrated, up to an order if one is given. */
  private static DpEvent certified(Fields fields) {
    AdjacencyRelation adjacency = adjacency(fields);
    Enclosure rho = Enclosure.exact(number(fields, "rho"));
    RdpCurve curve =
        fields
            .optional("omega")
            .map(omega -> RdpCurve.truncatedConcentrated(rho, omega.number(), adjacency))
            .orElseGet(() -> RdpCurve.zeroConcentrated(rho, adjacency));
    Citation citation = new Citation(fields.get("citation").text(), fields.get("locator").text());
    return new CertifiedEvent(fields.get("name").text(), citation, curve);
  }
}
