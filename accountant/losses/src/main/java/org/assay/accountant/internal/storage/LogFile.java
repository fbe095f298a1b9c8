package org.assay.accountant.internal.storage;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;

/**
 * A file that its holder appends to. A mark, stored apart from the file's bytes, records whether
 * the file was ever used, so an emptied file differs from a new one.
 *
 * <p>Not safe for use by several threads. Interrupting a thread closes nothing.
 */
public interface LogFile extends AutoCloseable {
  /**
   * The place of the file.
   *
   * @return the path without symbolic links
   */
  Path path();

  /**
   * The content of the file.
   *
   * @return a buffered stream from the first byte on, valid until the file is changed or closed
   */
  InputStream content();

  /**
   * Whether {@link #mark()} was called, now or by an earlier holder.
   *
   * @return whether the file is marked
   * @throws IOException if the mark cannot be read
   */
  boolean isMarked() throws IOException;

  /**
   * Notes that the file is in use from now on.
   *
   * @throws IOException if the mark cannot be written
   */
  void mark() throws IOException;

  /**
   * Truncates the file.
   *
   * @param length how many bytes stay, at most all
   * @throws IOException if truncation fails; then the file may have any length in between
   */
  void truncate(long length) throws IOException;

  /**
   * Writes the bytes behind a position again, as they are. After a failed {@link #force} a system
   * may take bytes for stored that are not, and only what is written anew is stored by the next.
   *
   * @param from the position of the first byte
   * @throws IOException if reading or writing fails; the bytes are as they were
   */
  void rewrite(long from) throws IOException;

  /**
   * Appends bytes to the file, by handing them to the operating system.
   *
   * @param bytes the bytes
   * @throws IOException if writing fails; then the file may hold any prefix of the bytes
   */
  void append(byte[] bytes) throws IOException;

  /**
   * Returns when the device has stored all appended bytes, truncations and marks.
   *
   * @throws IOException if the device may not have stored them
   */
  void force() throws IOException;

  /**
   * Returns when the device has stored the names of the file and of its mark, on systems that offer
   * this.
   *
   * @throws IOException if the device may not have stored them
   */
  void forceNames() throws IOException;

  /**
   * Checks that the path still leads to this file, as its holder left it.
   *
   * @throws RefusedFileException if the file was removed, replaced, given a second name or changed
   *     by somebody else
   * @throws IOException if this cannot be checked
   */
  void requireInPlace() throws IOException;

  /**
   * Lets others open the file; closing again does nothing.
   *
   * @throws IOException if closing fails
   */
  @Override
  void close() throws IOException;
}
