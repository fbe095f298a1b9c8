package org.assay.cli.internal.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.assay.cli.Invocation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;

/** Whatever is wrong with the input ends in exit code 2 and one line, with nothing written. */
class BadClaimsTest {
  @TempDir private Path directory = Path.of("");

  private String refusal(Path claims) throws IOException {
    return refusal(claims, directory.resolve("report").toString(), 2);
  }

  private String refusal(Path claims, String report, int code) throws IOException {
    List<String> before = files();
    Invocation bad = Invocation.of("audit", claims.toString(), "--report", report);
    assertEquals(code, bad.code(), bad.err());
    assertEquals("", bad.out());
    assertEquals(1, bad.err().lines().count(), bad.err());
    assertFalse(bad.err().contains("\tat "), bad.err());
    assertEquals(before, files());
    return bad.err().strip().replace(directory + "/", "");
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.map(Path::toString).sorted().toList();
    }
  }

  /** Each row spoils the claims file: what to replace, by what, and what is said about it. */
  @ParameterizedTest
  @CsvFileSource(resources = "/bad-claims.txt", delimiter = '|', quoteCharacter = '`')
  void spoiledFields(String part, String spoiled, String message) throws IOException {
    String text = SmallClaims.TEXT.replace(part, spoiled);
    assertNotEquals(SmallClaims.TEXT, text);
    assertEquals("assay: " + message, refusal(SmallClaims.write(directory, text)));
  }

  @Test
  void anEmptyListOfClaims() throws IOException {
    Path claims = SmallClaims.write(directory, "error_probability: 0.01\nclaims: []\n");
    assertEquals(
        "assay: claims.yaml, line 2: claims was empty: it needs at least one item",
        refusal(claims));
  }

  @Test
  void malformedYaml() throws IOException {
    Path claims = SmallClaims.write(directory, "claims: [\n  - a: b: c\n");
    String said = refusal(claims);
    assertTrue(said.startsWith("assay: claims.yaml, line 2"), said);
    assertTrue(said.contains(": is not well-formed YAML: while parsing"), said);
  }

  @Test
  void aMissingFileAndADirectory() throws IOException {
    assertEquals(
        "assay: none.yaml: there is no such file", refusal(directory.resolve("none.yaml")));
    assertEquals("assay: " + directory + ": is a directory: name a file in it", refusal(directory));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0.1,0.2,1/0.3,abc,0 | data.csv, line 2, column 2: the cell is not a number;"
            + " if it is a text, declare the column's categories",
        "0.1,0.2,1/0.3,NaN,0 | data.csv, line 2, column 2: the cell is not a finite number",
        "0.1,0.2,1/0.3,0 | data.csv, line 2: has 2 columns where the first row has 3"
      })
  void spoiledData(String lines, String message) throws IOException {
    Path claims = SmallClaims.write(directory, SmallClaims.TEXT);
    Files.writeString(directory.resolve("data.csv"), lines.replace('/', '\n'));
    assertEquals(
        "assay: claims.yaml, line 8: claims[0].dataset.csv is refused: " + message,
        refusal(claims));
  }

  @Test
  void aReportDirectoryThatCannotBeWritten() throws IOException {
    Path claims = SmallClaims.write(directory, SmallClaims.TEXT);
    String inFile = directory.resolve("data.csv").resolve("report").toString();
    assertEquals(
        "assay: --report was data.csv/report: data.csv is not a directory one can write to",
        refusal(claims, inFile, 4));
  }
}
