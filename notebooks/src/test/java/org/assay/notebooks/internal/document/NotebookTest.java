package org.assay.notebooks.internal.document;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assay.notebooks.internal.document.Main.Comparison;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NotebookTest {
  private static final String EXECUTED =
      """
      {"nbformat": 4, "nbformat_minor": 5,
       "metadata": {"language_info": {"version": "17.0.15"}, "widgets": {}},
       "cells": [
        {"cell_type": "markdown", "id": "a1", "metadata": {"scrolled": true}, "source": ["# T"]},
        {"cell_type": "code", "id": "b2", "execution_count": 1, "source": ["f(\\n", ")"],
         "metadata": {"execution": {"iopub.status.busy": "2024-01-01T00:00:00Z"}},
         "outputs": [
          {"output_type": "stream", "name": "stdout", "text": ["one\\n"]},
          {"output_type": "stream", "name": "stdout", "text": "two in 3.2 s\\n"},
          {"output_type": "display_data", "metadata": {},
           "data": {"image/png": "AAAA", "text/plain": ["image"]}}]}]}
      """;

  @TempDir Path directory;

  @Test
  void whatChangesFromRunToRunIsLeftOut() {
    String text = Notebook.parse(EXECUTED).text();
    for (String volatilePart : List.of("17.0.15", "2024-01-01", "widgets", "scrolled", "b2")) {
      assertEquals(-1, text.indexOf(volatilePart), volatilePart);
    }
    assertTrue(text.contains("\"one\\n\",\n      \"two in 3.2 s\\n\"\n     ]"), text);
  }

  @Test
  void theCanonicalFormIsStableAndLooksLikeJupyters() {
    String text = Notebook.parse(EXECUTED).text();
    assertEquals(text, Notebook.parse(text).text());
    assertTrue(text.startsWith("{\n \"cells\": [\n  {\n   \"cell_type\": \"markdown\","), text);
    assertTrue(text.contains("\"metadata\": {},"), text);
    assertTrue(text.endsWith("\"nbformat_minor\": 5\n}\n"), text);
  }

  @Test
  void timesAndTheBytesOfImagesDoNotMatter() {
    assertEquals(List.of(), differences(EXECUTED.replace("3.2 s", "17 s")));
    assertEquals(List.of(), differences(EXECUTED.replace("AAAA", "BBBB")));
  }

  @Test
  void everythingElseDoes() {
    for (String changed :
        List.of(
            EXECUTED.replace("one", "three"),
            EXECUTED.replace("image/png", "image/svg"),
            EXECUTED.replace("\"text/plain\": [\"image\"]", "\"text/plain\": [\"x\"]"),
            EXECUTED.replace("f(", "g("),
            EXECUTED.replace("stdout", "stderr"),
            EXECUTED.replace("\"code\"", "\"raw\""),
            EXECUTED.replace("two in 3.2 s", "two in 3.2 m"))) {
      assertNotEquals(List.of(), differences(changed), changed);
    }
  }

  @Test
  void aDifferenceShowsBothTexts() {
    String difference = differences(EXECUTED.replace("one", "three")).get(0);
    assertTrue(difference.startsWith("cell of code 1: committed\n"), difference);
    assertTrue(difference.contains("three") && difference.contains("one"), difference);
  }

  @Test
  void whatIsNoNotebookIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> Notebook.parse("[]"));
    assertThrows(IllegalArgumentException.class, () -> Notebook.parse("{"));
    assertThrows(IllegalArgumentException.class, () -> Notebook.parse("{\"nbformat\": 3}"));
  }

  @Test
  void aStaleNotebookFailsUntilItIsUpdated() throws IOException {
    String committed = write("committed.ipynb", EXECUTED);
    String executed = write("executed.ipynb", EXECUTED.replace("one", "three"));
    assertEquals(1, Main.run(List.of("compare", committed, executed)));
    assertEquals(0, Main.run(List.of("update", committed, executed)));
    assertEquals(0, Main.run(List.of("compare", committed, executed)));
    assertEquals(2, Main.run(List.of("compare", committed, directory + "/missing.ipynb")));
    assertEquals(2, Main.run(List.of("forget", committed, executed)));
  }

  private String write(String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), text).toString();
  }

  private static List<String> differences(String changed) {
    return Comparison.differences(Notebook.parse(EXECUTED), Notebook.parse(changed));
  }
}
