package org.assay.cli.evaluate;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.assay.accountant.privacy.ContradictionException;
import org.assay.accountant.privacy.UnsupportedEventException;
import org.assay.cli.input.BoundedLines;
import org.assay.cli.input.BoundedLines.Line;
import org.assay.cli.input.InputException;
import org.assay.cli.input.Suggestion;
import org.assay.verify.report.markup.VisibleText;

/**
 * Answers a batch line by line, in constant memory: {@code {"id": any, "fn": name, "args": {...}}}
 * becomes {@code {"id": ..., "fn": ..., "lower": "...", "upper": "..."}} with decimals that enclose
 * the exact value, or {@code {"id": ..., "error": "..."}}. A bad line never stops the batch; blank
 * lines are skipped.
 */
final class BatchEvaluator {
  /** Far more than any question needs. */
  static final int LONGEST_LINE = 1 << 20;

  private static final List<String> KEYS = List.of("id", "fn", "args");

  /** Reads decimals without rounding, so that an id comes back as it was written. */
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .disable(JsonParser.Feature.INCLUDE_SOURCE_IN_LOCATION)
          .build();

  private final BufferedReader in;
  private final Writer out;
  private final OptionalInt digits;

  /**
   * An evaluator.
   *
   * @param in one question a line
   * @param out receives one answer a line
   */
  BatchEvaluator(BufferedReader in, Writer out) {
    this(in, out, OptionalInt.empty());
  }

  private BatchEvaluator(BufferedReader in, Writer out, OptionalInt digits) {
    this.in = in;
    this.out = out;
    this.digits = digits;
  }

  /**
   * The same, with a number of correct significant digits in place of certified intervals; a
   * function that is not known to more digits is an error of its line.
   *
   * @param count how many digits, from 1 to 1000
   * @return a new evaluator
   */
  BatchEvaluator withDigits(int count) {
    return new BatchEvaluator(in, out, OptionalInt.of(count));
  }

  /**
   * The names of the functions it knows.
   *
   * @return the names in the order of the documentation
   */
  static List<String> functionNames() {
    return List.copyOf(Functions.ALL.keySet());
  }

  /**
   * Answers every line.
   *
   * @throws IOException if a line cannot be read or an answer cannot be written
   */
  void run() throws IOException {
    long number = 0;
    BoundedLines lines = new BoundedLines(in, LONGEST_LINE);
    for (Optional<Line> next = lines.next(); next.isPresent(); next = lines.next()) {
      number++;
      Line line = next.get();
      if (line.text().isBlank() && !line.cut()) {
        continue;
      }
      out.write(VisibleText.of(MAPPER.writeValueAsString(answer(line, number))));
      out.write('\n');
      // Whoever asks one question at a time waits for this answer, even with half a line sent.
      out.flush();
    }
  }

  private ObjectNode answer(Line line, long number) {
    ObjectNode answer = MAPPER.createObjectNode();
    answer.putNull("id");
    try {
      JsonNode question = parse(line, number);
      answer.set(
          "id", question.path("id").isMissingNode() ? MAPPER.nullNode() : question.get("id"));
      BatchAnswer value = value(question);
      answer.put("fn", question.get("fn").textValue());
      value.putInto(answer);
    } catch (LineException | InputException e) {
      answer.put("error", e.getMessage());
    } catch (ArithmeticException
        | IllegalArgumentException
        | IllegalStateException
        | UnsupportedEventException e) {
      answer.put("error", problem(e));
    }
    return answer;
  }

  /** A contradiction is no matter of this question, and says so itself. */
  static String problem(RuntimeException failure) {
    String message = String.valueOf(failure.getMessage());
    return failure instanceof ContradictionException
        ? message
        : "no certified value was found: " + message;
  }

  private static JsonNode parse(Line line, long number) {
    if (line.cut()) {
      throw new LineException(
          "line " + number + " is longer than " + LONGEST_LINE + " characters: split it");
    }
    JsonNode question;
    try {
      question = MAPPER.readTree(line.text());
    } catch (JsonProcessingException e) {
      String problem = e.getOriginalMessage().lines().findFirst().orElse("");
      throw new LineException("line " + number + " is not well-formed JSON: " + problem);
    }
    if (!question.isObject()) {
      throw new LineException("line " + number + " is not a JSON object");
    }
    return question;
  }

  private BatchAnswer value(JsonNode question) {
    Keys.requireKnown("key", question, KEYS);
    JsonNode name = question.path("fn");
    if (!name.isTextual()) {
      throw new LineException("fn " + (name.isMissingNode() ? "is missing" : "is not text"));
    }
    BatchFunction function = Functions.ALL.get(name.textValue());
    if (function == null) {
      throw new LineException(
          "fn '"
              + name.textValue()
              + "' is unknown; "
              + Suggestion.among(name.textValue(), Functions.ALL.keySet()));
    }
    JsonNode args = question.path("args");
    if (!args.isObject()) {
      throw new LineException("args " + (args.isMissingNode() ? "is missing" : "is not an object"));
    }
    return digits.isPresent() ? function.at(args, digits.getAsInt()) : function.at(args);
  }
}
