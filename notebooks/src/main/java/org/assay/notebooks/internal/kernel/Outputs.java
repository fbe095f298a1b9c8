package org.assay.notebooks.internal.kernel;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.assay.notebooks.internal.display.MimeBundle;
import org.assay.notebooks.internal.evaluation.CellOutcome.Failure;

/** Publishes what cells show, each as an output of the request that is under way. */
final class Outputs {
  private final Channel channel;
  private final Headers headers;
  private volatile ObjectNode parent = Json.object();

  Outputs(Channel channel, Headers headers) {
    this.channel = channel;
    this.headers = headers;
  }

  /** What is published from now on belongs to a request. */
  void belongTo(ObjectNode request) {
    parent = request;
  }

  /** Says whether a request is being worked on. */
  void status(ObjectNode request, String state) {
    publish(request, "status", Json.object().put("execution_state", state));
  }

  void input(String code, int count) {
    publish(parent, "execute_input", Json.object().put("code", code).put("execution_count", count));
  }

  void stream(String name, String text) {
    publish(parent, "stream", Json.object().put("name", name).put("text", text));
  }

  void display(MimeBundle bundle) {
    publish(parent, "display_data", content(bundle));
  }

  void result(MimeBundle bundle, int count) {
    publish(parent, "execute_result", content(bundle).put("execution_count", count));
  }

  void error(Failure failure) {
    publish(parent, "error", content(failure));
  }

  /** The content of an error, which the answer to the request repeats. */
  static ObjectNode content(Failure failure) {
    ObjectNode content =
        Json.object().put("ename", failure.name()).put("evalue", failure.message());
    failure.trace().forEach(content.putArray("traceback")::add);
    return content;
  }

  private static ObjectNode content(MimeBundle bundle) {
    ObjectNode content = Json.object();
    ObjectNode data = content.putObject("data");
    bundle.sorted().forEach(data::put);
    content.putObject("metadata");
    return content;
  }

  private void publish(ObjectNode request, String type, ObjectNode content) {
    List<byte[]> topic = List.of(type.getBytes(StandardCharsets.UTF_8));
    channel.send(new Message(topic, headers.next(type), request, content));
  }
}
