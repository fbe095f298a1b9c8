package org.assay.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.assay.cli.claims.PlannedClaim;
import org.assay.cli.input.InputException;

/**
 * Where the audits of a claims file keep what they observed: a journal for each claim. Beside it
 * stands in words what mechanism was run, so that runs of one are never taken for runs of another.
 *
 * @param directory the directory
 */
record CheckpointDirectory(Path directory) {
  private static final int LONGEST_NAME = 60;

  /**
   * Makes the directory if there is none.
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
   * The journal of a claim.
   *
   * @param number the place of the claim in its file, from 1
   * @throws InputException if the journal is one of another mechanism
   */
  Path journal(int number, PlannedClaim<?> claim) {
    String name = String.format(Locale.ROOT, "%02d-%s", number, plain(claim.name()));
    Path journal = directory.resolve(name + ".journal");
    Path about = directory.resolve(name + ".mechanism");
    String mechanism = claim.mechanismInWords() + "\n" + claim.observation().describe() + "\n";
    try {
      boolean begun = Files.exists(journal);
      if (begun && !(Files.exists(about) && Files.readString(about).equals(mechanism))) {
        throw new InputException(
            "checkpoint was "
                + journal
                + ": it is not one of this mechanism (see "
                + about.getFileName()
                + "); remove it or give another directory");
      }
      if (!begun) {
        Files.writeString(about, mechanism);
      }
      return journal;
    } catch (IOException e) {
      throw new InputException("checkpoint was " + journal + ": it cannot be used: " + e, e);
    }
  }

  /** What every file system takes for a name. */
  private static String plain(String name) {
    String plain =
        name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
    return plain.substring(0, Math.min(LONGEST_NAME, plain.length()));
  }
}
