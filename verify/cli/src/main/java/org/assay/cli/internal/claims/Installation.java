package org.assay.cli.internal.claims;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Files that came with the command: in a release, a wheel or a source tree. */
final class Installation {
  /** Largest number of directories between the classes of a source tree and its root. */
  private static final int MOST_LEVELS = 5;

  private Installation() {}

  /**
   * A file that came with these classes.
   *
   * @param names possible paths of the file below a directory around the classes
   * @return the file nearest to the classes, if their owner owns it
   */
  static Optional<Path> file(List<String> names) {
    return classes()
        .flatMap(
            classes ->
                Stream.iterate(classes.getParent(), directory -> directory != null, Path::getParent)
                    .limit(MOST_LEVELS)
                    .flatMap(directory -> names.stream().map(directory::resolve))
                    .filter(Files::isRegularFile)
                    .findFirst()
                    .filter(file -> isOfOneOwner(classes, file)));
  }

  /** The jar, or the directory, that this class came from. */
  private static Optional<Path> classes() {
    CodeSource source = Installation.class.getProtectionDomain().getCodeSource();
    try {
      return source == null
          ? Optional.empty()
          : Optional.of(Path.of(source.getLocation().toURI()).toAbsolutePath());
    } catch (URISyntaxException e) {
      return Optional.empty();
    }
  }

  /**
   * Whether file and classes have one owner: in a public directory another user may have put a file
   * of that name.
   */
  private static boolean isOfOneOwner(Path classes, Path file) {
    try {
      return Files.getOwner(classes).equals(Files.getOwner(file));
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }
}
