package org.assay.accountant.budget;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.Guarantee;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients and the server die while a budget in PostgreSQL is charged. */
@Tag("slow")
class BudgetFaultsTest {
  @TempDir private Path directory = Path.of("unset");
  private Path data = Path.of("unset");
  private int port;
  private Optional<EmbeddedPostgres> server = Optional.empty();

  @BeforeEach
  void start() throws IOException {
    data = directory.resolve("data");
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    startServer();
  }

  @AfterEach
  void stop() throws IOException {
    server.orElseThrow().close();
  }

  private void startServer() throws IOException {
    server =
        Optional.of(
            EmbeddedPostgres.builder()
                .setDataDirectory(data)
                .setCleanDataDirectory(false)
                .setPort(port)
                .setServerConfig("fsync", "on")
                // After a stop the server reads its log again, on a busy machine for a while.
                .setPGStartupWait(Duration.ofMinutes(1))
                .start());
  }

  private BudgetStore store() {
    return BudgetStore.connect(server.orElseThrow().getPostgresDatabase(), Optional.empty());
  }

  private void create(double epsilon) {
    try (BudgetStore store = store()) {
      store.create("team", new Guarantee.Pure(epsilon, ADD_OR_REMOVE));
      store.createAll(
          List.of("team/a", "team/b", "team/c", "team/d"), new Guarantee.Pure(1e6, ADD_OR_REMOVE));
    }
  }

  private Process client(String name, int threads, int charges) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            BudgetClient.class.getName(),
            server.orElseThrow().getJdbcUrl("postgres", "postgres"),
            directory.resolve(name).toString(),
            Integer.toString(threads),
            Integer.toString(charges))
        .redirectErrorStream(true)
        .redirectOutput(directory.resolve(name + ".out").toFile())
        .start();
  }

  private List<String> answered(List<String> names) throws IOException {
    List<String> ids = new ArrayList<>();
    for (String name : names) {
      Path file = directory.resolve(name);
      ids.addAll(Files.exists(file) ? Files.readAllLines(file) : List.of());
    }
    return ids;
  }

  /** Every answered grant is stored, once; and the rows equal the grants of a serial replay. */
  private int assertSound(List<String> answered, double epsilon) {
    try (BudgetStore store = store();
        BudgetStore serial = BudgetStore.inMemory()) {
      store.verify(Map.of());
      List<BudgetCharge> history = store.budget("team").history();
      Set<String> ids = new HashSet<>(history.stream().map(BudgetCharge::id).toList());
      assertEquals(history.size(), ids.size());
      assertTrue(ids.containsAll(answered), () -> "forgotten grants among " + answered.size());
      assertEquals(answered.size(), new HashSet<>(answered).size());
      Budget replayed = serial.create("team", new Guarantee.Pure(epsilon, ADD_OR_REMOVE));
      for (BudgetCharge charge : history) {
        DpEvent event = DpEvent.parse(charge.event());
        assertTrue(replayed.charge(event, charge.label(), charge.id()).granted());
      }
      assertEquals(replayed.remaining(), store.budget("team").remaining());
      return history.size();
    }
  }

  @Test
  void sixteenClientsInFourProcessesAreGrantedWhatFits() throws Exception {
    create(40);
    List<String> names = List.of("p1", "p2", "p3", "p4");
    List<Process> clients = new ArrayList<>();
    long begin = System.nanoTime();
    for (String name : names) {
      clients.add(client(name, 4, 1000));
    }
    for (int i = 0; i < clients.size(); i++) {
      assertTrue(clients.get(i).waitFor(2, TimeUnit.MINUTES));
      String said = Files.readString(directory.resolve(names.get(i) + ".out"));
      assertEquals(0, clients.get(i).exitValue(), said);
      assertEquals("", said);
    }
    List<String> answered = answered(names);
    assertEquals(400, answered.size());
    assertEquals(400, assertSound(answered, 40));
    System.out.println("400 grants to 16 clients in " + (System.nanoTime() - begin) / 1e9 + " s");
  }

  /** {@code -Dassay.kills} sets the number of clients that are killed. */
  @Test
  void killedClientsForgetNothing() throws Exception {
    create(1e5);
    int kills = Integer.getInteger("assay.kills", 20);
    SplittableRandom random = new SplittableRandom(3);
    List<String> names = new ArrayList<>();
    for (int kill = 0; kill < kills; kill++) {
      String name = "k" + kill;
      names.add(name);
      Process client = client(name, 2, 1 << 20);
      await(directory.resolve(name), random.nextInt(4) > 0, client);
      Thread.sleep(random.nextInt(60));
      client.destroyForcibly().waitFor();
    }
    List<String> answered = answered(names);
    int rows = assertSound(answered, 1e5);
    assertTrue(answered.size() > kills / 2, () -> "only " + answered.size() + " answers");
    System.out.println(
        kills + " clients killed, " + answered.size() + " grants answered, " + rows + " recorded");
  }

  private static void await(Path file, boolean until, Process client) throws InterruptedException {
    for (int i = 0; until && i < 1000 && client.isAlive() && !Files.exists(file); i++) {
      Thread.sleep(10);
    }
  }

  /**
   * {@code -Dassay.stops} sets the number of immediate stops of the server, as by pg_ctl -m
   * immediate.
   */
  @Test
  void aServerThatStopsForgetsNothing() throws Exception {
    create(1e5);
    int stops = Integer.getInteger("assay.stops", 3);
    List<String> names = List.of("s1", "s2");
    List<Process> clients = new ArrayList<>();
    for (String name : names) {
      clients.add(client(name, 2, 1 << 20));
    }
    await(directory.resolve("s1"), true, clients.get(0));
    SplittableRandom random = new SplittableRandom(4);
    int before = 0;
    for (int stop = 0; stop < stops; stop++) {
      Thread.sleep(300 + random.nextInt(300));
      String postmaster = Files.readAllLines(data.resolve("postmaster.pid")).get(0).strip();
      assertEquals(0, new ProcessBuilder("kill", "-QUIT", postmaster).start().waitFor());
      for (int i = 0; i < 200 && Files.exists(data.resolve("postmaster.pid")); i++) {
        Thread.sleep(20);
      }
      server.orElseThrow().close();
      startServer();
      before = answered(names).size();
    }
    for (int i = 0; i < 500 && answered(names).size() < before + 10; i++) {
      Thread.sleep(20);
    }
    for (int i = 0; i < clients.size(); i++) {
      String said = Files.readString(directory.resolve(names.get(i) + ".out"));
      assertTrue(clients.get(i).isAlive(), () -> "a client gave up: " + said);
      clients.get(i).destroyForcibly().waitFor();
    }
    List<String> answered = answered(names);
    assertTrue(answered.size() >= before + 10, "nobody was granted after the last stop");
    int rows = assertSound(answered, 1e5);
    System.out.println(
        stops + " stops, " + answered.size() + " grants answered, " + rows + " recorded");
  }
}
