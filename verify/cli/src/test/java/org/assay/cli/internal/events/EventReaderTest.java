package org.assay.cli.internal.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.cli.internal.input.DocumentReader;
import org.assay.cli.internal.input.InputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EventReaderTest {
  @TempDir private Path directory = Path.of("");

  private DpEvent read(String text) throws IOException {
    Path file = Files.writeString(directory.resolve("run.yaml"), text);
    return EventReader.event(DocumentReader.read(file), Optional.empty());
  }

  private static final String[][] KINDS = {
    {"{gaussian: {noise_multiplier: 1, adjacency: add-remove}}", "GaussianEvent"},
    {"{laplace: {noise_multiplier: 1, adjacency: zero-out, sensitivity: 2}}", "LaplaceEvent"},
    {
      "{generalized-gaussian: {noise_multiplier: 1, smoothness: 1.5, adjacency: add-remove}}",
      "GeneralizedGaussianEvent"
    },
    {
      "{mixture-of-gaussians: {standard_deviation: 2, sensitivities: [0, 1], probabilities: [0.9,"
          + " 0.1], adjacency: add-remove}}",
      "MixtureOfGaussiansEvent"
    },
    {
      "{shuffled-batches: {batches: 100, noise_multiplier: 1, adjacency: zero-out}}",
      "ShuffledBatchesEvent"
    },
    {"{discrete-gaussian: {sigma: 2, adjacency: add-remove}}", "DiscreteGaussianEvent"},
    {
      "{discrete-laplace: {scale: 2, sensitivity: 3, adjacency: add-remove}}",
      "DiscreteLaplaceEvent"
    },
    {
      "{truncated-laplace: {scale: 2, bound: 30, sensitivity: 3, adjacency: zero-out}}",
      "TruncatedLaplaceEvent"
    },
    {"{staircase: {epsilon: 1, gamma: 0.4, adjacency: add-remove}}", "StaircaseEvent"},
    {
      "{randomized-response: {truth_probability: 0.7, answers: 4, adjacency: replace-one}}",
      "RandomizedResponseEvent"
    },
    {"{exponential-mechanism: {epsilon: 1, adjacency: add-remove}}", "ExponentialMechanismEvent"},
    {"{permute-and-flip: {epsilon: 1, adjacency: add-remove}}", "PermuteAndFlipEvent"},
    {
      "{matrix-mechanism: {matrix: tree, steps: 7, trees: 2, participations: 2, separation: 7,"
          + " noise_multiplier: 3, adjacency: add-remove}}",
      "MatrixMechanismEvent"
    },
    {
      "{matrix-mechanism: {matrix: square-root, steps: 7, bands: 3, noise_multiplier: 3, adjacency:"
          + " replace-one}}",
      "MatrixMechanismEvent"
    },
    {
      "{matrix-mechanism: {matrix: rows, rows: [[1], [0.5, 1]], noise_multiplier: 3, adjacency:"
          + " zero-out}}",
      "MatrixMechanismEvent"
    },
    {
      "{sampled-banded-matrix: {matrix: rows, rows: [[1], [0.5, 1]], noise_multiplier: 3,"
          + " sampling_probability: 0.1, adjacency: zero-out}}",
      "SampledMatrixEvent"
    },
    {
      "{gaussian-sparse-vector: {threshold_noise_multiplier: 5, query_noise_multiplier: 10,"
          + " queries: 100, positives: 2, monotone: true, adjacency: zero-out}}",
      "GaussianSparseVectorEvent"
    },
    {
      "{thresholded-counts: {noise: gaussian, scale: 4, threshold: 20, partitions: 4, adjacency:"
          + " add-remove}}",
      "ThresholdedCountsEvent"
    },
    {
      "{thresholded-counts: {noise: discrete-laplace, scale: 1, threshold: 5, partitions: 1,"
          + " adjacency: add-remove}}",
      "ThresholdedCountsEvent"
    },
    {
      "{partition-selection: {epsilon: 1, delta: 1e-5, partitions: 4, adjacency: add-remove}}",
      "PartitionSelectionEvent"
    },
    {"{no-op: {adjacency: replace-one}}", "PureEvent"},
    {"{non-private: {adjacency: add-remove}}", "ApproximateEvent"},
    {"{zcdp: {xi: 0.1, rho: 0.2, delta: 1e-6, adjacency: add-remove}}", "ZcdpEvent"},
    {"{shuffled-reports: {reports: 100, local_epsilon: 1}}", "ShuffledReportsEvent"},
    {"{shuffled-reports: {reports: 100, local_epsilon: 1, answers: 3}}", "ShuffledReportsEvent"},
    {
      "{report-noisy-max: {noise: gumbel, epsilon: 1, adjacency: add-remove}}",
      "ReportNoisyMaxEvent"
    },
    {
      "{sparse-vector: {threshold_noise_multiplier: 1, query_noise_multiplier: 2, positives: 3,"
          + " monotone: true, adjacency: add-remove}}",
      "SparseVectorEvent"
    },
    {"{pure: {epsilon: 1, adjacency: add-remove}}", "PureEvent"},
    {"{approximate: {epsilon: 1, delta: 1e-6, adjacency: add-remove}}", "ApproximateEvent"},
    {"{zcdp: {rho: 0.1, adjacency: add-remove}}", "ZcdpEvent"},
    {
      "{certified: {name: m, citation: K, locator: L, rho: 1, omega: 4, adjacency: add-remove}}",
      "CertifiedEvent"
    },
    {
      "{last-iterate: {steps: 2, step_size: 0.1, batch_size: [3, 4], noise: 1,"
          + " lipschitz_constant: 1, smoothness: 1}}",
      "LastIterateEvent"
    },
    {
      "{noisy-gradient-descent: {epochs: 3, steps: 2, step_size: 0.1, batch_size: [3, 4], noise: 1,"
          + " lipschitz_constant: 1, smoothness: 1, strong_convexity: 0.5, form: last-iterate,"
          + " diameter: 2}}",
      "NoisyGradientDescentEvent"
    },
    {
      "{noisy-sgd: {sampling: fixed-size, records: 100, batch_size: 10, steps: 50, step_size: 0.1,"
          + " noise: 1, lipschitz_constant: 1, smoothness: 1, strong_convexity: 0, diameter: 2}}",
      "NoisySgdEvent"
    },
    {
      "{noisy-sgd: {sampling: poisson, records: 100, batch_size: 10, steps: 50, step_size: 0.1,"
          + " noise: 1, lipschitz_constant: 1, smoothness: 1, strong_convexity: 0.5}}",
      "NoisySgdEvent"
    },
    {
      "{noisy-sgd: {sampling: poisson, records: 100, batch_size: 10, steps: 50, step_size: 0.1,"
          + " noise: 1, lipschitz_constant: 1, smoothness: 1, strong_convexity: 0,"
          + " adjacency: add-remove}}",
      "NoisySgdEvent"
    },
    {
      "{noisy-sgd: {sampling: full-batch, records: 9, batch_size: 9, steps: 50, step_size: 0.1,"
          + " noise: 1, lipschitz_constant: 1, smoothness: 1, strong_convexity: 0}}",
      "NoisySgdEvent"
    },
    {
      "{sequence: [{pure: {epsilon: 1, adjacency: add-remove}},"
          + " {pure: {epsilon: 2, adjacency: add-remove}}]}",
      "ComposedEvent"
    },
    {"{sequence: [{pure: {epsilon: 1, adjacency: add-remove}}]}", "PureEvent"},
    {
      "{repeat: {times: 3, event: {pure: {epsilon: 1, adjacency: add-remove}}}}",
      "SelfComposedEvent"
    },
    {
      "{poisson: {sampling_probability: 0.1, event: {gaussian: {noise_multiplier: 1,"
          + " adjacency: add-remove}}}}",
      "PoissonSampledEvent"
    },
    {
      "{fixed-size: {sample_size: 1, population_size: 9, event: {gaussian:"
          + " {noise_multiplier: 1, adjacency: replace-one}}}}",
      "SampledWithoutReplacementEvent"
    },
    {
      "{with-replacement: {sample_size: 4, population_size: 9, event: {gaussian:"
          + " {noise_multiplier: 1, adjacency: replace-one}}}}",
      "SampledWithReplacementEvent"
    },
    {
      "{truncated-poisson: {records: 9, sampling_probability: 0.5, largest_batch: 5, event:"
          + " {gaussian: {noise_multiplier: 1, adjacency: add-remove}}}}",
      "TruncatedPoissonSampledEvent"
    },
    {"{group: {size: 3, event: {pure: {epsilon: 1, adjacency: add-remove}}}}", "GroupEvent"},
    {
      "{select: {repetitions: negative-binomial, shape: 0, success_probability: 0.1,"
          + " event: {pure: {epsilon: 1, adjacency: add-remove}}}}",
      "RepeatAndSelectEvent"
    },
    {
      "{allocated: {steps: 9, selected: 2, event: {gaussian: {noise_multiplier: 1,"
          + " adjacency: add-remove}}}}",
      "RandomAllocationEvent"
    },
    {
      "{select: {repetitions: poisson, mean: 3, event: {pure: {epsilon: 1, adjacency:"
          + " add-remove}}}}",
      "RepeatAndSelectEvent"
    },
    {
      "{parallel: {assignment: by-slot, events: [{pure: {epsilon: 1, adjacency: add-remove}}]}}",
      "ParallelEvent"
    },
  };

  @Test
  void readsEveryKind() throws IOException {
    Set<String> types = new HashSet<>();
    for (String[] kind : KINDS) {
      String type = read(kind[0]).getClass().getSimpleName();
      assertEquals(kind[1], type);
      types.add(type);
    }
    for (String example : KindExamples.ALL) {
      types.add(read(example.replace('\'', '"')).getClass().getSimpleName());
    }
    assertEquals(leaves(DpEvent.class), types.size());
  }

  private static long leaves(Class<?> type) {
    Class<?>[] permitted = type.getPermittedSubclasses();
    return permitted == null
        ? 1
        : Arrays.stream(permitted).mapToLong(EventReaderTest::leaves).sum();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{gausian: {}} | gausian is an unknown event; did you mean 'gaussian'?",
        "{} | the file has 0 keys: an event has one key, its kind",
        "[] | the file was a list: it must be an object with keys",
        "{gaussian: {noise_multiplier: 1}} | gaussian does not say which"
            + " databases are neighbours; "
            + AdjacencyRelation.CHOICE,
        "{gaussian: {noise: 1, adjacency: add-remove}} | gaussian.noise is an unknown key; known"
            + " are noise_multiplier, sensitivity, adjacency",
        "{gaussian: {noise_multiplier: -1, adjacency: add-remove}} | gaussian is refused:"
            + " noise_multiplier was -1.0: it must be finite and above 0",
        "{pure: {epsilon: 1, adjacency: add-remov}} | pure.adjacency was 'add-remov': it must be"
            + " one of add-remove, replace-one, zero-out; did you mean 'add-remove'?",
        "{sequence: []} | sequence was empty: it needs at least one item",
        "{repeat: {times: 0, event: {pure: {epsilon: 1, adjacency: add-remove}}}} | repeat.times"
            + " was 0: it must be at least 1",
        "{select: {repetitions: poisson, shape: 1, event: {pure: {epsilon: 1, adjacency:"
            + " add-remove}}}} | select.shape does not belong to the repetitions poisson",
        "{select: {repetitions: poisson, event: {pure: {epsilon: 1, adjacency:"
            + " add-remove}}}} | select.repetitions needs the key mean where it is poisson",
        "{allocated: {steps: 2, selected: 3, event: {pure: {epsilon: 1, adjacency:"
            + " add-remove}}}} | allocated is refused: selected was 3: it must be from 1"
            + " to the number of steps, 2",
        "{repeat: {times: 2, event: 3}} | repeat.event was 3: it must be an object with keys",
        "{sparse-vector: {threshold_noise_multiplier: 1, query_noise_multiplier: 2, positives: 3,"
            + " monotone: maybe, adjacency: add-remove}} | sparse-vector.monotone was 'maybe': it"
            + " must be true or false",
      })
  void namesWhatIsWrong(String text, String message) {
    InputException refusal = assertThrows(InputException.class, () -> read(text));
    assertEquals(directory.resolve("run.yaml") + ", line 1: " + message, refusal.getMessage());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "3 x poisson(1/4, gaussian(2) then laplace(3))",
        "repeat: {times: 3, event: 'poisson(1/4, gaussian(2) then laplace(3))'}",
        "repeat: {times: 3, event: {poisson: {sampling_probability: 0.25, event: {sequence:"
            + " [gaussian(2), {laplace: {noise_multiplier: 3}}]}}}}"
      })
  void textsStandWhereverEventsDo(String text) throws IOException {
    Path file = Files.writeString(directory.resolve("run.yaml"), text);
    DpEvent event =
        EventReader.event(DocumentReader.read(file), Optional.of(AdjacencyRelation.ADD_OR_REMOVE));
    assertEquals(
        "3 x poisson(0.25, gaussian(2) then laplace(3))",
        event.describe(AdjacencyRelation.ADD_OR_REMOVE));
  }

  @Test
  void mistakesInTextsAreShown() {
    InputException refusal =
        assertThrows(InputException.class, () -> read("group: {size: 2, event: 2 x gausian(1)}"));
    assertEquals(
        directory.resolve("run.yaml")
            + ", line 1: there is no event 'gausian'; did you mean 'gaussian'?\n"
            + "  2 x gausian(1)\n"
            + "      ^",
        refusal.getMessage());
  }

  @Test
  void relationsDoNotMix() {
    String text =
        "{sequence: [{pure: {epsilon: 1, adjacency: add-remove}},"
            + " {pure: {epsilon: 1, adjacency: zero-out}}]}";
    InputException refusal = assertThrows(InputException.class, () -> read(text));
    assertEquals(true, refusal.getMessage().contains("cannot be mixed"), refusal.getMessage());
  }
}
