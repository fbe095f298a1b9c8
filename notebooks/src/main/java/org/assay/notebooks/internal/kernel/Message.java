package org.assay.notebooks.internal.kernel;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * A message of the protocol.
 *
 * @param route the frames before the delimiter: whom an answer goes to, or a topic
 * @param header type, identity and sender
 * @param parent the header of the request that this answers; empty in a request
 * @param content what the type asks for
 */
record Message(List<byte[]> route, ObjectNode header, ObjectNode parent, ObjectNode content) {
  Message {
    route = List.copyOf(route);
  }

  String type() {
    return header.path("msg_type").asText("");
  }
}
