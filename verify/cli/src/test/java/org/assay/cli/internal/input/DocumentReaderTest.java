package org.assay.cli.internal.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DocumentReaderTest {
  @TempDir private Path directory = Path.of("");

  private Value read(String name, String text) throws IOException {
    return DocumentReader.read(Files.writeString(directory.resolve(name), text));
  }

  private static Value entry(Value object, String key) {
    return Objects.requireNonNull(object.entries().get(key));
  }

  private String refusal(String name, String text) {
    String message = assertThrows(InputException.class, () -> read(name, text)).getMessage();
    return message.replace(directory + "/", "");
  }

  /** YAML 1.1 takes some of these for text; everybody else takes them for numbers. */
  @ParameterizedTest
  @CsvSource({
    "1e-3, 0.001",
    "1.0e-3, 0.001",
    "1E3, 1000",
    ".5, 0.5",
    "5., 5",
    "+7, 7",
    "-2.5, -2.5",
    "1_000, 1000",
    "010, 10",
    ".nan, NaN",
    "NaN, NaN",
    ".inf, Infinity",
    "-.inf, -Infinity",
    "-Infinity, -Infinity"
  })
  void readsNumbersAsPeopleWriteThem(String text, double number) throws IOException {
    assertEquals(number, entry(read("a.yaml", "x: " + text), "x").number());
  }

  @ParameterizedTest
  @CsvSource({"huge.yaml, 3145728", "huge.json, 67108864"})
  void whatIsTooLargeIsNotRead(String name, int most) throws IOException {
    Path file = directory.resolve(name);
    try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
      sparse.setLength(most + 1L);
    }
    InputException refused = assertThrows(InputException.class, () -> DocumentReader.read(file));
    assertTrue(
        refused.getMessage().contains("has more than " + most + " bytes"), refused::getMessage);
  }

  /** Read before its size is looked at, such a key takes minutes: the square of its length. */
  @Test
  @Timeout(5)
  void longKeysOfYamlAreNotParsed() {
    String message = refusal("a.yaml", "k".repeat(30_000_000) + ": 1");
    assertTrue(message.startsWith("a.yaml: has more than 3145728 bytes"), message);
    assertTrue(message.endsWith("put data into data files, or write it as JSON"), message);
  }

  /** As long as the bound to the byte. */
  @Tag("slow")
  @Test
  void yamlMayFillItsBound() throws IOException {
    String text = "a: 1\n" + "#".repeat(DocumentReader.LARGEST_YAML - 5);
    assertEquals(1, entry(read("a.yaml", text), "a").number());
    assertTrue(refusal("a.yaml", text + "#").contains("has more than"));
  }

  @Test
  void documentsOfVeryManyValuesAreRefused() throws IOException {
    String most = "0,".repeat(DocumentReader.MOST_VALUES - 2) + "0";
    assertEquals(DocumentReader.MOST_VALUES - 1, read("a.json", "[" + most + "]").items().size());
    String message = refusal("a.json", "[" + most + ",0]");
    assertTrue(message.startsWith("a.json, line 1: holds more than 1048576 values"), message);
  }

  /** YAML takes long for each value, and what is too much is told within seconds. */
  @Test
  void yamlOfVeryManyValuesIsRefused() throws IOException {
    String most = "- 0\n".repeat(DocumentReader.MOST_IN_YAML - 1);
    assertEquals(DocumentReader.MOST_IN_YAML - 1, read("a.yaml", most).items().size());
    String message = refusal("a.yaml", most + "- 0\n");
    assertTrue(message.contains("holds more than 262144 values"), message);
    assertTrue(message.endsWith("or write it as JSON"), message);
  }

  /** Judged by the digits: the nearest double of a large number is always whole. */
  @Test
  void wholeNumbersAreExact() throws IOException {
    long most = Long.MAX_VALUE;
    assertEquals(1_000_000_000_000_000_000L, integer("1e18", most));
    assertEquals(9_007_199_254_740_993L, integer("9007199254740993", most));
    assertEquals(9_007_199_254_740_993L, integer("9007199254740993.0", most));
    assertEquals(most, integer("9223372036854775807", most));
    assertEquals(Long.MIN_VALUE, integer("-9223372036854775808", most));
    assertEquals(1500, integer("1.5e3", most));
    assertEquals(0, integer("0e99999", most));
    assertEquals(0, integer("-0.0", most));
    assertEquals(0, integer("0e99999999999", most));
    for (String large : List.of("9223372036854775808", "1e19", "1e300", "1e18")) {
      String message = refusedInteger(large, 1L << 53);
      assertTrue(message.endsWith("at most 9007199254740992"), message);
    }
    for (String broken :
        List.of(
            "9007199254740993.5",
            "1e-400",
            "0.1",
            "1e400",
            "1e-999999999",
            ".nan",
            "1e-99999999999",
            "0." + "9".repeat(400))) {
      String message = refusedInteger(broken, most);
      assertTrue(message.endsWith("must be a whole number"), message);
    }
  }

  private long integer(String number, long most) throws IOException {
    return entry(read("a.yaml", "n: " + number + "\n"), "n").integer(Long.MIN_VALUE, most);
  }

  private String refusedInteger(String number, long most) {
    return assertThrows(InputException.class, () -> integer(number, most)).getMessage();
  }

  @Test
  void messagesQuoteTheEndsOfLongText() {
    String message = refusal("a.json", "[" + "9".repeat(90_000) + "x");
    assertTrue(message.length() < 3000, message);
    message =
        assertThrows(
                InputException.class,
                () -> read("a.json", "[\"" + "a".repeat(90_000) + "\"]").items().get(0).entries())
            .getMessage();
    assertTrue(message.length() < 3000, message);
    assertTrue(
        message.contains(" was 'aaa") && message.endsWith("aaa': it must be an object with keys"),
        message);
  }

  @Test
  void textInJsonIsNoNumber() throws IOException {
    Value value = entry(read("a.json", "{\"x\": \"1\"}"), "x");
    InputException refused = assertThrows(InputException.class, value::number);
    assertTrue(refused.getMessage().endsWith("a.json, line 1: x was '1': it must be a number"));
  }

  @Test
  void namesTheLineAndThePath() throws IOException {
    Value value = read("a.yaml", "a:\n  - b: 1\n    c:\n      - 3\n      - oops\n");
    Value item = entry(entry(value, "a").items().get(0), "c").items().get(1);
    InputException refused = assertThrows(InputException.class, item::number);
    assertTrue(
        refused.getMessage().endsWith("a.yaml, line 5: a[0].c[1] was 'oops': it must be a number"),
        refused.getMessage());
  }

  /** Written out for every item, the names of these values would take five gigabytes. */
  @Test
  void longKeysAreKeptOnce() throws IOException {
    String key = "k".repeat(49_000);
    Value list =
        entry(
            read(
                "a.json",
                "{\"" + key + "\":[" + "0,".repeat(50_000) + "x1]}".replace("x1", "\"x\"")),
            key);
    InputException refused =
        assertThrows(InputException.class, () -> list.items().get(50_000).number());
    assertTrue(refused.getMessage().contains("kkk[50000] was 'x'"));
  }

  @Test
  void namesTheWholeFile() {
    assertEquals(
        "a.json, line 1: the file was a list: it must be an object with keys",
        assertThrows(InputException.class, () -> read("a.json", "[1]").entries())
            .getMessage()
            .replace(directory + "/", ""));
  }

  /** A table that is taken for a document reads as one text, and its records are private. */
  @Test
  void doesNotQuoteAFileThatIsOneText() {
    InputException refused =
        assertThrows(
            InputException.class,
            () -> read("a.yaml", "age,job,ill\n50,SECRET-DIAGNOSIS,no\n").entries());
    assertTrue(
        refused
            .getMessage()
            .endsWith("a.yaml, line 1: the file was text: it must be an object with keys"),
        refused.getMessage());
    assertTrue(String.valueOf(refused.getCause()).contains("SECRET-DIAGNOSIS"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"[", "{a: ", "- "})
  void deepDocumentsAreRefused(String opening) {
    String message = refusal("a.yaml", opening.repeat(100_000));
    assertTrue(message.contains("nest"), message);
  }

  /** Neither a new line nor an escape sequence of a terminal. */
  @Test
  void messagesStayOnOneLine() {
    assertEquals("a b c d e", new InputException("a\u0085b\u2028c\u009bd\u001b\r\ne").getMessage());
    assertEquals("a b", new InputException("a\u007fb\u2029").getMessage());
  }

  @Test
  void wordsLikeNoAreText() throws IOException {
    assertEquals("no", entry(read("a.yaml", "x: no"), "x").text());
  }

  @Test
  void refusesWhatIsNotOneDocument() {
    assertEquals("a.yaml, line 3: a.b is given twice", refusal("a.yaml", "a:\n  b: 1\n  b: 2\n"));
    assertEquals("a.json, line 1: a is given twice", refusal("a.json", "{\"a\":1,\"a\":2}"));
    assertEquals("a.yaml: is empty", refusal("a.yaml", "# nothing\n"));
    assertEquals(
        "a.yaml, line 3: holds more than one document", refusal("a.yaml", "a: 1\n---\nb: 1\n"));
    assertEquals(
        "a.yaml, line 2: b was an alias: repeat the value instead",
        refusal("a.yaml", "a: &x 1\nb: *x\n"));
    assertTrue(
        refusal("a.yaml", "a: [1, 2\n").contains(": is not well-formed YAML: while parsing"));
    assertTrue(refusal("a.json", "{\"a\":").startsWith("a.json, line 1: is not well-formed JSON"));
  }

  @Test
  void refusesFilesThatCannotBeRead() throws IOException {
    Path binary =
        Files.write(directory.resolve("b.yaml"), new byte[] {(byte) 0xff, (byte) 0xfe, 0});
    for (Path path : List.of(directory, directory.resolve("none.yaml"), binary)) {
      String message =
          assertThrows(InputException.class, () -> DocumentReader.read(path)).getMessage();
      assertTrue(message.startsWith(path + ": "), message);
    }
  }
}
