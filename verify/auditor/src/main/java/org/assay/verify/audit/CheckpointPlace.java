package org.assay.verify.audit;

import java.nio.file.Path;
import org.assay.accountant.internal.storage.Storage;
import org.assay.accountant.privacy.Parameters;

/**
 * The place in which an audit keeps its observations.
 *
 * @param storage the storage that holds the file
 * @param path the file
 * @param mechanism the audited mechanism in words; empty if not given
 */
record CheckpointPlace(Storage storage, Path path, String mechanism) {
  CheckpointPlace {
    Parameters.requireGiven("file", path);
    Parameters.requireGiven("mechanism", mechanism);
  }
}
