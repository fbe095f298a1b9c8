package org.assay.cli.internal.claims;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The files that a claims file names, itself included. They are remembered as they are looked up,
 * so that copies can be made of them; elsewhere the copies are looked up in their place.
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

  /** What a file is called wherever the reader runs. */
  static String name(Path file) {
    return file.toAbsolutePath().normalize().toString();
  }

  /** The path of a file to read. */
  Path locate(Path file) {
    used.add(file);
    return copies.getOrDefault(name(file), file);
  }

  /** What was looked up. */
  List<Path> used() {
    return new ArrayList<>(used);
  }
}
