package org.assay.notebooks.evaluation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What the arguments of {@code %classpath} stand for. */
final class ClassPathEntries {
  private ClassPathEntries() {}

  /**
   * The jars and directories that an argument names.
   *
   * @param directory what relative arguments start from: where the notebook stands
   * @param argument a jar, a directory of classes, or a directory and {@code /*} for all its jars
   * @return the entries, sorted; never empty
   * @throws IllegalArgumentException if there is nothing of that name
   */
  static List<Path> resolve(Path directory, String argument) {
    boolean allJars = argument.endsWith("/*");
    Path path = path(directory, allJars ? argument.substring(0, argument.length() - 2) : argument);
    List<Path> entries = allJars ? jars(path) : List.of(path);
    if (entries.isEmpty() || !Files.exists(entries.get(0))) {
      throw new IllegalArgumentException(
          "%classpath "
              + argument
              + ": there is no "
              + (allJars ? "jar in " : "")
              + path
              + "; build it first, or correct the path, which starts where the notebook stands");
    }
    return entries;
  }

  private static Path path(Path directory, String argument) {
    try {
      return directory.resolve(argument).normalize();
    } catch (InvalidPathException e) {
      throw new IllegalArgumentException("%classpath " + argument + ": not a path", e);
    }
  }

  private static List<Path> jars(Path directory) {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException("%classpath: " + directory + " cannot be read", e);
    }
  }
}
