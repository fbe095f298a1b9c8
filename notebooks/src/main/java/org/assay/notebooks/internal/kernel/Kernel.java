package org.assay.notebooks.internal.kernel;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.assay.notebooks.internal.display.Display;
import org.assay.notebooks.internal.evaluation.CellEvaluator;
import org.assay.notebooks.internal.evaluation.CellOutcome;
import org.assay.notebooks.internal.evaluation.CellOutcome.Failure;
import org.assay.notebooks.internal.evaluation.CellOutcome.Success;
import org.zeromq.SocketType;
import org.zeromq.ZContext;
import org.zeromq.ZMQ;
import org.zeromq.ZMQException;

/** Listens, evaluates and answers until it is asked to shut down. */
final class Kernel {
  /** How long the shell thread may take to notice a shutdown. */
  private static final int POLL_MILLISECONDS = 100;

  private final ConnectionInfo connection;
  private final MessageCodec codec;
  private final Headers headers = new Headers("kernel");
  private final CellEvaluator evaluator;
  private volatile boolean running = true;

  /**
   * A kernel that does not listen yet.
   *
   * @param connection where to listen
   * @param directory what relative paths of cells start from
   */
  Kernel(ConnectionInfo connection, Path directory) {
    this.connection = connection;
    codec = new MessageCodec(connection.key());
    evaluator = new CellEvaluator(directory);
  }

  /**
   * Serves until a request to shut down has been answered. Meanwhile, what this process prints goes
   * to the notebook.
   *
   * @throws ZMQException if a port is taken
   */
  void run() {
    try (evaluator;
        ZContext context = new ZContext()) {
      Outputs outputs = new Outputs(channel(context, SocketType.PUB, connection.output()), headers);
      Channel shell = channel(context, SocketType.ROUTER, connection.shell());
      Channel control = channel(context, SocketType.ROUTER, connection.control());
      // Nothing is ever asked of the user, but front ends connect to this port.
      bind(context, SocketType.ROUTER, connection.input());
      ZMQ.Socket heartbeat = bind(context, SocketType.REP, connection.heartbeat());
      Thread pulse = start("heartbeat", () -> beat(heartbeat));
      Thread controller = start("control", () -> serveControl(control, outputs));
      serveShell(shell, outputs);
      join(controller);
      join(pulse);
    }
  }

  private void serveShell(Channel shell, Outputs outputs) {
    try (StandardStreams streams = new StandardStreams(outputs)) {
      ShellRequests requests = new ShellRequests(evaluator, outputs, streams);
      while (running) {
        Optional<Message> request = shell.receive(POLL_MILLISECONDS);
        if (request.isPresent()) {
          answer(shell, outputs, requests, request.get());
        }
      }
    }
  }

  private void answer(Channel shell, Outputs outputs, ShellRequests requests, Message request) {
    outputs.belongTo(request.header());
    outputs.status(request.header(), "busy");
    Optional<ObjectNode> content =
        request.type().equals("shutdown_request")
            ? Optional.of(shutdown(request))
            : requests.answer(request);
    // A front end that sends a cell after this answer knows of the error, so the cell is run.
    List<Message> followers =
        content.filter(answer -> stops(request, answer)).isPresent() ? waiting(shell) : List.of();
    content.ifPresent(answer -> reply(shell, request, answer));
    outputs.status(request.header(), "idle");
    for (Message follower : followers) {
      if (follower.type().equals("execute_request")) {
        abort(shell, outputs, requests, follower);
      } else {
        answer(shell, outputs, requests, follower);
      }
    }
  }

  private static boolean stops(Message request, ObjectNode answer) {
    return request.type().equals("execute_request")
        && answer.path("status").asText().equals("error")
        && request.content().path("stop_on_error").asBoolean(true);
  }

  private static List<Message> waiting(Channel shell) {
    List<Message> messages = new ArrayList<>();
    Optional<Message> next = shell.receive(0);
    while (next.isPresent()) {
      messages.add(next.get());
      next = shell.receive(0);
    }
    return messages;
  }

  /** Rejects the cells that were sent before the front end knew of the error. */
  private void abort(Channel shell, Outputs outputs, ShellRequests requests, Message request) {
    outputs.status(request.header(), "busy");
    reply(shell, request, requests.aborted());
    outputs.status(request.header(), "idle");
  }

  private void serveControl(Channel control, Outputs outputs) {
    while (running) {
      control
          .receive(POLL_MILLISECONDS)
          .ifPresent(
              request -> {
                outputs.status(request.header(), "busy");
                answerControl(request).ifPresent(content -> reply(control, request, content));
                outputs.status(request.header(), "idle");
              });
    }
  }

  private Optional<ObjectNode> answerControl(Message request) {
    return switch (request.type()) {
      case "interrupt_request" -> {
        evaluator.interrupt();
        yield Optional.of(Replies.ok());
      }
      case "shutdown_request" -> {
        ObjectNode content = shutdown(request);
        evaluator.interrupt();
        yield Optional.of(content);
      }
      case "kernel_info_request" -> Optional.of(Replies.kernelInfo());
      default -> Optional.empty();
    };
  }

  private ObjectNode shutdown(Message request) {
    running = false;
    return Replies.ok().put("restart", request.content().path("restart").asBoolean(false));
  }

  private void reply(Channel channel, Message request, ObjectNode content) {
    String type = request.type().toLowerCase(Locale.ROOT).replace("_request", "_reply");
    channel.send(new Message(request.route(), headers.next(type), request.header(), content));
  }

  private Channel channel(ZContext context, SocketType type, int port) {
    return new Channel(bind(context, type, port), codec);
  }

  private ZMQ.Socket bind(ZContext context, SocketType type, int port) {
    ZMQ.Socket socket = context.createSocket(type);
    // Answers to the last requests must reach the front end, which may be slow.
    socket.setLinger(1000);
    socket.bind(connection.endpoint(port));
    return socket;
  }

  private void beat(ZMQ.Socket heartbeat) {
    heartbeat.setReceiveTimeOut(POLL_MILLISECONDS);
    while (running) {
      byte[] sign = heartbeat.recv();
      if (sign != null) {
        heartbeat.send(sign);
      }
    }
  }

  private static Thread start(String name, Runnable task) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Answers the requests that wait for each other. Used by one thread. */
  private static final class ShellRequests {
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
        case "is_complete_request" ->
            Optional.of(Replies.completeness(evaluator.completeness(code)));
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
}
