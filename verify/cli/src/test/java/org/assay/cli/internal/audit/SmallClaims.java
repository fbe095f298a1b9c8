package org.assay.cli.internal.audit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;

/** A claims file on forty invented records, for tests to spoil. */
final class SmallClaims {
  static final String TEXT =
      """
      error_probability: 1e-3
      seed: 1
      claims:
        - name: small
          mechanism: {id: snowball-sgd, steps: 4, rho: 1, step_size: 6}
          adjacency: replace-one
          guarantee: {zcdp: {rho: 0.5}}
          dataset: {csv: data.csv, clip_norm: 1}
          pairs: {canary: {batch: first}, drawn: {count: 2}}
          budget: {runs: 300}
      """;

  private SmallClaims() {}

  /** Writes the data and a claims file beside it. */
  static Path write(Path directory, String claims) throws IOException {
    SplittableRandom random = new SplittableRandom(4);
    StringBuilder csv = new StringBuilder();
    for (int i = 0; i < 40; i++) {
      csv.append(random.nextDouble(-1, 1)).append(',').append(random.nextDouble(-1, 1));
      csv.append(',').append(i % 2).append('\n');
    }
    Files.writeString(directory.resolve("data.csv"), csv);
    return Files.writeString(directory.resolve("claims.yaml"), claims);
  }
}
