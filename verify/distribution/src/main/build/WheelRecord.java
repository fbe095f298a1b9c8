import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;

/**
 * Writes the file RECORD of a wheel: the name, SHA-256 and size of every other file. The arguments
 * are the directory of the wheel and the name of RECORD in it. The format is that of
 * https://packaging.python.org/en/latest/specifications/recording-installed-packages/.
 */
final class WheelRecord {
  private WheelRecord() {}

  public static void main(String[] arguments) throws IOException, NoSuchAlgorithmException {
    Path wheel = Path.of(arguments[0]);
    Path record = wheel.resolve(arguments[1]);
    Files.deleteIfExists(record);
    List<Path> files;
    try (Stream<Path> found = Files.walk(wheel)) {
      files = found.filter(Files::isRegularFile).toList();
    }
    Stream<String> lines = files.stream().map(file -> name(wheel, file));
    StringBuilder text = new StringBuilder();
    for (String name : lines.sorted().toList()) {
      byte[] content = Files.readAllBytes(wheel.resolve(name));
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(content);
      String hash = Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
      text.append(name + ",sha256=" + hash + "," + content.length + "\n");
    }
    text.append(name(wheel, record)).append(",,\n");
    Files.writeString(record, text);
  }

  private static String name(Path wheel, Path file) {
    String name = wheel.relativize(file).toString().replace('\\', '/');
    if (name.contains(",") || name.contains("\"")) {
      throw new IllegalArgumentException("'" + name + "' would need quotes in RECORD");
    }
    return name;
  }
}
