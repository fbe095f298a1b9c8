package org.assay.verify.audit;

import java.nio.file.Path;
import org.assay.accountant.privacy.Parameters;
import org.assay.accountant.storage.Storage;

/**
 * Where an audit keeps what it observes.
 *
 * @param storage where the file is
 * @param path the file
 * @param mechanism what is run, in words; empty if nobody says
 */
record CheckpointPlace(Storage storage, Path path, String mechanism) {
  CheckpointPlace {
    Parameters.requireGiven("file", path);
    Parameters.requireGiven("mechanism", mechanism);
  }
}
