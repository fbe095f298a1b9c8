package org.assay.verify.report;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Map;

/**
 * The file that states the claims, for tools that show a finding beside its line.
 *
 * @param uri the file, relative if the reader of a report knows the directory
 * @param lines the line of each claim by name, counted from 1
 */
public record ClaimsSource(URI uri, Map<String, Integer> lines) {
  /**
   * Copies the lines.
   *
   * @throws IllegalArgumentException if a line is below 1
   */
  public ClaimsSource {
    lines = Map.copyOf(lines);
    lines.forEach(ClaimsSource::require);
  }

  private static void require(String name, int line) {
    if (!(line >= 1)) {
      throw new IllegalArgumentException(
          "line of '" + name + "' was " + line + ": lines are counted from 1");
    }
  }

  /**
   * A file.
   *
   * @param file the file
   * @param directory what its address is relative to, if the file is below it
   * @param lines the line of each claim by name
   * @return the source
   */
  public static ClaimsSource of(Path file, Path directory, Map<String, Integer> lines) {
    Path absolute = file.toAbsolutePath().normalize();
    Path base = directory.toAbsolutePath().normalize();
    return new ClaimsSource(
        absolute.startsWith(base) ? relative(base.relativize(absolute)) : absolute.toUri(), lines);
  }

  private static URI relative(Path path) {
    String slashes = path.toString().replace(path.getFileSystem().getSeparator(), "/");
    try {
      return new URI(null, null, slashes, null);
    } catch (URISyntaxException e) {
      // A first segment with a colon would look like a scheme.
      return path.toUri();
    }
  }
}
