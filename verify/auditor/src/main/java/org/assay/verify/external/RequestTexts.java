package org.assay.verify.external;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import java.util.IdentityHashMap;

/** Datasets as one line of JSON; doubles become the shortest decimals that denote them. */
final class RequestTexts {
  private static final int MOST_TEXTS = 64;
  private static final ObjectWriter WRITER =
      new ObjectMapper(
              JsonFactory.builder().enable(StreamWriteFeature.USE_FAST_DOUBLE_WRITER).build())
          .writer();

  /** By identity: comparing large datasets takes longer than writing them. */
  private final IdentityHashMap<JsonNode, String> texts = new IdentityHashMap<>();

  synchronized String of(JsonNode dataset) {
    if (texts.size() >= MOST_TEXTS) {
      texts.clear();
    }
    return texts.computeIfAbsent(dataset, RequestTexts::write);
  }

  private static String write(JsonNode dataset) {
    try {
      return WRITER.writeValueAsString(dataset);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("dataset was no JSON: " + e.getMessage(), e);
    }
  }
}
