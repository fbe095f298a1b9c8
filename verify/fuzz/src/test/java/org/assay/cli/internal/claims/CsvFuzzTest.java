package org.assay.cli.internal.claims;

import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.ZipException;
import org.assay.algorithms.objective.CsvDataset;
import org.assay.algorithms.objective.CsvOptions;
import org.assay.algorithms.objective.Dataset;
import org.assay.cli.internal.claims.DatasetReader.CsvRecords;
import org.assay.cli.internal.input.DocumentReader;
import org.assay.cli.internal.input.InputException;
import org.assay.cli.internal.input.Value;
import org.assay.fuzz.Limits;

/** Data files become datasets of finite numbers, or records of cells, or are refused. */
class CsvFuzzTest {
  private static final Limits LIMITS = new Limits(10, 512);
  private static final List<CsvOptions.LabelColumn> LABELS =
      List.of(
          new CsvOptions.ColumnAt(-1),
          new CsvOptions.ColumnAt(0),
          new CsvOptions.ColumnNamed("label"));
  private static final String SEPARATORS = ",;\t ";

  private final Path file;
  private final Value place;

  CsvFuzzTest() throws IOException {
    file = Files.createTempFile("assay-fuzz", ".csv");
    file.toFile().deleteOnExit();
    Path document = Files.createTempFile("assay-fuzz", ".yaml");
    document.toFile().deleteOnExit();
    place = DocumentReader.read(Files.writeString(document, "csv: data.csv\n"));
  }

  /** The first byte chooses how the rest is read. */
  @DictionaryEntries({"\\x22,\\x22", "\\x0d\\x0a", "NaN", "Infinity", "1e999", "0x1p3", "label"})
  @FuzzTest
  void reads(byte[] input) throws Exception {
    int choice = input.length == 0 ? 0 : input[0] & 0xff;
    Files.write(file, Arrays.copyOfRange(input, Math.min(1, input.length), input.length));
    if (choice % 2 == 0) {
      LIMITS.run(() -> records(choice));
    } else {
      LIMITS.run(() -> dataset(choice));
    }
  }

  private boolean records(int choice) {
    try {
      List<JsonNode> records = CsvRecords.read(file, choice / 2 % 3, place);
      return records.isEmpty();
    } catch (InputException e) {
      return true;
    }
  }

  private boolean dataset(int choice) throws IOException {
    CsvOptions options =
        new CsvOptions(
            LABELS.get(choice / 2 % LABELS.size()),
            choice / 8 % 3,
            choice / 32 % 2 == 0 ? new CsvOptions.Signs("1") : new CsvOptions.Numbers(),
            SEPARATORS.charAt(choice / 64));
    try {
      requireFinite(CsvDataset.read(file, options));
    } catch (IllegalArgumentException e) {
      if (String.valueOf(e.getMessage()).lines().count() != 1) {
        throw new AssertionError("not one line: " + e.getMessage(), e);
      }
    } catch (ZipException | java.io.EOFException e) {
      return true;
    }
    return true;
  }

  private static void requireFinite(Dataset dataset) {
    for (int i = 0; i < dataset.size(); i++) {
      if (!Arrays.stream(dataset.record(i).features()).allMatch(Double::isFinite)) {
        throw new AssertionError("record " + i + " is not finite");
      }
    }
  }
}
