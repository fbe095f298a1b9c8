package org.assay.cli.internal.audit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.OptionalInt;
import org.assay.cli.internal.claims.PlannedClaim;
import org.assay.cli.internal.input.InputException;
import org.assay.verify.audit.Auditor;

/**
 * The directory in which the audits of a claims file keep their observations: a checkpoint for each
 * claim.
 *
 * @param directory the directory
 */
record CheckpointDirectory(Path directory) {
  /** Largest number of characters of a claim's name in the name of a file. Not tuned. */
  private static final int LONGEST_NAME = 60;

  /**
   * The directory, created if missing.
   *
   * @throws InputException if that fails
   */
  static CheckpointDirectory of(Path directory) {
    try {
      Files.createDirectories(directory);
      if (Files.isWritable(directory)) {
        return new CheckpointDirectory(directory);
      }
    } catch (IOException e) {
      throw new InputException(refusal(directory), e);
    }
    throw new InputException(refusal(directory));
  }

  private static String refusal(Path directory) {
    return "--checkpoint was " + directory + ": it is not a directory one can write to";
  }

  /**
   * An auditor that keeps its observations of a claim in the directory.
   *
   * @param number the place of the claim in its file, from 1
   */
  Auditor keep(Auditor auditor, int number, PlannedClaim<?> claim) {
    String mechanism = claim.mechanismInWords() + "; " + claim.observation().describe();
    return auditor.checkpoint(journal(number, claim), mechanism);
  }

  /**
   * The number of significant bits of the audit that is to be continued.
   *
   * @param number the place of the claim in its file, from 1
   * @return empty if there is none
   */
  OptionalInt bits(int number, PlannedClaim<?> claim) {
    return Auditor.significantBitsOf(journal(number, claim));
  }

  private Path journal(int number, PlannedClaim<?> claim) {
    String name = String.format(Locale.ROOT, "%02d-%s", number, plain(claim.name()));
    return directory.resolve(name + ".journal");
  }

  /** A name that every file system accepts. */
  private static String plain(String name) {
    String plain =
        name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
    return plain.substring(0, Math.min(LONGEST_NAME, plain.length()));
  }
}
