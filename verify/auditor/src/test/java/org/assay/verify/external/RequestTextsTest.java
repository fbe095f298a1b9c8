package org.assay.verify.external;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import org.junit.jupiter.api.Test;

class RequestTextsTest {
  @Test
  void numbersThatAreNotFiniteAreStringsOrBareWords() {
    ArrayNode dataset = JsonNodeFactory.instance.arrayNode();
    dataset.add(Double.NaN).add(Double.POSITIVE_INFINITY).add(-1 / 0.0).add(0.5).add("NaN");
    dataset.add(JsonNodeFactory.instance.objectNode().put("x", Float.NaN));
    assertEquals(
        "[\"NaN\",\"Infinity\",\"-Infinity\",0.5,\"NaN\",{\"x\":\"NaN\"}]",
        new RequestTexts(false).of(dataset));
    assertEquals(
        "[NaN,Infinity,-Infinity,0.5,\"NaN\",{\"x\":NaN}]", new RequestTexts(true).of(dataset));
  }

  @Test
  void programsSayWhichTheyRead() {
    OutsideProgram program = OutsideProgram.of("true");
    assertEquals(false, program.bareNotFinite());
    OutsideProgram bare = program.withBareNotFinite(true).withRunsPerRequest(3);
    assertEquals(true, bare.withStartup(bare.timeout()).in(bare.directory()).bareNotFinite());
    assertEquals(true, bare.withTimeout(bare.startup()).bareNotFinite());
  }
}
