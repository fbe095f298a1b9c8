package org.assay.cli.internal.budget;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.assay.cli.Invocation;
import org.assay.cli.Project;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The verb {@code budget}, in a file and in H2. */
class BudgetCommandTest {
  @TempDir private Path directory = Path.of("unset");

  private Invocation budget(String store, String... words) {
    List<String> all = new ArrayList<>(List.of("budget"));
    all.addAll(List.of(words));
    all.addAll(List.of("--store", store));
    if (List.of("create", "charge", "fits", "plan").contains(words[0])) {
      all.addAll(List.of("--adjacency", "add-remove"));
    }
    return Invocation.of(all.toArray(new String[0]));
  }

  private void assertRefused(String store, String message, String... words) {
    Invocation run = budget(store, words);
    assertEquals(2, run.code(), run::out);
    assertTrue(run.err().contains(message), run::err);
  }

  private String file() {
    return directory.resolve("budgets").toString();
  }

  @Test
  void chargesAreGrantedOnceInEveryStore() {
    for (String store : List.of(file(), "jdbc:h2:" + directory.resolve("h2"))) {
      assertEquals(0, budget(store, "create", "team", "--epsilon", "1").code());
      String[] charge = {"charge", "team", "laplace(2)", "--id", "run-1", "--label", "weekly"};
      for (int i = 0; i < 2; i++) {
        Invocation run = budget(store, charge);
        assertEquals(0, run.code(), run::err);
        assertEquals("granted: charge 1 of team\n  epsilon: 0.5 of 1 left\n", run.out());
      }
      assertEquals("fits team 5 times\n", budget(store, "fits", "team", "pure(0.1)").out());
      Invocation refused = budget(store, "charge", "team", "pure(0.6)");
      assertEquals(1, refused.code());
      assertTrue(refused.out().contains("limit on epsilon by 0.1 in budget team"), refused.out());
      assertEquals(1, budget(store, "fits", "team", "pure(0.6)").code());
      Invocation history = budget(store, "history", "team");
      assertTrue(
          history.out().matches("1  .*Z  team  weekly  laplace\\(2.*\\)  0\\.5\n"), history.out());
      String anchor = budget(store, "verify").out().lines().toList().get(1).strip();
      assertEquals(0, budget(store, "verify", "--anchor", anchor).code());
      assertRefused(
          store, "is not that of the anchor", "verify", "--anchor", "team=1:" + "0".repeat(32));
      assertRefused(store, "there is no such budget", "show", "nobody");
    }
  }

  @Test
  void plansChargeNothing() {
    assertEquals(0, budget(file(), "create", "team", "--rho", "0.02").code());
    Invocation plan = budget(file(), "plan", "team", "gaussian(?)", "gaussian(5)", "gaussian(?)");
    assertEquals(1, plan.code());
    Invocation even =
        budget(file(), "plan", "team", "gaussian(?)", "gaussian(?)", "--weights", "1,3");
    assertEquals(0, even.code(), even::err);
    // 1/(2 sigma²) is a quarter and three quarters of 0.02.
    assertTrue(even.out().startsWith("fits    gaussian(10"), even.out());
    assertTrue(even.out().contains("fits    gaussian(5.77350269189"), even.out());
    assertTrue(budget(file(), "show").out().contains("rho: 0.02 of 0.02 left"));
    assertRefused(
        file(), "one for each of the 1 events", "plan", "team", "pure(1)", "--weights", "1,2");
  }

  /** A file that is no store stays as it was, alone, and an empty one is no store yet. */
  @Test
  void filesOfOthersAreLeftAlone() throws IOException {
    Path path = Path.of(file());
    for (String content : List.of("", "name,age\nada,36\n")) {
      Files.writeString(path, content);
      for (String[] action : new String[][] {{"show"}, {"verify"}, {"charge", "x", "pure(1)"}}) {
        Invocation refused = budget(file(), action);
        assertEquals(2, refused.code(), content);
        assertEquals(content, Files.readString(path));
        try (Stream<Path> left = Files.list(directory)) {
          assertEquals(List.of(path), left.toList(), content);
        }
      }
    }
  }

