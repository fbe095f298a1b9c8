package org.assay.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/** Files of the project, wherever the tests were started from. */
public final class Project {
  private Project() {}

  public static Path file(String name) {
    Path directory = Path.of("").toAbsolutePath();
    while (!Files.isDirectory(directory.resolve(".mvn"))) {
      directory = Objects.requireNonNull(directory.getParent());
    }
    return directory.resolve(name);
  }
}
