package org.assay.accountant.event;

import static org.assay.accountant.event.EventKey.count;
import static org.assay.accountant.event.EventKey.number;
import static org.assay.accountant.event.EventKey.word;
import static org.assay.accountant.event.ToeplitzMatrix.Form.BUFFERED;
import static org.assay.accountant.event.ToeplitzMatrix.Form.INVERSE;
import static org.assay.accountant.event.ToeplitzMatrix.Form.TOEPLITZ;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.assay.accountant.event.EventKey.Many;
import org.assay.accountant.event.EventKey.Range;

/** The kinds of mechanisms with a matrix, and how the matrix is written. */
final class MatrixKinds {
  private static final String TREE = "tree";
  private static final String SQUARE_ROOT = "square-root";
  private static final String ROWS = "rows";
  private static final String COEFFICIENTS = "coefficients";
  private static final String BUFFER_DECAY = "buffer_decay";
  private static final String OUTPUT_SCALE = "output_scale";

  private MatrixKinds() {}

  /** The keys of the matrix of a matrix mechanism. */
  private static <E extends DpEvent> EventKind.Draft<E> matrix(
      EventKind.Draft<E> draft, EventKey bands, Function<E, StrategyMatrix> matrix) {
    return draft
        .key(count("steps").rises().optional(), e -> term(matrix.apply(e), "steps"))
        .key(count("trees").optional(1L), e -> term(matrix.apply(e), "trees"))
        .key(bands.optional(), e -> term(matrix.apply(e), "bands"))
        .key(number(ROWS, Range.ANY).many(Many.ROWS).optional(), e -> term(matrix.apply(e), ROWS))
        .key(numbers(COEFFICIENTS), e -> term(matrix.apply(e), COEFFICIENTS))
        .key(numbers(BUFFER_DECAY), e -> term(matrix.apply(e), BUFFER_DECAY))
        .key(numbers(OUTPUT_SCALE), e -> term(matrix.apply(e), OUTPUT_SCALE));
  }

  private static Object term(StrategyMatrix matrix, String key) {
    return Optional.ofNullable(matrix.terms().get(key));
  }

  private static EventKey numbers(String name) {
    return number(name, Range.ANY).many(Many.LIST).optional();
  }

  private static StrategyMatrix matrix(EventFields f) {
    String word = f.word("matrix");
    if (!word.equals(BUFFERED.word())) {
      f.refuse("matrix", word, BUFFER_DECAY, OUTPUT_SCALE);
    }
    if (!word.equals(TOEPLITZ.word()) && !word.equals(INVERSE.word())) {
      f.refuse("matrix", word, COEFFICIENTS);
    }
    if (word.equals(ROWS)) {
      f.refuse("matrix", word, "steps", "trees", "bands");
      EventDescription rows = f.needed(ROWS, "matrix", word);
      rows.checked(() -> LowerTriangularMatrix.requireSize(rows.items().size()));
      List<List<Double>> numbers = rows.items().stream().map(MatrixKinds::row).toList();
      return rows.checked(() -> new LowerTriangularMatrix(numbers));
    }
    f.refuse("matrix", word, ROWS);
    EventDescription steps = f.needed("steps", "matrix", word);
    if (word.equals(TREE)) {
      f.refuse("matrix", word, "bands");
      long trees = f.count("trees", 1);
      return steps.checked(() -> new TreeMatrix(EventFields.count(steps), trees));
    }
    f.refuse("matrix", word, "trees");
    long size = EventFields.count(steps);
    for (ToeplitzMatrix.Form form : ToeplitzMatrix.Form.values()) {
      if (word.equals(form.word())) {
        f.refuse("matrix", word, "bands");
        boolean isBuffered = form == BUFFERED;
        EventDescription first = f.needed(isBuffered ? BUFFER_DECAY : COEFFICIENTS, "matrix", word);
        List<Double> scales = isBuffered ? row(f.needed(OUTPUT_SCALE, "matrix", word)) : List.of();
        return first.checked(() -> new ToeplitzMatrix(size, form, row(first), scales));
      }
    }
    long bands = f.count("bands", size);
    return f.optional("bands").orElse(steps).checked(() -> new SquareRootMatrix(size, bands));
  }

  private static List<Double> row(EventDescription row) {
    return row.items().stream().map(EventDescription::number).toList();
  }

  /** Adds the kinds, each by its class. */
  static void addTo(Map<Class<? extends DpEvent>, EventKind<?>> all) {
    EventKey matrix =
        word(
                "matrix",
                List.of(TREE, SQUARE_ROOT, ROWS, TOEPLITZ.word(), INVERSE.word(), BUFFERED.word()))
            .main();
    all.put(
        MatrixMechanismEvent.class,
        matrix(
                MechanismKinds.<MatrixMechanismEvent>kind(
                        "matrix-mechanism",
                        "a matrix times sums of records' vectors, with Gaussian noise: `tree` with"
                            + " `steps` (of each tree), `square-root` with `steps` and `bands` (all"
                            + " if left out), `rows` with lists of 1, 2, 3, … numbers, `toeplitz`"
                            + " with `steps` and the first `coefficients`, `inverse-toeplitz` with"
                            + " those of the inverse, or `buffered-toeplitz` with `steps`,"
                            + " `buffer_decay` and `output_scale`")
                    .key(matrix, e -> term(e.matrix(), "matrix"))
                    .key(MechanismKinds.NOISE_MULTIPLIER, MatrixMechanismEvent::noiseMultiplier),
                count("bands").rises(),
                MatrixMechanismEvent::matrix)
            .key(count("participations").rises().optional(1L), e -> e.participations())
            .key(count("separation").falls().optional(1L), e -> e.separation())
            .key(MechanismKinds.ANY_RELATION, MechanismKinds::label)
            .builtBy(
                f ->
                    new MatrixMechanismEvent(
                        matrix(f),
                        f.count("participations", 1),
                        f.count("separation", 1),
                        f.noiseMultiplier(),
                        f.adjacency())));
    all.put(
        SampledMatrixEvent.class,
        matrix(
                MechanismKinds.<SampledMatrixEvent>kind(
                        "sampled-banded-matrix",
                        "the same, where each record joins each step of a round independently")
                    .key(matrix, e -> term(e.matrix(), "matrix"))
                    .key(MechanismKinds.NOISE_MULTIPLIER, SampledMatrixEvent::noiseMultiplier)
                    .key(
                        number("sampling_probability", Range.PROBABILITY).main().rises(),
                        SampledMatrixEvent::samplingProbability),
                count("bands"),
                SampledMatrixEvent::matrix)
            .key(MechanismKinds.ONE_MORE_RECORD, MechanismKinds::label)
            .builtBy(
                f ->
                    new SampledMatrixEvent(
                        matrix(f),
                        f.number("sampling_probability"),
                        f.noiseMultiplier(),
                        f.adjacency())));
  }
}