  /** Gaussian noise has no pure epsilon, in a budget of epsilon or in that limit of another. */
  @Test
  void noNumberIsPlannedForAnEventWithoutSuchACost() {
    assertEquals(0, budget(file(), "create", "pure", "--epsilon", "1").code());
    String why = "EVENT 2 had '?' at noise_multiplier: such an event has no cost in epsilon,";
    assertRefused(file(), why, "plan", "pure", "laplace(?)", "gaussian(?)");
    assertEquals(0, budget(file(), "create", "s", "--epsilon", "1", "--delta", "1e-6").code());
    assertRefused(file(), why, "plan", "s", "laplace(?)", "gaussian(?)", "--limit", "epsilon");
  }

  /** Neither the command line nor a message holds a password. */
  @Test
  void passwordsAreNotTyped() throws IOException {
    for (String store :
        List.of(
            "jdbc:h2:mem:x;PASSWORD=hunter2",
            "jdbc:postgresql://u:hunter2@host/db",
            "jdbc:postgresql://u:hunter2/x@localhost:1/db",
            "jdbc:postgresql://hunter2%40localhost:1/db",
            "jdbc:postgresql://h/d?user=a&p%61ssWord=hunter2",
            "jdbc:postgresql://h/d?user=a&p%2561ssword=hunter2",
            "jdbc:postgresql://h/d?sslpassword=hunter2",
            "jdbc:h2:./x;PASSWO%52D=hunter2",
            "jdbc:postgresql://h/d?password=hunter2")) {
      Invocation run = budget(store, "show");
      assertEquals(2, run.code());
      assertTrue(run.err().contains("--store holds a password"), run::err);
      assertFalse((run.err() + run.out()).contains("hunter2"), run::err);
    }
    String store = "jdbc:h2:" + directory.resolve("locked");
    Path password = Files.writeString(directory.resolve("password"), "hunter2\n");
    String[] access = {"--user", "owner", "--password-file", password.toString()};
    Invocation made = budget(store, with(access, "create", "team", "--epsilon", "1"));
    assertEquals(0, made.code(), made::err);
    Files.writeString(password, "other\n");
    Invocation wrong = budget(store, with(access, "show"));
    assertEquals(2, wrong.code(), wrong::out);
    assertFalse(wrong.err().contains("other"), wrong::err);
  }

  /** The page's commands and rights, with another host and passwords in files. */
  @Test
  @Tag("slow")
  void aTeamSharesPostgresAsThePageSays() throws Exception {
    String page = Files.readString(Project.file("docs/guide/budgets.md"));
    String rights = blocks(page, "sql").get(0);
    List<String> commands =
        blocks(page, "bash").get(0).lines().filter(line -> line.startsWith("assay ")).toList();
    Path password = Files.writeString(directory.resolve("password"), "x");
    try (EmbeddedPostgres server =
            EmbeddedPostgres.builder().setServerConfig("fsync", "on").start();
        Connection admin = server.getPostgresDatabase().getConnection();
        Statement statement = admin.createStatement()) {
      statement.execute(
          "CREATE ROLE owner LOGIN PASSWORD 'x'; CREATE ROLE analyst LOGIN PASSWORD 'x';"
              + " GRANT CREATE ON SCHEMA public TO owner");
      String address = "jdbc:postgresql://localhost:" + server.getPort() + "/postgres";
      List<Invocation> runs = new ArrayList<>();
      for (String command : List.of(commands.get(0), commands.get(1), commands.get(1))) {
        String words = command.replace("jdbc:postgresql://host/privacy", address).replace("'", "");
        assertTrue(words.contains(address), words);
        runs.add(
            Invocation.of(
                (words.substring("assay ".length()) + " --password-file " + password).split(" ")));
        statement.execute(runs.size() == 2 ? rights : "SELECT 1");
      }
      assertEquals(0, runs.get(0).code(), runs.get(0)::err);
      // The analyst has no rights before they are given.
      assertEquals(2, runs.get(1).code(), runs.get(1)::out);
      assertTrue(runs.get(1).err().contains("permission denied"), runs.get(1)::err);
      assertEquals(0, runs.get(2).code(), runs.get(2)::err);
      assertTrue(runs.get(2).out().startsWith("granted: charge 1 of team\n"), runs.get(2)::out);
    }
  }

