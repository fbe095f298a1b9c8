package org.assay.cli.internal.evaluate;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.assay.accountant.internal.words.Suggestion;
import org.assay.cli.internal.input.BoundedLines.Line;
import org.assay.cli.internal.input.DocumentReader;
import org.assay.verify.internal.report.markup.VisibleText;

/**
 * A line of a batch: a question, or the order to cancel one.
 *
 * @param id the id of the question, as written; null if there is none
 * @param cancelled the id of the questions to cancel, if the line is such an order
 * @param seconds time limit of the question, if stated
 * @param problem the fault of the line, if any
 * @param document the whole line
 */
record BatchLine(
    JsonNode id,
    Optional<JsonNode> cancelled,
    Optional<Double> seconds,
    Optional<String> problem,
    JsonNode document) {
  /** Largest number of characters of a line, far more than any question needs. Not tuned. */
  static final int LONGEST = 1 << 20;

  /**
   * Largest time limit, in seconds: about 31 years, far below the overflow of nanoseconds. Not
   * tuned.
   */
  static final double MOST_SECONDS = 1e9;

  private static final String ERROR = "error";
  private static final String CANCEL = "cancel";
  private static final String SECONDS = "seconds";
  private static final List<String> KEYS = List.of("id", "fn", "args", SECONDS, CANCEL);

  /** Reads decimals without rounding, so that an id is returned as written. */
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .disable(JsonParser.Feature.INCLUDE_SOURCE_IN_LOCATION)
          .build();

  static BatchLine read(Line line, long number) {
    JsonNode id = MAPPER.nullNode();
    try {
      JsonNode document = parse(line, number);
      id = document.path("id").isMissingNode() ? id : document.get("id");
      Keys.requireKnown("key", document, KEYS);
      Optional<JsonNode> cancelled = Optional.ofNullable(document.get(CANCEL));
      if (cancelled.isPresent() && document.size() != 1) {
        throw new LineException("cancel stands with other keys: it must be the only one");
      }
      Optional<Double> seconds = seconds(document.path(SECONDS));
      return new BatchLine(id, cancelled, seconds, Optional.empty(), document);
    } catch (LineException e) {
      Optional<String> problem = Optional.of(String.valueOf(e.getMessage()));
      return new BatchLine(id, Optional.empty(), Optional.empty(), problem, MAPPER.nullNode());
    }
  }

  private static JsonNode parse(Line line, long number) {
    if (line.cut()) {
      throw new LineException(
          "line " + number + " is longer than " + LONGEST + " characters: split it");
    }
    JsonNode document;
    try {
      document = MAPPER.readTree(line.text());
    } catch (JsonProcessingException e) {
      throw new LineException(
          "line " + number + " is not well-formed JSON: " + DocumentReader.problem(e));
    }
    if (!document.isObject()) {
      throw new LineException("line " + number + " is not a JSON object");
    }
    return document;
  }

  private static Optional<Double> seconds(JsonNode node) {
    if (node.isMissingNode()) {
      return Optional.empty();
    }
    double seconds = node.isNumber() ? node.doubleValue() : Double.NaN;
    if (!(seconds > 0 && seconds <= MOST_SECONDS)) {
      throw new LineException(
          "seconds was " + node + ": it must be a number above 0 and at most " + MOST_SECONDS);
    }
    return Optional.of(seconds);
  }

  /** The answer, computed on this thread without a time limit. */
  ObjectNode answer(OptionalInt digits, List<BatchFunction> more) {
    problem.ifPresent(
        text -> {
          throw new LineException(text);
        });
    JsonNode name = document.path("fn");
    if (!name.isTextual()) {
      throw new LineException("fn " + (name.isMissingNode() ? "is missing" : "is not text"));
    }
    BatchFunction function =
        more.stream()
            .filter(known -> known.name().equals(name.textValue()))
            .findFirst()
            .orElseGet(() -> Functions.ALL.get(name.textValue()));
    if (function == null) {
      throw new LineException(
          String.format(
              "fn '%s' is unknown; %s",
              name.textValue(), Suggestion.among(name.textValue(), Functions.ALL.keySet())));
    }
    JsonNode args = document.path("args");
    if (!args.isObject()) {
      throw new LineException("args " + (args.isMissingNode() ? "is missing" : "is not an object"));
    }
    BatchAnswer value =
        digits.isPresent() ? function.at(args, digits.getAsInt()) : function.at(args);
    ObjectNode answer = MAPPER.createObjectNode();
    answer.set("id", id);
    answer.put("fn", name.textValue());
    value.putInto(answer);
    return answer;
  }

  /** The answer that states the reason of a refusal. */
  ObjectNode refusal(String why) {
    ObjectNode answer = MAPPER.createObjectNode();
    answer.set("id", id);
    answer.put(ERROR, why);
    return answer;
  }

  /** The answer of a question that was stopped, with a word for programs. */
  ObjectNode stopped(String word, String why) {
    return refusal(why).put("stopped", word);
  }

  static boolean isRefusal(ObjectNode answer) {
    return answer.has(ERROR);
  }

  /** An answer as one line. */
  static String text(ObjectNode answer) {
    try {
      return VisibleText.of(MAPPER.writeValueAsString(answer));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("an answer cannot be written", e);
    }
  }
}
