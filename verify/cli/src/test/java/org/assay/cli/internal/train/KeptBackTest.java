package org.assay.cli.internal.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.assay.cli.Invocation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What stands in a table is told under --debug only, whichever command refuses it. */
class KeptBackTest {
  private static final String SECRET = "SECRET-DIAGNOSIS";

  private static final String COLUMNS =
      """
      columns:
        age: {range: [0, 100]}
        job: {categories: [clerk, farmer]}
      """;

  @TempDir private Path directory = Path.of("");

  private Path write(String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), text);
  }

  private void keptBack(String message, String... words) {
    Invocation refused = Invocation.of(words);
    assertEquals(2, refused.code(), refused.out());
    assertFalse((refused.out() + refused.err()).contains(SECRET), refused.err());
    assertEquals(1, refused.err().lines().count(), refused.err());
    assertTrue(refused.err().contains(message), refused.err());
    List<String> debugged = new ArrayList<>(List.of("--debug"));
    debugged.addAll(List.of(words));
    assertTrue(Invocation.of(debugged.toArray(String[]::new)).err().contains(SECRET));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SECRET-DIAGNOSIS,clerk,no | line 3, column 1 (age): the cell is not a number",
        "5,SECRET-DIAGNOSIS,no | line 3, column 2 (job): the cell is none of the declared"
            + " categories",
        "5,clerk,SECRET-DIAGNOSIS | line 3, column 3 (ill): the cell is none of the declared"
            + " classes",
      })
  void trainNamesThePlaceAndTheRule(String record, String message) throws IOException {
    Path data = write("people.csv", "age,job,ill\n50,farmer,yes\n" + record + "\n");
    Path columns = write("columns.yaml", COLUMNS);
    String train = "train --algorithm auto --epsilon 1 --delta 1e-5 --label ill --classes no,yes ";
    keptBack(
        "people.csv, " + message, (train + "--data " + data + " --columns " + columns).split(" "));
  }

  /** A table without a header that is read as if it had one. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--label ill | has no label column called 'ill' among its 3 columns",
        "--label 2 --use age | has no column called 'age' among its 3 columns",
        "--label 2 | line 1, column 2: the cell is not a number; if it is a text, declare the"
            + " column's categories; if this line is a header, skip it",
      })
  void trainDoesNotQuoteARecordInPlaceOfAHeader(String words, String message) throws IOException {
    Path data = write("bare.csv", "50,SECRET-DIAGNOSIS,no\n".repeat(3));
    String train = "train --algorithm auto --epsilon 1 --delta 1e-5 --classes no,yes ";
    keptBack(
        "bare.csv" + (message.startsWith("line") ? ", " : ": ") + message,
        (train + "--data " + data + " " + words).split(" "));
  }

  @Test
  void trainDoesNotQuoteALabelOfAnotherFile() throws IOException {
    Path data = write("features.csv", "1\n2\n");
    Path labels = write("labels.csv", "3\nSECRET-DIAGNOSIS\n");
    keptBack(
        "labels.csv, label 2: the cell is not a number",
        ("train --algorithm auto --epsilon 1 --delta 1e-5 --label-range 0 4 --features " + data)
            .concat(" --target-file " + labels)
            .split(" "));
  }

  @Test
  void predictNamesThePlaceAndTheRule() throws IOException {
    Path data = write("people.csv", "age,job,ill\n" + "50,farmer,yes\n20,clerk,no\n".repeat(50));
    Path columns = write("columns.yaml", COLUMNS);
    Path model = directory.resolve("model.json");
    Invocation trained =
        Invocation.of(
            ("train --algorithm dp-gradient-descent --mu 1 --label ill --classes no,yes --data "
                    + (data + " --columns " + columns + " --output " + model))
                .split(" "));
    assertEquals(0, trained.code(), trained.err());
    Path others = write("others.csv", "job,age\nclerk,SECRET-DIAGNOSIS\n");
    keptBack(
        "others.csv, line 2, column 2 (age): the cell is not a number",
        ("predict --model " + model + " --data " + others).split(" "));
    Path bare = write("no-header.csv", "clerk,SECRET-DIAGNOSIS\n");
    keptBack(
        "no-header.csv: has no column called 'age' among its 2 columns",
        ("predict --model " + model + " --data " + bare).split(" "));
  }

  @Test
  void auditNamesThePlaceAndTheRule() throws IOException {
    write("people.csv", "0.1,0.2,1\n0.3,SECRET-DIAGNOSIS,0\n");
    Path claims =
        write(
            "claims.yaml",
            """
            error_probability: 1e-3
            claims:
              - name: small
                mechanism: {id: snowball-sgd, steps: 4, rho: 1, step_size: 6}
                adjacency: replace-one
                guarantee: {zcdp: {rho: 0.5}}
                dataset: {csv: people.csv, clip_norm: 1}
                pairs: {canary: {batch: first}}
            """);
    keptBack("people.csv, line 2, column 2: the cell is not a number", "audit", claims.toString());
  }
}