  private static List<String> blocks(String page, String language) {
    return Pattern.compile("(?s)```" + language + "\n(.*?)```")
        .matcher(page)
        .results()
        .map(found -> found.group(1))
        .toList();
  }

  /** Only create makes a store. */
  @Test
  void aStoreThatIsNotThereIsNotMade() throws IOException {
    for (String store : List.of(file(), "jdbc:h2:" + directory.resolve("h2"))) {
      for (String[] words :
          List.of(
              new String[] {"verify"},
              new String[] {"show"},
              new String[] {"history", "team"},
              new String[] {"fits", "team", "pure(1)"},
              new String[] {"charge", "team", "pure(1)"},
              new String[] {"plan", "team", "pure(1)"})) {
        Invocation run = budget(store, words);
        assertEquals(2, run.code(), run::out);
        assertEquals("", run.out());
        assertTrue(
            run.err().matches("(?s).*(budget create makes|create a budget first).*"), run::err);
      }
    }
    String line = "{\"id\":1,\"fn\":\"budget\",\"args\":{\"action\":\"show\",\"name\":\"team\"}}";
    assertTrue(
        Invocation.withInput(line, "evaluate", "--store", file()).out().contains("no such file"));
    try (var files = Files.list(directory)) {
      assertEquals(List.of(), files.toList());
    }
    assertRefused(file(), "there is no such budget", "create", "team/alice", "--epsilon", "1");
    assertRefused(file(), "nothing to verify", "verify");
  }

  /** What was charged below a budget is spent of that budget too; labels are data. */
  @Test
  void aPageShowsWhatWasSpentAndForWhat() throws IOException {
    Path folder = directory.resolve("page");
    Path page = folder.resolve("budget.html");
    String[] show = {"show", "team", "--report", folder.toString()};
    assertEquals(0, budget(file(), "create", "team", "--epsilon", "1").code());
    assertEquals(0, budget(file(), show).code());
    assertTrue(Files.readString(page).contains("0 charges; epsilon: "));
    assertEquals(0, budget(file(), "create", "team/a", "--epsilon", "0.5").code());
    for (String label : List.of("weekly", "<b>", "weekly")) {
      String name = label.equals("weekly") ? "team" : "team/a";
      assertEquals(0, budget(file(), "charge", name, "pure(1/4)", "--label", label).code());
    }
    Invocation shown = budget(file(), show);
    assertEquals(0, shown.code(), shown::err);
    String html = Files.readString(page).replaceAll("<span[^>]*>|</span>", "");
    assertTrue(html.contains("3 charges; epsilon: 0.25 of 1 left."), html);
    assertTrue(html.contains("<svg") && html.contains("spent (percent)"), html);
    assertFalse(html.contains("<b>"), html);
    String row = "<td[^>]*>%s</td><td[^>]*>%s</td><td[^>]*>[^<]*</td><td[^>]*>%s</td>";
    for (String expected :
        List.of(row.formatted("weekly", "2", "0\\.5"), row.formatted("&lt;b&gt;", "1", "0\\.25"))) {
      assertTrue(Pattern.compile(expected).matcher(html).find(), () -> expected + html);
    }
    assertRefused(file(), "NAME is missing", "show", "--report", directory.toString());
    assertRefused(file(), "--report belongs to show", "verify", "--report", directory.toString());
  }

  @Test
  void oneBudgetIsVerified() {
    for (String name : List.of("team", "team/a", "other")) {
      assertEquals(0, budget(file(), "create", name, "--epsilon", "1").code());
    }
    Invocation run = budget(file(), "verify", "team/a");
    assertTrue(run.out().startsWith("every row of 2 budgets is in its place\n"), run.out());
    assertRefused(file(), "there is no such budget", "verify", "nobody");
    String[] other = {"verify", "team", "--anchor", "other=0:" + "0".repeat(32)};
    assertRefused(file(), "only team are verified", other);
  }

