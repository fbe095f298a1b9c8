package org.assay.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The words that start a program of the tests in a virtual machine of its own, soon. */
public final class JavaCommand {
  private JavaCommand() {}

  /** A program with its arguments. */
  public static List<String> of(Class<?> program, String... arguments) {
    return Stream.concat(
            Stream.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Dfile.encoding=UTF-8",
                "-cp",
                System.getProperty("java.class.path"),
                program.getName()),
            Stream.of(arguments))
        .toList();
  }

  /** The same as a list in YAML. */
  public static String inYaml(Class<?> program, String... arguments) {
    return "['" + String.join("', '", of(program, arguments)) + "']";
  }
}
