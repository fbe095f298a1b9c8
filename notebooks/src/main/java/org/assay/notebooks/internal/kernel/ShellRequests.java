package org.assay.notebooks.internal.kernel;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import org.assay.notebooks.internal.display.Display;
import org.assay.notebooks.internal.evaluation.CellEvaluator;
import org.assay.notebooks.internal.evaluation.CellOutcome;
import org.assay.notebooks.internal.evaluation.CellOutcome.Failure;
import org.assay.notebooks.internal.evaluation.CellOutcome.Success;

/** Answers the requests that wait for each other. Used by one thread. */
final class ShellRequests {
  private final CellEvaluator evaluator;
  private final Outputs outputs;
  private final StandardStreams streams;
  private int executions;

  ShellRequests(CellEvaluator evaluator, Outputs outputs, StandardStreams streams) {
    this.evaluator = evaluator;
    this.outputs = outputs;
    this.streams = streams;
  }

  /**
   * The content of the answer.
   *
   * @return empty if the request is of an unknown type, which the protocol says to ignore
   */
  Optional<ObjectNode> answer(Message request) {
    ObjectNode content = request.content();
    String code = content.path("code").asText("");
    int cursor = content.path("cursor_pos").asInt(code.length());
    return switch (request.type()) {
      case "kernel_info_request" -> Optional.of(Replies.kernelInfo());
      case "execute_request" -> Optional.of(execute(request));
      case "is_complete_request" -> Optional.of(Replies.completeness(evaluator.completeness(code)));
      case "complete_request" ->
          Optional.of(Replies.completions(evaluator.completions(code, cursor), cursor));
      case "inspect_request" -> Optional.of(Replies.nothingToInspect());
      case "history_request" -> Optional.of(Replies.noHistory());
      case "comm_info_request" -> Optional.of(Replies.noComms());
      default -> Optional.empty();
    };
  }

  /** The answer to a cell that is not run because one before it failed. */
  ObjectNode aborted() {
    return Json.object().put("status", "aborted").put("execution_count", executions);
  }

  private ObjectNode execute(Message request) {
    String code = request.content().path("code").asText("");
    boolean silent = request.content().path("silent").asBoolean(false);
    if (!silent) {
      executions++;
      outputs.input(code, executions);
    }
    CellOutcome outcome = evaluate(code);
    streams.handOn();
    return publish(outcome, silent);
  }

  private CellOutcome evaluate(String code) {
    Display.Redirection redirection =
        Display.redirect(
            bundle -> {
              streams.handOn();
              outputs.display(bundle);
            });
    try (redirection) {
      return evaluator.evaluate(code);
    }
  }

  private ObjectNode publish(CellOutcome outcome, boolean silent) {
    if (outcome instanceof Failure failure) {
      outputs.error(failure);
      return Outputs.content(failure).put("status", "error").put("execution_count", executions);
    }
    if (!silent) {
      ((Success) outcome).value().ifPresent(value -> outputs.result(value, executions));
    }
    ObjectNode content = Replies.ok().put("execution_count", executions);
    content.putArray("payload");
    content.putObject("user_expressions");
    return content;
  }
}
