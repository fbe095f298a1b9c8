package org.assay.accountant.internal.storage;

import java.io.IOException;
import java.nio.file.Path;

/** The storage of journals. All file operations of a journal go through this interface. */
public interface Storage {
  /**
   * The files of this machine.
   *
   * @return the storage
   */
  static Storage ofSystem() {
    return SystemFile::open;
  }

  /**
   * Opens a file for one owner, creating it if it is missing.
   *
   * @param path the file, or a symbolic link to it or to where it is to be
   * @return the file, held until it is closed
   * @throws RefusedFileException if the file is held by somebody else, is no regular file or has
   *     several names
   * @throws IOException if the file cannot be opened
   */
  LogFile open(Path path) throws IOException;
}
