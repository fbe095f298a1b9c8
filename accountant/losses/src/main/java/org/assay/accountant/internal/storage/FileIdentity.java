package org.assay.accountant.internal.storage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;

/**
 * The file at the end of a path.
 *
 * @param key identifies the file among existing files: device and inode if the system has these
 *     numbers, otherwise the path
 * @param links how many names the file has; 1 if unknown
 * @param length the file's length in bytes
 */
record FileIdentity(Object key, int links, long length) {
  private static final String LINKS = "nlink";

  /**
   * Follows a path to its file.
   *
   * @throws RefusedFileException if the file is not regular
   * @throws IOException if there is no file, or its attributes cannot be read
   */
  static FileIdentity of(Path path) throws IOException {
    BasicFileAttributes found = Files.readAttributes(path, BasicFileAttributes.class);
    if (!found.isRegularFile()) {
      throw new RefusedFileException(
          path, "it is not a regular file, and only such a file keeps what is written; give one");
    }
    Object key = found.fileKey();
    return new FileIdentity(key == null ? path.toRealPath() : key, links(path), found.size());
  }

  private static int links(Path path) throws IOException {
    if (!path.getFileSystem().supportedFileAttributeViews().contains("unix")) {
      return 1;
    }
    Map<String, Object> found = Files.readAttributes(path, "unix:" + LINKS);
    return found.get(LINKS) instanceof Integer links ? links : 1;
  }

  /** Refuses a file with two names: both could be opened, with different lock files. */
  void requireOneName(Path path) throws RefusedFileException {
    if (!(links <= 1)) {
      throw new RefusedFileException(
          path, "the file has " + links + " names (hard links); remove all but one");
    }
  }
}
