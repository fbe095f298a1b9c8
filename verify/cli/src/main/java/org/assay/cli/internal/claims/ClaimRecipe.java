package org.assay.cli.internal.claims;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.assay.cli.internal.input.InputException;
import org.assay.verify.trial.TrialRecipe;
import org.assay.verify.trial.TrialSubject;

/**
 * An entry of a claims file, to be read again on another machine. The file, its data files and its
 * jars are sent as bytes, so that the machines share no directory and read the same content.
 */
final class ClaimRecipe implements TrialRecipe<Object> {
  private static final long serialVersionUID = 1L;

  private final String file;
  private final HashMap<String, byte[]> contents;
  private final int index;
  private final long seed;
  private final String className;
  private final String[] classpath;
  private final boolean repeatable;

  private ClaimRecipe(
      Path file,
      Map<String, byte[]> contents,
      int index,
      long seed,
      MechanismOptions options,
      boolean repeatable) {
    this.file = InputFiles.name(file);
    this.contents = new HashMap<>(contents);
    this.index = index;
    this.seed = seed;
    this.className = options.className().orElse("");
    this.classpath = options.classpath().stream().map(InputFiles::name).toArray(String[]::new);
    this.repeatable = repeatable;
  }

  /**
   * The recipes of a file's claims that are run, in their order.
   *
   * @param repeatableClasses whether Java classes draw all randomness from the generator they are
   *     given; built-in mechanisms do
   * @throws InputException if a claim's mechanism cannot be made elsewhere
   */
  static List<TrialRecipe<?>> all(
      Path file, long seed, MechanismOptions options, boolean repeatableClasses) {
    InputFiles files = InputFiles.originals();
    List<ClaimsReader.ReadSubject> made = ClaimsReader.subjects(file, seed, options, files);
    Map<String, byte[]> contents = new HashMap<>();
    for (Path path : files.used()) {
      contents.put(InputFiles.name(path), bytes(path));
    }
    List<TrialRecipe<?>> recipes = new ArrayList<>();
    for (int i = 0; i < made.size(); i++) {
      boolean repeatable = made.get(i).builtIn() || repeatableClasses;
      recipes.add(new ClaimRecipe(file, contents, i, seed, options, repeatable));
    }
    return recipes;
  }

  /** The bytes of a file; a directory of classes becomes a jar. */
  private static byte[] bytes(Path path) {
    try {
      return Files.isDirectory(path) ? zipped(path) : Files.readAllBytes(path);
    } catch (IOException e) {
      throw new InputException(path + ": cannot be read: " + e.getMessage(), e);
    }
  }

  private static byte[] zipped(Path directory) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes);
        Stream<Path> files = Files.walk(directory)) {
      for (Path path : files.filter(Files::isRegularFile).sorted().toList()) {
        String name = directory.relativize(path).toString().replace('\\', '/');
        zip.putNextEntry(new ZipEntry(name));
        zip.write(Files.readAllBytes(path));
      }
    }
    return bytes.toByteArray();
  }

  @Override
  public boolean isRepeatable() {
    return repeatable;
  }

  /** All datasets of a claim have the type that its mechanism takes. */
  @Override
  @SuppressWarnings("unchecked")
  public TrialSubject<Object> make() throws IOException {
    InputFiles files = InputFiles.copies(unpacked());
    MechanismOptions options =
        new MechanismOptions(
            Optional.empty(),
            Optional.of(className).filter(name -> !name.isEmpty()),
            Stream.of(classpath).map(Path::of).toList());
    return (TrialSubject<Object>)
        ClaimsReader.subject(Path.of(file), seed, options, files, index).subject();
  }

  private Map<String, Path> unpacked() throws IOException {
    Path directory = Files.createTempDirectory("assay-claims");
    Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(directory)));
    Map<String, Path> copies = new HashMap<>();
    for (Map.Entry<String, byte[]> entry : contents.entrySet()) {
      // The end of the name is kept, since it determines the format of the file.
      String name = String.valueOf(Path.of(entry.getKey()).getFileName());
      Path copy = directory.resolve(copies.size() + "-" + name);
      copies.put(entry.getKey(), Files.write(copy, entry.getValue()));
    }
    return copies;
  }

  private static void delete(Path directory) {
    try (Stream<Path> files = Files.list(directory)) {
      for (Path path : files.toList()) {
        Files.delete(path);
      }
      Files.delete(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
