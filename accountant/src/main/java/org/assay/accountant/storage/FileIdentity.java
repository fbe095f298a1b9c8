package org.assay.accountant.storage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;

/**
 * What a path leads to.
 *
 * @param key the same for the same file and no other that exists: device and inode where there are
 *     such numbers, otherwise the path
 * @param links how many names the file has, 1 where that is unknown
 * @param length its length in bytes
 */
record FileIdentity(Object key, int links, long length) {
  private static final String LINKS = "nlink";

  /**
   * Looks where a path leads.
   *
   * @throws RefusedFileException if it is no regular file
   * @throws IOException if there is no such file, or it cannot be looked at
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

  /** A file with two names could be opened by either, each with a lock file of its own. */
  void requireOneName(Path path) throws RefusedFileException {
    if (!(links <= 1)) {
      throw new RefusedFileException(
          path, "the file has " + links + " names (hard links); remove all but one");
    }
  }
}
