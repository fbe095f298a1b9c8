package org.assay.notebooks.internal.kernel;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where a kernel listens, and the key that signs its messages: the content of a connection file.
 *
 * @param address a host name or address, and no port
 * @param shell port of requests that are answered in turn
 * @param control port of requests that do not wait for a running cell
 * @param output port at which outputs are published
 * @param input port of requests to the user, unused
 * @param heartbeat port that returns what it gets
 * @param key the key of the signatures; empty for none
 */
record ConnectionInfo(
    String address, int shell, int control, int output, int input, int heartbeat, String key) {

  /**
   * Reads a connection file.
   *
   * @throws IOException if it cannot be read
   * @throws IllegalArgumentException if it is no connection file, or asks for a transport other
   *     than TCP or a signature other than HMAC with SHA-256
   */
  static ConnectionInfo read(Path file) throws IOException {
    JsonNode json = Json.readObject(Files.readAllBytes(file));
    require(json, "transport", "tcp");
    require(json, "signature_scheme", "hmac-sha256");
    return new ConnectionInfo(
        json.path("ip").asText("127.0.0.1"),
        port(json, "shell_port"),
        port(json, "control_port"),
        port(json, "iopub_port"),
        port(json, "stdin_port"),
        port(json, "hb_port"),
        json.path("key").asText(""));
  }

  /** The address of a port. */
  String endpoint(int port) {
    return "tcp://" + address + ":" + port;
  }

  private static void require(JsonNode json, String name, String value) {
    String actual = json.path(name).asText(value);
    if (!actual.equals(value)) {
      throw new IllegalArgumentException(
          name + " in the connection file is " + actual + "; this kernel knows only " + value);
    }
  }

  private static int port(JsonNode json, String name) {
    int port = json.path(name).asInt(0);
    if (!(port >= 1 && port <= 65_535)) {
      throw new IllegalArgumentException(
          name + " in the connection file is " + json.get(name) + "; it must be in [1, 65535]");
    }
    return port;
  }
}
