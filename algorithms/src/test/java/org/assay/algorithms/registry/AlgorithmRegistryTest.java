package org.assay.algorithms.registry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assay.accountant.accounting.Cost;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.Tasks;
import org.assay.algorithms.run.AlgorithmEntry;
import org.assay.algorithms.run.Training;
import org.assay.algorithms.run.TrainingTask;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AlgorithmRegistryTest {
  private static final Pattern CITATION = Pattern.compile("\\[@([A-Za-z0-9]+)\\]");

  /** The share of a target's epsilon that every calibrated algorithm must spend. */
  private static final double LEAST_SPENT = 0.98;

  private static final List<Integer> NUMBERS = IntStream.rangeClosed(1, 28).boxed().toList();

  @Test
  void everyNumberIsThereOnceInOrder() {
    assertEquals(NUMBERS, AlgorithmRegistry.all().stream().map(AlgorithmEntry::number).toList());
  }

  @Test
  void idsAreUniqueAndFoundAgain() {
    assertEquals(NUMBERS.size(), Set.copyOf(AlgorithmRegistry.ids()).size());
    for (AlgorithmEntry entry : AlgorithmRegistry.all()) {
      assertTrue(entry.id().matches("[a-z]+(-[a-z]+)*"), entry.id());
      assertEquals(Optional.of(entry), AlgorithmRegistry.find(entry.id()));
    }
    assertEquals(Optional.empty(), AlgorithmRegistry.find("snowball"));
  }

  @Test
  void everyEntrySaysWhatItRestsOn() {
    for (AlgorithmEntry entry : AlgorithmRegistry.all()) {
      assertFalse(entry.title().isBlank(), entry.id());
      assertFalse(entry.guarantee().isBlank(), entry.id());
      assertFalse(entry.labels().isEmpty(), entry.id());
      assertFalse(entry.preconditions().isEmpty(), entry.id());
      assertTrue(
          entry.preconditions().stream().noneMatch(String::isBlank),
          entry.preconditions()::toString);
    }
  }

  @Test
  void everySourceIsInTheBibliography() throws IOException {
    String bibliography = Files.readString(bibliography());
    for (AlgorithmEntry entry : AlgorithmRegistry.all()) {
      Set<String> keys =
          CITATION
              .matcher(entry.source())
              .results()
              .map((MatchResult result) -> result.group(1))
              .collect(Collectors.toCollection(TreeSet::new));
      assertFalse(keys.isEmpty(), () -> entry.id() + " cites nothing: " + entry.source());
      keys.forEach(
          key -> assertTrue(bibliography.contains("{" + key + ","), entry.id() + " cites " + key));
    }
  }

  private static Path bibliography() {
    Path directory = Path.of("").toAbsolutePath();
    while (!Files.isDirectory(directory.resolve(".mvn"))) {
      directory = Objects.requireNonNull(directory.getParent());
    }
    return directory.resolve("docs/papers/references.bib");
  }

  /** Whatever is calibrated says what it spends, in the dimension of the task. */
  @Tag("slow")
  @Test
  void everyEntryIsCalibratedForEachKindOfLabelItNames() {
    Guarantee target = new Guarantee.Approximate(4, 1e-5, AdjacencyRelation.REPLACE_ONE);
    for (AlgorithmEntry entry : AlgorithmRegistry.all()) {
      for (TrainingTask.Labels labels : entry.labels()) {
        TrainingTask task = Tasks.of(2000, 3, labels, 2);
        Training training = entry.calibrated().setUp(task, target);
        DpEvent event = training.algorithm().event();
        assertFalse(event.describe().isBlank(), entry.id());
        assertEquals(task.parameterDimension(), training.set().dimension(), entry.id());
      }
    }
  }

  /** No algorithm leaves epsilon unused, and none takes more than it was given. */
  @Tag("slow")
  @ParameterizedTest
  @CsvSource("3, 569, 30")
  void everyEntrySpendsItsTarget(double epsilon, int records, int features) {
    Guarantee target = new Guarantee.Approximate(epsilon, 1e-6, AdjacencyRelation.REPLACE_ONE);
    TrainingTask task = Tasks.of(records, features, TrainingTask.Labels.SIGNS, 1);
    for (AlgorithmEntry entry : AlgorithmRegistry.all()) {
      DpEvent event = entry.calibrated().setUp(task, target).algorithm().event();
      double spent =
          Cost.of(event, AdjacencyRelation.REPLACE_ONE)
              .withAccuracy(Cost.CALIBRATION_ACCURACY)
              .epsilon(1e-6)
              .value()
              .upper();
      assertTrue(
          spent <= epsilon && spent >= LEAST_SPENT * epsilon, entry.id() + " spends " + spent);
    }
  }
}
