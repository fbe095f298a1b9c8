package org.assay.cli.internal.traininglog;

import java.io.BufferedReader;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import org.assay.accountant.privacy.Parameters;
import org.assay.cli.internal.input.BoundedLines;
import org.assay.cli.internal.input.DocumentReader;
import org.assay.cli.internal.input.Fields;
import org.assay.cli.internal.input.InputException;
import org.assay.cli.internal.input.Shape;
import org.assay.cli.internal.input.Value;
import org.assay.cli.internal.input.WholeFile;
import org.assay.verify.internal.log.LoggedStep;
import org.assay.verify.internal.log.TrainingLog;
import org.assay.verify.internal.log.TrainingLog.Declaration;

/** Reads a log: JSON Lines, of which the first may be the declaration of the run. */
final class LogReader {
  /** Largest number of characters of a line. Not tuned. */
  private static final int LONGEST = 1 << 24;

  /**
   * Largest number of members, norms and values of noise of a log, of 8 bytes each. Not tuned:
   * bounds memory.
   */
  private static final long MOST_NUMBERS = 1L << 25;

  /** Largest number of steps of a log, of some 200 bytes each. Not tuned: bounds memory. */
  private static final int MOST_STEPS = 1 << 21;

  /** A number with a point or an exponent of few digits. */
  private static final Pattern WRITTEN =
      Pattern.compile("-?[0-9]+(\\.[0-9]+)?([eE][-+]?[0-9]{1,2})?");

  private static final String RUN = "run";
  private static final String BATCH_SIZE = "batch_size";
  private static final String NOISE_SQUARES = "noise_squares";
  private static final String NOISE_DIMENSION = "noise_dimension";
  private static final long LARGEST_COUNT = 1L << 53;

  /**
   * Largest number of records of a run, since the laws of counts among more take seconds in each
   * step. Not tuned.
   */
  private static final long MOST_RECORDS = 1_000_000_000;

  /** Largest number of Gaussians on one sample. Not tuned. */
  private static final long MOST_GAUSSIANS = 16;

  /**
   * Largest number of digits of a name that is read as a number; longer ones are names as written.
   */
  private static final int MOST_DIGITS = 40;

  private static final Shape HEAD = new Shape("log", List.of(RUN), List.of());

  private static final Shape DECLARATION =
      new Shape(
          RUN,
          List.of(),
          List.of(
              "records",
              "expected_batch_size",
              "clip_norm",
              "noise_multiplier",
              "gaussian",
              "divisor"));

  private static final Shape STEP =
      new Shape(
          "step",
          List.of(BATCH_SIZE),
          List.of(
              "step",
              "members",
              "divisor",
              "clip_norm",
              "largest_norm",
              "norms",
              "noise",
              NOISE_SQUARES,
              NOISE_DIMENSION,
              "noise_scale",
              "microbatches"));

  private final String source;
  private final Map<String, Integer> places = new HashMap<>();
  private final List<String> names = new ArrayList<>();
  private final List<LoggedStep> steps = new ArrayList<>();
  private Declaration declaration = Declaration.NONE;
  private boolean begun;
  private long numbers;

  private LogReader(String source) {
    this.source = source;
  }

  static TrainingLog read(Path file) {
    WholeFile.require("LOG", file);
    LogReader reader = new LogReader(file.toString());
    try (BufferedReader in = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      reader.read(new BoundedLines(in, LONGEST));
    } catch (IOException e) {
      throw new InputException(file + ": cannot be read as text in UTF-8: " + e.getMessage(), e);
    }
    if (reader.steps.isEmpty()) {
      throw new InputException(file + ": has no steps: a step is a line {\"batch_size\": 251}");
    }
    return new TrainingLog(reader.declaration, reader.steps, reader.names.size());
  }

  private void read(BoundedLines lines) throws IOException {
    int number = 0;
    for (Optional<BoundedLines.Line> line = lines.next(); line.isPresent(); line = lines.next()) {
      number++;
      String place = source + ", line " + number;
      if (line.get().cut()) {
        throw new InputException(place + ": is longer than " + LONGEST + " characters");
      }
      if (!line.get().text().isBlank()) {
        line(DocumentReader.readJsonLine(source, number, line.get().text()), number);
      }
    }
  }

