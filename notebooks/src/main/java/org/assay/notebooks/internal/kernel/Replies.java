package org.assay.notebooks.internal.kernel;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import org.assay.notebooks.internal.evaluation.Completeness;
import org.assay.notebooks.internal.evaluation.Completions;

/** The contents of the answers that need no evaluation. */
final class Replies {
  private Replies() {}

  static ObjectNode ok() {
    return Json.object().put("status", "ok");
  }

  /** The version of Java is left out: a notebook would store it, and change with every update. */
  static ObjectNode kernelInfo() {
    ObjectNode content =
        ok().put("protocol_version", Headers.PROTOCOL)
            .put("implementation", "assay")
            .put("implementation_version", version())
            .put("banner", "Java " + Runtime.version() + ", Assay kernel " + version());
    content
        .putObject("language_info")
        .put("name", "java")
        .put("version", "17")
        .put("mimetype", "text/x-java-source")
        .put("file_extension", ".java")
        .put("codemirror_mode", "text/x-java")
        .put("pygments_lexer", "java");
    return content;
  }

  static ObjectNode completions(Completions completions, int end) {
    ObjectNode content = ok().put("cursor_start", completions.start()).put("cursor_end", end);
    ArrayNode matches = content.putArray("matches");
    completions.words().forEach(matches::add);
    content.putObject("metadata");
    return content;
  }

  static ObjectNode completeness(Completeness completeness) {
    ObjectNode content = Json.object().put("status", completeness.name().toLowerCase(Locale.ROOT));
    if (completeness == Completeness.INCOMPLETE) {
      content.put("indent", "");
    }
    return content;
  }

  /** The kernel has no documentation to show. */
  static ObjectNode nothingToInspect() {
    ObjectNode content = ok().put("found", false);
    content.putObject("data");
    content.putObject("metadata");
    return content;
  }

  static ObjectNode noHistory() {
    ObjectNode content = ok();
    content.putArray("history");
    return content;
  }

  static ObjectNode noComms() {
    ObjectNode content = ok();
    content.putObject("comms");
    return content;
  }

  private static String version() {
    String version = Replies.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }
}
