package org.assay.accountant.iteration;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.iteration.certificate.NoisySgdArgument;
import org.assay.accountant.iteration.certificate.NoisySgdCertificate;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;

/**
 * Arguments found earlier, for the long runs of the documentation, with what they prove. They look
 * at last steps only, so they hold for all longer runs. All are about full batches or samples of a
 * fixed size, of which a proof uses the sampled share, the distance of two mean gradients and the
 * diameter in units of the noise, and that steps do not expand. So they answer runs with these
 * numbers whatever their units, if losses are convex but not strongly.
 *
 * <p>Each line of the file is a run with numbers that are larger by 1e-14 in L and D, so that those
 * of a run in other units are not above them by their rounding, followed by delta, epsilon made
 * larger by 2e-5 and rounded up to five digits, as evaluations at numbers that differ by roundings
 * differ a little, and the argument. A test searches and evaluates all of them anew.
 */
final class KnownRuns {
  private static final String FILE = "known-runs.txt";

  /** Only runs whose numbers are smaller by at most this part are looked up. */
  private static final double NEAR = 1e-9;

  private static final List<NoisySgdCertificate> SHIPPED = read();

  private KnownRuns() {}

  /**
   * What is known about epsilon of a run.
   *
   * @return a certificate for these settings, if they are known
   */
  static Optional<NoisySgdCertificate> epsilon(NoisySgd settings, double delta) {
    return SHIPPED.stream()
        .filter(known -> claim(known).delta() == delta && answers(known.settings(), settings))
        .map(
            known ->
                new NoisySgdCertificate(
                    settings, known.argument(), OptionalDouble.empty(), known.guarantee()))
        .findFirst();
  }

  private static Guarantee.Approximate claim(NoisySgdCertificate certificate) {
    return (Guarantee.Approximate) certificate.guarantee();
  }

  private static boolean answers(NoisySgd known, NoisySgd settings) {
    return settings.sampling() == known.sampling()
        && settings.adjacency() == known.adjacency()
        && settings.steps() >= known.steps()
        && product(settings.batchSize(), known.records())
            .equals(product(known.batchSize(), settings.records()))
        && settings.contractionMinusOne().equals(known.contractionMinusOne())
        && hardlyBelow(settings.stepMu(), known.stepMu())
        && hardlyBelow(settings.diameterOverNoise(), known.diameterOverNoise());
  }

  private static BigInteger product(long one, long other) {
    return BigInteger.valueOf(one).multiply(BigInteger.valueOf(other));
  }

  private static boolean hardlyBelow(Enclosure number, Enclosure known) {
    return number.upper() <= known.lower() && number.lower() >= (1 - NEAR) * known.lower();
  }

  /**
   * The certificates of the file.
   *
   * @return those of the runs with the larger numbers
   */
  static List<NoisySgdCertificate> shipped() {
    return SHIPPED;
  }

  private static List<NoisySgdCertificate> read() {
    try (InputStream in = KnownRuns.class.getResourceAsStream(FILE)) {
      byte[] bytes = Objects.requireNonNull(in, FILE + " is missing").readAllBytes();
      return new String(bytes, StandardCharsets.US_ASCII).lines().map(KnownRuns::parse).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static NoisySgdCertificate parse(String line) {
    String[] words = line.split(" ", -1);
    NoisySgd settings =
        NoisySgd.of(NoisySgdSampling.valueOf(words[0]), AdjacencyRelation.REPLACE_ONE)
            .batches(Long.parseLong(words[1]), Long.parseLong(words[2]))
            .steps(Long.parseLong(words[3]), Double.parseDouble(words[4]))
            .noise(Double.parseDouble(words[5]))
            .lipschitzConstant(Double.parseDouble(words[6]))
            .diameter(Double.parseDouble(words[7]))
            .curvature(0, 0)
            .build();
    Guarantee claim =
        new Guarantee.Approximate(
            Double.parseDouble(words[9]), Double.parseDouble(words[8]), settings.adjacency());
    NoisySgdArgument argument =
        new NoisySgdArgument.Recoupled(
            Double.parseDouble(words[10]),
            Integer.parseInt(words[11]),
            0,
            horizons(words[12]),
            Arrays.stream(words[13].split(";", -1)).map(KnownRuns::horizons).toList());
    return new NoisySgdCertificate(settings, argument, OptionalDouble.empty(), claim);
  }

  private static List<Long> horizons(String list) {
    return Arrays.stream(list.split(",", -1)).map(Long::valueOf).toList();
  }
}
