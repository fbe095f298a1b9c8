package org.assay.verify.audit;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.Mechanism;

/** A process that audits with a checkpoint and prints the runs it is told of, unbuffered. */
final class AuditingProcess {
  private static final Mechanism<Double> MECHANISM =
      Mechanism.ofScalar((d, random) -> Mechanisms.onGrid(d + 3 * random.nextGaussian()));

  private static final List<AdjacentPair<Double>> PAIRS =
      List.of(
          AdjacentPair.of("0 and 1", 0.0, 1.0, AdjacencyRelation.REPLACE_ONE),
          AdjacentPair.of("0 and 2", 0.0, 2.0, AdjacencyRelation.REPLACE_ONE));

  private AuditingProcess() {}

  static Auditor auditor(long seed) {
    Guarantee claim = new Guarantee.Pure(1, AdjacencyRelation.REPLACE_ONE);
    return Auditor.of(claim).seed(seed).maximumRuns(40_000);
  }

  static AuditReport audit(Auditor auditor) {
    return auditor.audit(MECHANISM, PAIRS);
  }

  /**
   * Runs until the budget ends.
   *
   * @param arguments the checkpoint and the seed
   */
  public static void main(String[] arguments) throws IOException {
    try (FileOutputStream out = new FileOutputStream(FileDescriptor.out)) {
      audit(
          auditor(Long.parseLong(arguments[1]))
              .checkpoint(Path.of(arguments[0]))
              .resumed(state -> print(out, "resumed " + state.runs()))
              .progress(state -> print(out, "runs " + state.runs())));
    }
  }

  private static void print(FileOutputStream out, String line) {
    try {
      out.write((line + "\n").getBytes(StandardCharsets.US_ASCII));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
