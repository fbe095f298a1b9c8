package org.assay.verify.external;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.assay.verify.trial.Outcome;

/** Reads the line that answers a request. */
final class AnswerReader {
  /** Accepts the bare words NaN, Infinity and -Infinity, as Python writes them. */
  private static final JsonFactory JSON =
      JsonFactory.builder().enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS).build();

  private AnswerReader() {}

  /**
   * Reads a line.
   *
   * @param line the line without its end
   * @param runs how many runs were asked for
   */
  static Reply read(String line, int runs) {
    Optional<List<Outcome>> outcomes;
    try (JsonParser parser = JSON.createParser(line)) {
      outcomes = outcomes(parser);
    } catch (JsonProcessingException e) {
      return Reply.Broken.garbage("not JSON", line);
    } catch (IOException e) {
      throw new IllegalStateException("a string could not be read", e);
    }
    if (outcomes.isEmpty()) {
      return Reply.Broken.garbage("no list 'outputs'", line);
    }
    int count = outcomes.get().size();
    return count == runs
        ? new Reply.Answered(outcomes.get())
        : Reply.Broken.miscounted(count, runs);
  }

  /** The list of outputs, if the line is an object that has one. */
  private static Optional<List<Outcome>> outcomes(JsonParser parser) throws IOException {
    Optional<List<Outcome>> outcomes = Optional.empty();
    if (parser.nextToken() != JsonToken.START_OBJECT) {
      return outcomes;
    }
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      boolean wanted = parser.currentName().equals("outputs");
      if (parser.nextToken() == JsonToken.START_ARRAY && wanted) {
        outcomes = Optional.of(list(parser));
      } else {
        parser.skipChildren();
      }
    }
    return parser.nextToken() == null ? outcomes : Optional.empty();
  }

  private static List<Outcome> list(JsonParser parser) throws IOException {
    List<Outcome> outcomes = new ArrayList<>();
    OutputReader reader = new OutputReader(parser);
    for (JsonToken token = parser.nextToken();
        token != JsonToken.END_ARRAY;
        token = parser.nextToken()) {
      outcomes.add(reader.read());
    }
    return outcomes;
  }
}
