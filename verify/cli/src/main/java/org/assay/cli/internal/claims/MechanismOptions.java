package org.assay.cli.internal.claims;

import java.io.File;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.assay.cli.internal.input.InputException;
import org.assay.cli.internal.input.ShellWord;
import org.assay.verify.external.OutsideProgram;

/**
 * The mechanism of claims that name none, given on the command line.
 *
 * @param command a program
 * @param className a Java class, or a class and a method
 * @param classpath class path of Java classes, besides that of a claim
 */
public record MechanismOptions(
    Optional<OutsideProgram> command, Optional<String> className, List<Path> classpath) {
  /** No mechanism. */
  public static final MechanismOptions NONE =
      new MechanismOptions(Optional.empty(), Optional.empty(), List.of());

  /** Copies the list. */
  public MechanismOptions {
    classpath = List.copyOf(classpath);
  }

  /**
   * Options in their typed form.
   *
   * @param command a program and its arguments
   * @param className a class name
   * @param classpath paths, with the system's separator
   * @return the options
   * @throws InputException if both kinds of mechanisms are given, or the words make no sense
   */
  public static MechanismOptions of(
      Optional<String> command, Optional<String> className, Optional<String> classpath) {
    if (command.isPresent() && className.isPresent()) {
      throw new InputException("--command and --mechanism were both given: give one of them");
    }
    try {
      return new MechanismOptions(
          command.map(OutsideProgram::of),
          className,
          classpath.stream()
              .flatMap(paths -> Arrays.stream(paths.split(File.pathSeparator)))
              .map(Path::of)
              .toList());
    } catch (InvalidPathException e) {
      throw new InputException("--classpath was " + classpath.orElse("") + ": is no path", e);
    } catch (IllegalArgumentException e) {
      throw new InputException("--" + e.getMessage(), e);
    }
  }

  /** Whether a mechanism is given. */
  boolean isGiven() {
    return command.isPresent() || className.isPresent();
  }

  /**
   * The options as words of a command line.
   *
   * @return each preceded by a space
   */
  public String words() {
    String paths = String.join(File.pathSeparator, classpath.stream().map(Path::toString).toList());
    return command.map(program -> option("--command", program.commandLine())).orElse("")
        + (paths.isEmpty() ? "" : option("--classpath", paths))
        + className.map(name -> option("--mechanism", name)).orElse("");
  }

  /** An option with its word, quoted if necessary. */
  private static String option(String name, String word) {
    return " " + name + " " + ShellWord.of(word);
  }
}
