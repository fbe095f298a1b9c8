package org.assay.notebooks.internal.kernel;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;

/** Makes the headers of one session's messages. */
final class Headers {
  static final String PROTOCOL = "5.3";

  private final String session = UUID.randomUUID().toString();
  private final String user;

  Headers(String user) {
    this.user = user;
  }

  ObjectNode next(String type) {
    return Json.object()
        .put("msg_id", UUID.randomUUID().toString())
        .put("msg_type", type)
        .put("session", session)
        .put("username", user)
        .put("date", Instant.now().truncatedTo(ChronoUnit.MILLIS).toString())
        .put("version", PROTOCOL);
  }
}