  private void line(Value line, int number) {
    if (!line.isObject()) {
      throw line.invalid("is no object: a step is a line {\"batch_size\": 251}");
    }
    if (line.entries().containsKey(RUN)) {
      if (begun) {
        throw line.invalid("declares the run, which only the first line may");
      }
      declaration = declaration(line.fields(HEAD).get(RUN).fields(DECLARATION));
    } else {
      if (!(steps.size() < MOST_STEPS)) {
        throw line.invalid("is a step too many: a log has at most " + MOST_STEPS + " steps");
      }
      steps.add(step(line, number));
    }
    begun = true;
  }

  private static Declaration declaration(Fields fields) {
    OptionalLong records = count(fields, "records", MOST_RECORDS);
    fields.optional("divisor").ifPresent(value -> value.oneOf(List.of("fixed beforehand")));
    return new Declaration(
        records,
        positive(fields, "expected_batch_size"),
        positive(fields, "clip_norm"),
        positive(fields, "noise_multiplier"),
        count(fields, "gaussian", MOST_GAUSSIANS),
        fields.optional("divisor").isPresent());
  }

  private static OptionalLong count(Fields fields, String key, long most) {
    return fields.optional(key).stream().mapToLong(value -> value.integer(1, most)).findFirst();
  }

  private static OptionalDouble positive(Fields fields, String key) {
    return fields.optional(key).stream()
        .mapToDouble(value -> value.number(Parameters::requirePositive))
        .findFirst();
  }

  private LoggedStep step(Value line, int number) {
    Fields fields = line.fields(STEP);
    LoggedStep.Builder step =
        LoggedStep.of(number, fields.get(BATCH_SIZE).integer(0, LARGEST_COUNT));
    fields
        .optional("step")
        .ifPresent(value -> step.number(value.integer(-LARGEST_COUNT, LARGEST_COUNT)));
    fields
        .optional("members")
        .ifPresent(value -> value.checked(() -> step.members(members(value), names)));
    positive(fields, "divisor").ifPresent(step::divisor);
    positive(fields, "clip_norm").ifPresent(step::clipNorm);
    positive(fields, "noise_scale").ifPresent(step::noiseScale);
    fields
        .optional("microbatches")
        .ifPresent(value -> step.microbatches(value.integer(1, LARGEST_COUNT)));
    fields
        .optional("largest_norm")
        .ifPresent(value -> value.checked(() -> step.largestNorm(value.number())));
    fields.optional("norms").ifPresent(value -> value.checked(() -> step.norms(numbers(value))));
    noise(line, fields, step);
    return step.build();
  }

  private void noise(Value line, Fields fields, LoggedStep.Builder step) {
    Optional<Value> noise = fields.optional("noise");
    Optional<Value> squares = fields.optional(NOISE_SQUARES);
    Optional<Value> dimension = fields.optional(NOISE_DIMENSION);
    if (squares.isPresent() != dimension.isPresent()
        || (noise.isPresent() && squares.isPresent())) {
      throw line.invalid(
          "must have noise, or noise_squares together with noise_dimension, or neither");
    }
    noise.ifPresent(value -> value.checked(() -> step.noise(numbers(value))));
    squares.ifPresent(
        value ->
            step.noiseSquares(
                value.number(Parameters::requireNonNegative),
                dimension.orElseThrow().integer(1, LARGEST_COUNT)));
  }

  private double[] numbers(Value list) {
    requireRoom(list);
    return list.itemsIfAny().stream().mapToDouble(Value::number).toArray();
  }

  /** Names are numbers or texts; 7, 7.0 and "7" are the same. */
  private int[] members(Value list) {
    requireRoom(list);
    return list.itemsIfAny().stream().mapToInt(name -> place(name(name))).toArray();
  }

  private static String name(Value name) {
    String text = name.text();
    if (name.isText() || text.length() > MOST_DIGITS || !WRITTEN.matcher(text).matches()) {
      return text;
    }
    BigDecimal number = new BigDecimal(text).stripTrailingZeros();
    boolean plain = number.precision() - (long) number.scale() <= MOST_DIGITS;
    return plain ? number.toPlainString() : number.toString();
  }

  private int place(String name) {
    return places.computeIfAbsent(
        name,
        added -> {
          names.add(added);
          return names.size() - 1;
        });
  }

  private void requireRoom(Value list) {
    numbers += list.itemsIfAny().size();
    if (!(numbers <= MOST_NUMBERS)) {
      throw list.invalid(
          "goes beyond "
              + MOST_NUMBERS
              + " members, norms and values of noise, the most that is read: log fewer values of"
              + " noise, and largest_norm in place of norms");
    }
  }
}
