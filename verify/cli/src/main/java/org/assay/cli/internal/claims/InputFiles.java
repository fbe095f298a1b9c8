package org.assay.cli.internal.claims;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The files that a claims file names, including itself. Each looked-up file is noted, so that
 * copies can be made. On another machine the copies are looked up instead.
 */
final class InputFiles {
  private final Map<String, Path> copies;
  private final Set<Path> used = new LinkedHashSet<>();

  private InputFiles(Map<String, Path> copies) {
    this.copies = Map.copyOf(copies);
  }

  /** The files themselves. */
  static InputFiles originals() {
    return new InputFiles(Map.of());
  }

  /**
   * Copies of files.
   *
   * @param copies by the {@linkplain #name names} of the originals
   */
  static InputFiles copies(Map<String, Path> copies) {
    return new InputFiles(copies);
  }

  /** The name of a file, which is the same on every machine. */
  static String name(Path file) {
    return file.toAbsolutePath().normalize().toString();
  }

  /** The path of a file to read. */
  Path locate(Path file) {
    used.add(file);
    return copies.getOrDefault(name(file), file);
  }

  /** The files that were looked up. */
  List<Path> used() {
    return new ArrayList<>(used);
  }
}
