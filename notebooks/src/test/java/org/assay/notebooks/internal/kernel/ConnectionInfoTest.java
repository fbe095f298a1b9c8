package org.assay.notebooks.internal.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConnectionInfoTest {
  private static final String FILE =
      """
      {"shell_port": 11, "iopub_port": 12, "stdin_port": 13, "control_port": 14, "hb_port": 15,
       "ip": "127.0.0.1", "key": "secret", "transport": "tcp",
       "signature_scheme": "hmac-sha256", "kernel_name": "assay-java"}
      """;

  @TempDir Path directory;

  @Test
  void everyPortHasItsPlace() throws IOException {
    assertEquals(new ConnectionInfo("127.0.0.1", 11, 14, 12, 13, 15, "secret"), read(FILE));
    assertEquals("tcp://127.0.0.1:11", read(FILE).endpoint(11));
  }

  @Test
  void whatTheKernelCannotDoIsNamed() {
    assertReason("transport", FILE.replace("\"tcp\"", "\"ipc\""));
    assertReason("signature_scheme", FILE.replace("sha256", "md5"));
    assertReason("hb_port", FILE.replace("15", "70000"));
    assertReason("shell_port", FILE.replace("\"shell_port\": 11,", ""));
    assertReason("not JSON", "{");
    assertReason("object", "[]");
  }

  private void assertReason(String expected, String file) {
    IllegalArgumentException error = assertThrows(IllegalArgumentException.class, () -> read(file));
    String reason = String.valueOf(error.getMessage());
    assertTrue(reason.contains(expected), reason);
  }

  private ConnectionInfo read(String text) throws IOException {
    return ConnectionInfo.read(Files.writeString(directory.resolve("connection.json"), text));
  }
}
