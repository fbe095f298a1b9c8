package org.assay.accountant.storage;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;

/**
 * A file that its holder appends to. Beside its bytes it keeps a mark, away from them, that says
 * whether anything was ever kept in it: a file that was emptied differs from a new one.
 *
 * <p>Not safe for use by several threads. Interrupting a thread closes nothing.
 */
public interface LogFile extends AutoCloseable {
  /**
   * Where the file is.
   *
   * @return its path without symbolic links
   */
  Path path();

  /**
   * What the file holds.
   *
   * @return a buffered stream from the first byte on, valid until the file is changed or closed
   */
  InputStream content();

  /**
   * Whether {@link #mark()} was called, now or by an earlier holder.
   *
   * @return whether the file is marked
   * @throws IOException if that cannot be read
   */
  boolean isMarked() throws IOException;

  /**
   * Notes that the file is in use from now on.
   *
   * @throws IOException if that cannot be written
   */
  void mark() throws IOException;

  /**
   * Cuts the file off.
   *
   * @param length how many bytes stay, at most all
   * @throws IOException if that fails; then the file may have any length in between
   */
  void truncate(long length) throws IOException;

  /**
   * Hands bytes to the operating system, to stand at the end of the file.
   *
   * @param bytes the bytes
   * @throws IOException if that fails; then the file may hold any beginning of them
   */
  void append(byte[] bytes) throws IOException;

  /**
   * Returns when the device has stored what was appended, truncated and marked.
   *
   * @throws IOException if it may not have
   */
  void force() throws IOException;

  /**
   * Returns when the device has stored the names of the file and of its mark, on systems that can
   * be asked for it.
   *
   * @throws IOException if it may not have
   */
  void forceNames() throws IOException;

  /**
   * Makes sure that who opens the path gets this file as its holder left it.
   *
   * @throws RefusedFileException if the file was removed, replaced, given a second name or changed
   *     by somebody else
   * @throws IOException if that cannot be found out
   */
  void requireInPlace() throws IOException;

  /**
   * Lets others open the file; closing again does nothing.
   *
   * @throws IOException if that fails
   */
  @Override
  void close() throws IOException;
}
