package org.assay.cli.internal.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.assay.accountant.accounting.TightestBound;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.EventKey;
import org.assay.accountant.event.EventKind;
import org.assay.accountant.event.EventKinds;
import org.assay.cli.Project;
import org.assay.cli.internal.input.DocumentReader;
import org.assay.cli.internal.input.InputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The table of numbers that can be found, the page that explains it, and the costs themselves. */
class NumberKeysTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final Set<String> DESCENTS =
      Set.of("last-iterate", "noisy-gradient-descent", "noisy-sgd");

  /** An event of a kind with a number at a key. */
  private record Example(String kind, String key, double given, ObjectNode document) {
    DpEvent with(double number) {
      ObjectNode changed = document.deepCopy();
      ((ObjectNode) changed.get(kind)).put(key, number);
      return EventReader.event(
          DocumentReader.readJson("event", changed.toString()), Optional.empty());
    }

    @Override
    public String toString() {
      return key + " of " + kind;
    }
  }

  static Stream<Example> examples() throws IOException {
    List<Example> examples = new ArrayList<>();
    for (String text : KindExamples.ALL) {
      ObjectNode document = (ObjectNode) MAPPER.readTree(text.replace('\'', '"'));
      String kind = document.fieldNames().next();
      document
          .get(kind)
          .properties()
          .forEach(
              entry -> {
                boolean found =
                    entry.getValue().isNumber()
                        && NumberKeys.of(kind, entry.getKey()).orElseThrow().search().isPresent();
                if (found) {
                  double given = entry.getValue().doubleValue();
                  examples.add(new Example(kind, entry.getKey(), given, document));
                }
              });
    }
    return examples.stream();
  }

  /** Every key of every kind is a word, a part, or in the table. */
  @Test
  void everyNumberIsInTheTable() {
    for (EventKind<?> kind : EventKinds.all()) {
      Set<String> keys = new TreeSet<>();
      kind.keys().stream().filter(EventKey::isNumber).forEach(key -> keys.add(key.name()));
      assertEquals(keys, new TreeSet<>(NumberKeys.keys(kind.name())), kind.name());
    }
  }

  /** Formulas are rounded to where the cost is larger, and searches go the other way. */
  @Test
  void effectsAreThoseOfTheTableOfKinds() {
    for (EventKind<?> kind : EventKinds.all()) {
      for (EventKey key : kind.keys()) {
        if (key.isNumber() && !NumberKeys.isList(key)) {
          EventKey.Effect effect =
              NumberKeys.of(kind.name(), key.name())
                  .orElseThrow()
                  .search()
                  .map(found -> found.largest() ? EventKey.Effect.RISES : EventKey.Effect.FALLS)
                  .orElse(EventKey.Effect.UNKNOWN);
          assertEquals(effect, key.effect(), key.name() + " of " + kind.name());
        }
      }
    }
  }

  @Test
  void everyNumberThatCanBeFoundHasAnExample() throws IOException {
    Set<String> covered = new TreeSet<>();
    examples().forEach(example -> covered.add(example.toString()));
    Set<String> all = new TreeSet<>();
    for (EventKind<?> kind : EventKinds.all()) {
      if (!DESCENTS.contains(kind.name())) {
        NumberKeys.keys(kind.name()).stream()
            .filter(key -> NumberKeys.of(kind.name(), key).orElseThrow().search().isPresent())
            .forEach(key -> all.add(key + " of " + kind.name()));
      }
    }
    assertEquals(all, covered);
  }

  /** A little more of a number whose smallest one is looked for costs no more, and so on. */
  @ParameterizedTest
  @MethodSource("examples")
  void theCostRisesOrFallsAsTheTableSays(Example example) {
    Search search =
        NumberKeys.of(example.kind(), example.key()).orElseThrow().search().orElseThrow();
    double more = search.isWhole() ? example.given() + 1 : example.given() * 1.25;
    double here = cost(example.with(example.given()));
    double there = cost(example.with(more));
    double slack = 1e-9 + 2e-3 * here;
    assertTrue(
        search.largest() ? there >= here - slack : there <= here + slack,
        () -> example + ": " + here + " at " + example.given() + ", " + there + " at " + more);
  }

  private static double cost(DpEvent event) {
    return TightestBound.of(event, event.adjacency()).delta(0.5).value().upper();
  }

  /** The page has the table's rows and no others. */
  @Test
  void thePageSaysTheSame() throws IOException {
    String page = Files.readString(Project.file("docs/reference/events.md"));
    String section = page.substring(page.indexOf("### Numbers that can be found"));
    Map<String, List<Set<String>>> rows = new TreeMap<>();
    section
        .lines()
        .filter(line -> line.startsWith("| `"))
        .map(line -> line.split("\\|", -1))
        .forEach(
            cells ->
                quoted(cells[1])
                    .forEach(
                        kind ->
                            rows.put(
                                kind,
                                List.of(quoted(cells[2]), quoted(cells[3]), quoted(cells[5])))));
    for (EventKind<?> kind : EventKinds.all()) {
      Set<String> smallest = new TreeSet<>();
      Set<String> largest = new TreeSet<>();
      Set<String> refused = new TreeSet<>();
      for (String key : NumberKeys.keys(kind.name())) {
        Optional<Search> search = NumberKeys.of(kind.name(), key).orElseThrow().search();
        search.ifPresentOrElse(
            found -> (found.largest() ? largest : smallest).add(key), () -> refused.add(key));
      }
      if (DESCENTS.contains(kind.name())) {
        refused.clear();
      }
      if (!NumberKeys.keys(kind.name()).isEmpty()) {
        assertEquals(List.of(smallest, largest, refused), rows.remove(kind.name()), kind.name());
      }
    }
    assertEquals(Set.of(), rows.keySet());
  }

  private static Set<String> quoted(String cell) {
    Set<String> words = new TreeSet<>();
    Pattern.compile("`([^`]*)`")
        .matcher(cell)
        .results()
        .forEach(found -> words.add(found.group(1)));
    return words;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'thresholded-counts':{'noise':'laplace','scale':'?'}} | find the threshold",
        "{'laplace':{'noise_multiplier':1,'sensitivity':'?'}} | stated relative to it",
        "{'mixture-of-gaussians':{'sensitivities':[0,'?']}} | it is a list",
        "{'noisy-sgd':{'steps':'?'}} | no proof says",
        "{'laplace':{'adjacency':'?'}} | is no number that can be found",
        "{'sequence':[{'repeat':{'times':'?'}},{'group':{'size':'?'}}]} | at size and times",
        "{'sequence':[{'matrix-mechanism':{'steps':'?'}},{'allocated':{'steps':'?'}}]}"
            + " | falls with the other",
      })
  void refusalsSayWhy(String row) {
    String[] cells = row.split(" \\| ", -1);
    var document = DocumentReader.readJson("event", cells[0].replace('\'', '"'));
    assertTrue(OpenEvent.isOpen(document));
    String message =
        String.valueOf(
            assertThrows(InputException.class, () -> OpenEvent.of(document, Optional.empty()))
                .getMessage());
    assertTrue(message.contains(cells[1]), message);
  }
}
