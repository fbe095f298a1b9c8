package org.assay.notebooks.internal.kernel;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.zeromq.SocketType;
import org.zeromq.ZContext;
import org.zeromq.ZMQ;

/** As much of Jupyter's side of the protocol as the tests need, over real sockets. */
final class FrontEnd implements AutoCloseable {
  private static final int TIMEOUT_MILLISECONDS = 20_000;

  private final ZContext context = new ZContext();
  private final Headers headers = new Headers("test");
  private final Channel shell;
  private final Channel control;
  private final Channel output;
  private final ZMQ.Socket heartbeat;
  private final List<Message> pending = new ArrayList<>();

  /**
   * What came back for a request.
   *
   * @param content the content of the answer
   * @param outputs everything that was published for the request, from busy to idle
   */
  record Answer(JsonNode content, List<Message> outputs) {
    /** The contents of the outputs of a type. */
    List<JsonNode> outputs(String type) {
      return outputs.stream()
          .filter(message -> message.type().equals(type))
          .<JsonNode>map(Message::content)
          .toList();
    }

    String status() {
      return content.path("status").asText();
    }
  }

  FrontEnd(ConnectionInfo connection) {
    MessageCodec codec = new MessageCodec(connection.key());
    shell = new Channel(connect(SocketType.DEALER, connection.endpoint(connection.shell())), codec);
    control =
        new Channel(connect(SocketType.DEALER, connection.endpoint(connection.control())), codec);
    ZMQ.Socket subscription = connect(SocketType.SUB, connection.endpoint(connection.output()));
    subscription.subscribe(new byte[0]);
    output = new Channel(subscription, codec);
    heartbeat = connect(SocketType.REQ, connection.endpoint(connection.heartbeat()));
  }

  /** Ports that were free a moment ago. */
  static ConnectionInfo freePorts(String key) throws IOException {
    List<ServerSocket> sockets = new ArrayList<>();
    try {
      InetAddress host = InetAddress.getLoopbackAddress();
      for (int i = 0; i < 5; i++) {
        sockets.add(new ServerSocket(0, 1, host));
      }
      List<Integer> ports = sockets.stream().map(ServerSocket::getLocalPort).toList();
      return new ConnectionInfo(
          host.getHostAddress(),
          ports.get(0),
          ports.get(1),
          ports.get(2),
          ports.get(3),
          ports.get(4),
          key);
    } finally {
      for (ServerSocket socket : sockets) {
        socket.close();
      }
    }
  }

  /** Repeats a harmless request until its outputs arrive, for subscriptions take a moment. */
  void waitForSubscription() {
    for (int attempt = 0; attempt < 100; attempt++) {
      send(shell, "kernel_info_request", Json.object());
      assertTrue(shell.receive(TIMEOUT_MILLISECONDS).isPresent(), "no answer");
      if (output.receive(100).isPresent()) {
        while (output.receive(200).isPresent()) {
          // What is left of the requests before is of no interest.
        }
        return;
      }
    }
    throw new AssertionError("nothing was published");
  }

  Answer execute(String code) {
    return request(execution(code));
  }

  static Request execution(String code) {
    return new Request("execute_request", Json.object().put("code", code));
  }

  /** A request to be sent. */
  record Request(String type, ObjectNode content) {}

  Answer request(Request request) {
    return await(shell, send(shell, request.type(), request.content()));
  }

  Answer controlRequest(Request request) {
    return await(control, send(control, request.type(), request.content()));
  }

  /** Sends without waiting. */
  String send(Request request) {
    return send(shell, request.type(), request.content());
  }

  /** Waits for the answer to a request that was sent, and for its outputs. */
  Answer await(String request) {
    return await(shell, request);
  }

  /** Waits until a cell has said something, so that it surely runs. */
  void waitForOutput(String type) {
    while (pending.stream().noneMatch(message -> message.type().equals(type))) {
      pending.add(output.receive(TIMEOUT_MILLISECONDS).orElseThrow());
    }
  }

  /** What comes back from a heartbeat. */
  String beat(String sign) {
    heartbeat.send(sign.getBytes(StandardCharsets.UTF_8));
    heartbeat.setReceiveTimeOut(TIMEOUT_MILLISECONDS);
    return new String(heartbeat.recv(), StandardCharsets.UTF_8);
  }

  private String send(Channel channel, String type, ObjectNode content) {
    ObjectNode header = headers.next(type);
    channel.send(new Message(List.of(), header, Json.object(), content));
    return header.path("msg_id").asText();
  }

  private Answer await(Channel channel, String request) {
    Message answer = channel.receive(TIMEOUT_MILLISECONDS).orElseThrow();
    if (!isFor(answer, request)) {
      throw new AssertionError("an answer to another request: " + answer.parent());
    }
    List<Message> outputs = takeOutputs(request);
    while (outputs.isEmpty() || !saysIdle(outputs.get(outputs.size() - 1))) {
      pending.add(output.receive(TIMEOUT_MILLISECONDS).orElseThrow());
      outputs.addAll(takeOutputs(request));
    }
    return new Answer(answer.content(), outputs);
  }

  /** Outputs of different requests come mixed. */
  private List<Message> takeOutputs(String request) {
    List<Message> own =
        pending.stream().filter(message -> isFor(message, request)).collect(Collectors.toList());
    pending.removeAll(own);
    return own;
  }

  private static boolean saysIdle(Message message) {
    return message.content().path("execution_state").asText().equals("idle");
  }

  private static boolean isFor(Message message, String request) {
    return message.parent().path("msg_id").asText().equals(request);
  }

  private ZMQ.Socket connect(SocketType type, String endpoint) {
    ZMQ.Socket socket = context.createSocket(type);
    socket.connect(endpoint);
    return socket;
  }

  @Override
  public void close() {
    context.close();
  }
}
