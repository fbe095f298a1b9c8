import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Prints the platform tag of a wheel that holds a Java runtime, whose directory is the argument. On
 * Linux the tag names the oldest glibc that has all that the runtime asks for, see
 * https://peps.python.org/pep-0600/.
 */
final class PlatformTag {
  /** How a program names the version of glibc that a symbol came with. */
  private static final Pattern GLIBC = Pattern.compile("GLIBC_2\\.(\\d+)\0");

  /** Minor version of the oldest glibc that a tag promises to do with. */
  private static final int OLDEST = 17;

  private PlatformTag() {}

  public static void main(String[] arguments) throws IOException {
    String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    String architecture = System.getProperty("os.arch").replace("amd64", "x86_64");
    if (system.startsWith("windows")) {
      System.out.println(architecture.equals("x86_64") ? "win_amd64" : "win_arm64");
    } else if (system.startsWith("mac")) {
      System.out.println("macosx_11_0_" + architecture.replace("aarch64", "arm64"));
    } else {
      List<Integer> asked = glibc(Path.of(arguments[0]));
      int newest = asked.stream().reduce(OLDEST, Math::max);
      System.out.println(
          (asked.isEmpty() ? "linux" : "manylinux_2_" + newest) + "_" + architecture);
    }
  }

  /** Minor versions of glibc that files of the runtime ask for; none with another C library. */
  private static List<Integer> glibc(Path runtime) throws IOException {
    List<Path> files;
    try (Stream<Path> found = Files.walk(runtime)) {
      // "modules" holds classes only, and is larger than everything else together.
      files = found.filter(f -> Files.isRegularFile(f) && !f.endsWith("modules")).toList();
    }
    List<Integer> versions = new ArrayList<>();
    for (Path file : files) {
      String bytes = Files.readString(file, StandardCharsets.ISO_8859_1);
      GLIBC.matcher(bytes).results().forEach(name -> versions.add(Integer.valueOf(name.group(1))));
    }
    return versions;
  }
}
