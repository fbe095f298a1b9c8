package org.assay.accountant.internal.iteration.step;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assay.accountant.internal.divergence.ReplacedRecord;
import org.assay.accountant.internal.divergence.SampledGaussian;
import org.assay.accountant.numeric.Enclosure;

/**
 * Tables of pages by run, q and mu, and their figures for pairs: the standard deviation of a
 * likelihood ratio over q mu. The variance is {@code e^D − 1}, D the divergence of order 2.
 */
public final class PairTables {
  private PairTables() {}

  /** The cells of the rows of a page that begin with a run and its share. */
  public static List<String[]> rows(Path page) throws IOException {
    return Files.readAllLines(page).stream()
        .filter(line -> line.matches("\\| R\\d \\| 0\\..*"))
        .map(line -> line.substring(2).split("\\s*\\|\\s*"))
        .toList();
  }

  /** The figure of the pair that dominates all pairs of a step. */
  public static double symmetrized(double share, double mu) {
    return over(
        share,
        mu,
        ReplacedRecord.fixedSizeGaussian(Enclosure.exact(share), Enclosure.exact(mu), 2));
  }

  /** The figure of a record that one dataset has and the other does not. */
  public static double oneDirection(double share, double mu) {
    return over(share, mu, SampledGaussian.renyiForward(share, 1 / mu, 2));
  }

  private static double over(double share, double mu, Enclosure divergence) {
    return Math.sqrt(divergence.expm1().midpoint()) / (share * mu);
  }
}
