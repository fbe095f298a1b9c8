package org.assay.verify.external;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import java.util.IdentityHashMap;

/** Datasets as one line of JSON; doubles become the shortest decimals that denote them. */
final class RequestTexts {
  /** Number of datasets whose text is kept. Not tuned: bounds memory. */
  private static final int MOST_TEXTS = 64;

  private static final ObjectWriter STRINGS =
      new ObjectMapper(
              JsonFactory.builder().enable(StreamWriteFeature.USE_FAST_DOUBLE_WRITER).build())
          .writer();
  private static final ObjectWriter BARE = STRINGS.without(JsonWriteFeature.WRITE_NAN_AS_STRINGS);

  private final ObjectWriter writer;

  /**
   * Texts by the identity of the dataset: comparing large datasets takes longer than writing them.
   */
  private final IdentityHashMap<JsonNode, String> texts = new IdentityHashMap<>();

  /**
   * Texts of datasets.
   *
   * @param bareNotFinite whether NaN and infinities are bare words, or strings
   */
  RequestTexts(boolean bareNotFinite) {
    this.writer = bareNotFinite ? BARE : STRINGS;
  }

  synchronized String of(JsonNode dataset) {
    if (texts.size() >= MOST_TEXTS) {
      texts.clear();
    }
    return texts.computeIfAbsent(dataset, this::write);
  }

  private String write(JsonNode dataset) {
    try {
      return writer.writeValueAsString(dataset);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("dataset was no JSON: " + e.getMessage(), e);
    }
  }
}
