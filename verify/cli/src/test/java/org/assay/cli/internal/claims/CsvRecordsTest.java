package org.assay.cli.internal.claims;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assay.cli.internal.claims.DatasetReader.CsvRecords;
import org.assay.cli.internal.input.DocumentReader;
import org.assay.cli.internal.input.InputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Files of records that would fill the memory are refused before they do. */
@Timeout(20)
class CsvRecordsTest {
  @TempDir private Path directory = Path.of("");

  private List<JsonNode> read(Path file) throws IOException {
    Path document = Files.writeString(directory.resolve("a.yaml"), "x");
    return CsvRecords.read(file, 0, DocumentReader.read(document));
  }

  private String refusal(String text) throws IOException {
    Path file = Files.writeString(directory.resolve("a.csv"), text);
    return assertThrows(InputException.class, () -> read(file)).getMessage();
  }

  @Test
  void readsCells() throws IOException {
    Path file = Files.writeString(directory.resolve("a.csv"), "1,a\r\n\n-2.5,\"b,\"\"c\"\"\"\n");
    assertEquals("[[1,\"a\"], [-2.5,\"b,\\\"c\\\"\"]]", read(file).toString());
  }

  @Test
  void largeFilesAreNotRead() throws IOException {
    Path file = directory.resolve("huge.csv");
    try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
      sparse.setLength(CsvRecords.LARGEST + 1L);
    }
    String message = assertThrows(InputException.class, () -> read(file)).getMessage();
    assertTrue(message.startsWith(file + ": has more than 67108864 bytes"), message);
    assertTrue(message.contains("take fewer records"), message);
  }

  @Test
  void cellsAreCountedOverLines() throws IOException {
    String row = "1,".repeat(63) + "2\n";
    int rows = CsvRecords.MOST_CELLS / 64;
    Path full = Files.writeString(directory.resolve("a.csv"), row.repeat(rows));
    assertEquals(rows, read(full).size());
    String message = refusal(row.repeat(rows) + "1\n");
    int line = rows + 1;
    assertTrue(
        message.contains(", line " + line + ": a dataset of records has at most 2097152 cells"),
        message);
  }

  @Test
  void cellsAreCountedWithinALine() throws IOException {
    assertTrue(
        refusal("1" + ",".repeat(CsvRecords.MOST_CELLS)).contains("line 1: a dataset of records"));
  }

  @Test
  void quotesThatDoNotCloseAreRefused() throws IOException {
    String message = refusal("\"" + "a,b\n".repeat(1_000_000));
    assertTrue(message.contains("line 1: is not well-formed CSV"), message);
  }
}
