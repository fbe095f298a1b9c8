package org.assay.notebooks.internal.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.imageio.ImageIO;
import org.assay.notebooks.internal.kernel.FrontEnd.Answer;
import org.assay.notebooks.internal.kernel.FrontEnd.Request;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The whole kernel, spoken to over real sockets as Jupyter does. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class KernelTest {
  @TempDir Path directory;
  private Thread kernel;
  private FrontEnd frontEnd;

  @BeforeEach
  void start() throws IOException {
    ConnectionInfo connection = FrontEnd.freePorts("a key");
    kernel = new Thread(new Kernel(connection, directory)::run, "kernel");
    kernel.start();
    frontEnd = new FrontEnd(connection);
    frontEnd.waitForSubscription();
  }

  @AfterEach
  void shutDown() throws InterruptedException {
    Answer answer =
        frontEnd.controlRequest(
            new Request("shutdown_request", Json.object().put("restart", false)));
    assertEquals("ok", answer.status());
    kernel.join(TimeUnit.SECONDS.toMillis(20));
    assertFalse(kernel.isAlive(), "the kernel still runs after a shutdown");
    frontEnd.close();
  }

  @Test
  void aCellPrintsDisplaysAndHasAValueInThisOrder() throws IOException {
    Answer answer =
        frontEnd.execute(
            """
            System.out.println("wörds");
            display(new Html("<i>x</i>"));
            System.err.print("oops");
            new java.awt.image.BufferedImage(5, 4, java.awt.image.BufferedImage.TYPE_INT_RGB)
            """);
    assertEquals("ok", answer.status());
    assertEquals(1, answer.content().path("execution_count").asInt());
    assertEquals(
        List.of(
            "status",
            "execute_input",
            "stream",
            "display_data",
            "stream",
            "execute_result",
            "status"),
        answer.outputs().stream().map(Message::type).toList());
    assertEquals("wörds\n", answer.outputs("stream").get(0).path("text").asText());
    assertEquals("stderr", answer.outputs("stream").get(1).path("name").asText());
    assertEquals("<i>x</i>", answer.outputs("display_data").get(0).at("/data/text~1html").asText());
    assertIsPng(answer.outputs("execute_result").get(0).at("/data/image~1png"), 5, 4);
  }

  @Test
  void aFailingCellSaysWhereAndTheCellsSentAfterItDoNotRun() {
    String first = frontEnd.send(FrontEnd.execution("int x = 1;\nThread.sleep(200);\nx / 0"));
    String second = frontEnd.send(FrontEnd.execution("int y = 1;"));
    Answer failed = frontEnd.await(first);
    assertEquals("error", failed.status());
    assertEquals("java.lang.ArithmeticException", failed.content().path("ename").asText());
    JsonNode error = failed.outputs("error").get(0);
    assertEquals("    at cell 1, line 3", error.path("traceback").get(1).asText());
    assertEquals("aborted", frontEnd.await(second).status());
    assertEquals("error", frontEnd.execute("y").status(), "the second cell was run");
  }

  @Test
  void aRunningCellIsInterruptedAndTheNextOneRuns() {
    String request =
        frontEnd.send(
            FrontEnd.execution("System.out.println(\"started\");\nThread.sleep(600_000);"));
    frontEnd.waitForOutput("stream");
    assertEquals(
        "ok", frontEnd.controlRequest(new Request("interrupt_request", Json.object())).status());
    Answer interrupted = frontEnd.await(request);
    assertEquals("Interrupted", interrupted.content().path("ename").asText());
    Answer next = frontEnd.execute("6 * 7");
    assertEquals("42", next.outputs("execute_result").get(0).at("/data/text~1plain").asText());
  }

  @Test
  void questionsAboutTheKernelAndAboutCodeAreAnswered() {
    JsonNode information = ask("kernel_info_request", "");
    assertEquals(Headers.PROTOCOL, information.path("protocol_version").asText());
    assertEquals("java", information.at("/language_info/name").asText());
    assertEquals("incomplete", ask("is_complete_request", "if (true) {").path("status").asText());
    assertEquals("complete", ask("is_complete_request", "1 + 1").path("status").asText());
    JsonNode completions = ask("complete_request", "\"a\".lengt");
    assertEquals("length()", completions.path("matches").path(0).asText());
    assertEquals(4, completions.path("cursor_start").asInt());
    assertEquals(9, completions.path("cursor_end").asInt());
    assertFalse(ask("inspect_request", "x").path("found").asBoolean(true));
    assertEquals(0, ask("history_request", "").path("history").size());
    assertEquals(0, ask("comm_info_request", "").path("comms").size());
  }

  @Test
  void aSilentCellLeavesNoTraceInTheCount() {
    Answer silent =
        frontEnd.request(
            new Request(
                "execute_request", Json.object().put("code", "int z = 3;\nz").put("silent", true)));
    assertEquals(List.of(), silent.outputs("execute_result"));
    assertEquals(List.of(), silent.outputs("execute_input"));
    assertEquals(1, frontEnd.execute("z").content().path("execution_count").asInt());
  }

  @Test
  void theHeartbeatReturnsWhatItGets() {
    assertEquals("ping", frontEnd.beat("ping"));
  }

  @Test
  void everyRequestIsBetweenBusyAndIdle() {
    Answer answer = frontEnd.request(new Request("comm_info_request", Json.object()));
    assertEquals(
        List.of("busy", "idle"),
        answer.outputs("status").stream()
            .map(status -> status.path("execution_state").asText())
            .toList());
    assertNotEquals(0, answer.outputs().size());
  }

  private JsonNode ask(String type, String code) {
    JsonNode content =
        frontEnd
            .request(
                new Request(type, Json.object().put("code", code).put("cursor_pos", code.length())))
            .content();
    assertTrue(content.has("status"), content.toString());
    return content;
  }

  private static void assertIsPng(JsonNode base64, int width, int height) throws IOException {
    var image = ImageIO.read(new ByteArrayInputStream(Base64.getDecoder().decode(base64.asText())));
    assertEquals(width, image.getWidth());
    assertEquals(height, image.getHeight());
  }
}
