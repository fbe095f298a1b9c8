package org.assay.verify.audit;

import java.nio.file.Path;
import org.assay.accountant.internal.storage.Storage;
import org.assay.accountant.privacy.Parameters;

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