  @Test
  void optionsOfAnotherActionAreRefused() {
    assertEquals(0, budget(file(), "create", "team", "--epsilon", "1").code());
    assertRefused(
        file(), "--epsilon belongs to create", "charge", "team", "pure(0.1)", "--epsilon", "3");
    assertRefused(file(), "--label belongs to charge", "fits", "team", "pure(1)", "--label", "x");
    assertRefused(file(), "--id belongs to charge", "show", "team", "--id", "x");
    assertRefused(file(), "--weights belongs to plan", "verify", "--weights", "1");
    assertRefused(file(), "--limit belongs to plan", "history", "team", "--limit", "rho");
    assertRefused(file(), "--anchor belongs to verify", "show", "--anchor", "x");
    assertRefused(file(), "--adjacency belongs to", "show", "--adjacency", "add-remove");
    for (String delta : List.of("1", "0", "NaN", "-1")) {
      assertRefused(file(), "--delta was", "create", "x", "--epsilon", "1", "--delta", delta);
    }
  }

  private static String[] with(String[] access, String... words) {
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(List.of(access));
    return all.toArray(new String[0]);
  }

  @Test
  void badInputIsRefused() {
    assertRefused(file(), "the limit must be", "create", "team");
    assertRefused(file(), "the limit must be", "create", "team", "--rho", "1", "--mu", "1");
    assertRefused(file(), "NAME is missing", "create", "--rho", "1");
    assertRefused(file(), "name was 'a b'", "create", "a b", "--rho", "1");
    assertRefused(file(), "--own-delta is a part", "create", "a", "--rho", "1", "--own-delta", "0");
    assertEquals(0, budget(file(), "create", "team", "--epsilon", "1").code());
    assertRefused(file(), "such a budget already", "create", "team", "--epsilon", "1");
    Invocation none = Invocation.of("budget");
    assertEquals(2, none.code());
    assertTrue(none.err().contains("one of create, charge, fits, show, history, verify, plan"));
    assertRefused(file(), "give the name and what is to run", "charge", "pure(0.1)");
    assertRefused(file(), "give the name and the planned events", "plan", "pure(?)");
    assertRefused(file(), "--anchor was 'x': give NAME=ANCHOR", "verify", "--anchor", "x");
    assertTrue(budget(file(), "verify").out().startsWith("every row of 1 budget is in its place"));
    assertRefused(file(), "cannot bound the privacy", "charge", "team", "gaussian(1)");
    assertRefused(file(), "label was", "charge", "team", "pure(0.1)", "--label", "a\nb");
    Invocation small = budget(file(), "create", "s", "--epsilon", "1e-6", "--delta", "1e-6");
    assertEquals(0, small.code(), small::err);
    assertRefused(file(), "'?' are of one of epsilon, rho\n", "plan", "s", "pure(?)");
    String[] other = {"charge", "s", "gaussian(9, adjacency=replace-one)"};
    assertRefused(file(), "describe it under the adjacency of the budget", other);
    assertRefused(file(), "give it more noise", "charge", "s", "gaussian(1e-3)");
    assertRefused("jdbc:nothing:x", "the databases are jdbc:postgresql:…", "show");
    assertRefused("jdbc:postgresql://127.0.0.1:1/x", "ConnectException", "show");
    assertRefused("", "--store was ''", "show");
    String nowhere = directory.resolve("none/budgets").toString();
    assertRefused(nowhere, "cannot be opened: make room or rights", "create", "a", "--rho", "1");
  }

  /** A line of a batch can ask the store of the command line, and no other. */
  @Test
  void batchesAskTheStoreOfTheCommandLine() {
    assertEquals(0, budget(file(), "create", "team", "--epsilon", "1").code());
    String line =
        "{\"id\":1,\"fn\":\"budget\",\"args\":{\"action\":\"charge\",\"name\":\"team\",\"event\":"
            + "\"pure(0.25)\",\"adjacency\":\"add-remove\"}}";
    Invocation none = Invocation.withInput(line, "evaluate");
    assertTrue(none.out().contains("fn 'budget' is unknown"), none.out());
    Invocation run = Invocation.withInput(line, "evaluate", "--store", file());
    assertTrue(run.out().contains("\"granted\":true"), run.out());
    assertTrue(run.out().contains("\"left\":\"0.75\""), run.out());
  }
}
