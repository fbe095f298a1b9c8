package org.assay.notebooks.internal.evaluation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.assay.notebooks.internal.display.MimeBundle;
import org.assay.notebooks.internal.evaluation.CellOutcome.Failure;
import org.assay.notebooks.internal.evaluation.CellOutcome.Success;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** All tests share one shell, as cells of one notebook do; each defines names of its own. */
class CellEvaluatorTest {
  @TempDir static Path directory;
  private static CellEvaluator evaluator;

  @BeforeAll
  static void start() {
    evaluator = new CellEvaluator(directory);
  }

  @AfterAll
  static void stop() {
    evaluator.close();
  }

  @Test
  void theLastExpressionIsTheValue() {
    assertEquals("42", text("int six = 6;\nint seven() {\n  return 7;\n}\nsix * seven()"));
  }

  @Test
  void textIsShownWithoutQuotesAndArraysAreWrittenOut() {
    assertEquals("a \"b\"", text("\"a \\\"b\\\"\""));
    assertEquals("2", text("1 + 1\n// a comment is no semicolon"));
    assertEquals("[[1, 2], [3]]", text("new int[][] {{1, 2}, {3}}"));
  }

  @Test
  void aSemicolonADeclarationAndACommentShowNothing() {
    assertEquals("", text("1 + 1;"));
    assertEquals("", text("int declared = 3;"));
    assertEquals("", text("\n// nothing\n"));
    assertEquals("", text("(Object) null"));
  }

  @Test
  void laterCellsSeeAndReplaceWhatEarlierOnesDefined() {
    text("int version() { return 1; }\nint twice() { return 2 * version(); }");
    text("int version() { return 5; }");
    assertEquals("10", text("twice()"));
  }

  @Test
  void anImageAndHtmlKeepTheirMediaTypes() {
    MimeBundle image = value("new java.awt.image.BufferedImage(3, 2, 1)");
    assertTrue(image.data().containsKey(MimeBundle.PNG));
    assertEquals("<b>x</b>", value("new Html(\"<b>x</b>\")").data().get(MimeBundle.HTML));
  }

  @Test
  void anExceptionNamesTheLinesOfTheCellsOnItsWay() {
    int cell = 1 + numberOfCell();
    text("// leading comment\n\nint ratio(int x) {\n  return 1 / x;\n}");
    Failure failure = failure("int zero = 0;\n\n  // about to fail\nratio(\n  zero)");
    assertEquals("java.lang.ArithmeticException", failure.name());
    assertEquals("/ by zero", failure.message());
    assertEquals(
        List.of(
            "java.lang.ArithmeticException: / by zero",
            "    at cell " + cell + ", line 4, ratio",
            "    at cell " + (cell + 1) + ", line 4"),
        failure.trace());
  }

  @Test
  void causesAreNamedToo() {
    Failure failure =
        failure(
            """
            try {
              List.of().get(0);
            } catch (RuntimeException e) {
              throw new IllegalStateException("outer", e);
            }
            """);
    assertEquals("java.lang.IllegalStateException", failure.name());
    String trace = String.join("\n", failure.trace());
    assertTrue(trace.contains("line 4"), trace);
    assertTrue(trace.contains("caused by java.lang.ArrayIndexOutOfBoundsException"), trace);
  }

  @Test
  void whatDoesNotCompileIsShownWithItsLineAndEndsTheCell() {
    int cell = 1 + numberOfCell();
    Failure failure = failure("int before = 1;\n\nint wrong =\n  \"word\";\nint after = 2;");
    assertEquals("CompilationError", failure.name());
    assertEquals(
        "incompatible types: java.lang.String cannot be converted to int", failure.message());
    assertEquals(
        List.of("cell " + cell + ", line 4: " + failure.message(), "    \"word\";", "    ^"),
        failure.trace());
    assertEquals("1", text("before"));
    assertEquals("CompilationError", failure("after").name());
  }

  @Test
  void whatEndsInTheMiddleIsAnError() {
    assertEquals("CompilationError", failure("int unfinished() {").name());
  }

  @Test
  void aDefinitionThatRefersToNothingFailsWhenItIsUsed() {
    text("int dangling() { return nowhere(); }");
    Failure failure = failure("dangling()");
    assertEquals("UnresolvedReference", failure.name());
    assertTrue(failure.message().contains("dangling"), failure.message());
  }

  @Test
  void theClassPathStartsAtTheNotebook() throws IOException {
    Files.createDirectories(directory.resolve("classes"));
    Files.writeString(directory.resolve("classes/greeting.txt"), "hello");
    assertEquals(
        "hello",
        text(
            """
            %classpath classes
            new String(Thread.currentThread().getContextClassLoader()
                .getResourceAsStream("greeting.txt").readAllBytes())
            """));
  }

  @Test
  void aMagicThatCannotBeObeyedIsAnError() {
    for (String magic :
        List.of("%classpath missing.jar", "%classpath missing/*", "%classpath", "%time x")) {
      Failure failure = failure(magic + "\nint neverReached = 1;");
      assertEquals("MagicError", failure.name());
      assertTrue(failure.trace().get(0).contains("line 1: %"), failure.trace().get(0));
    }
    assertEquals("CompilationError", failure("neverReached").name());
  }

  @Test
  @Timeout(30)
  void aSleepingCellCanBeInterruptedAndTheNextOneRuns() throws Exception {
    assertInterrupted("Thread.sleep(60_000);");
    assertEquals("2", text("1 + 1"));
  }

  @Test
  @Timeout(30)
  void aCellThatIgnoresInterruptionIsLeftBehind() throws Exception {
    text("volatile boolean release = false;");
    assertInterrupted("while (!release) {\n  Thread.onSpinWait();\n}");
    assertEquals("true", text("release = true"));
  }

  @Test
  void completenessTellsWhetherToContinue() {
    assertEquals(Completeness.COMPLETE, evaluator.completeness("int x = 1;\nx + 1"));
    assertEquals(Completeness.INCOMPLETE, evaluator.completeness("for (int i = 0; i < 3; i++) {"));
    assertEquals(Completeness.INVALID, evaluator.completeness("int 1x = ;"));
    assertEquals(Completeness.COMPLETE, evaluator.completeness("%classpath x\n"));
  }

  @Test
  void completionsAreWordsForTheCursor() {
    String code = "int length = 3;\n\"abc\".leng";
    Completions completions = evaluator.completions(code, code.length());
    assertEquals("leng", code.substring(completions.start()));
    assertTrue(completions.words().contains("length()"), completions.toString());
  }

  @Test
  void completionsAreEmptyWhereNothingFits() {
    assertEquals(new Completions(3, List.of()), evaluator.completions("qqqzz", 3));
  }

  @Test
  @Timeout(60)
  void anInterruptionBetweenTwoStatementsIsNotLost() throws Exception {
    text("List<Integer> reached = new ArrayList<>();");
    String statement = "reached.add(reached.size());\n";
    CompletableFuture<CellOutcome> outcome =
        CompletableFuture.supplyAsync(() -> evaluator.evaluate(statement.repeat(2_000)));
    TimeUnit.MILLISECONDS.sleep(500);
    evaluator.interrupt();
    assertEquals("Interrupted", assertInstanceOf(Failure.class, outcome.get()).name());
    assertEquals("true", text("reached.size() < 2_000"));
  }

  private static void assertInterrupted(String code) throws Exception {
    CompletableFuture<CellOutcome> outcome =
        CompletableFuture.supplyAsync(() -> evaluator.evaluate(code));
    while (!outcome.isDone()) {
      TimeUnit.MILLISECONDS.sleep(300);
      evaluator.interrupt();
    }
    assertEquals("Interrupted", assertInstanceOf(Failure.class, outcome.get()).name());
  }

  /** The number of the cell that was evaluated last. */
  private static int numberOfCell() {
    String trace = failure("throw new Error();").trace().get(1);
    return Integer.parseInt(trace.replaceAll(".*cell (\\d+),.*", "$1"));
  }

  private static String text(String code) {
    CellOutcome outcome = evaluator.evaluate(code);
    Success success = assertInstanceOf(Success.class, outcome, outcome::toString);
    return success.value().map(bundle -> bundle.data().get(MimeBundle.PLAIN_TEXT)).orElse("");
  }

  private static MimeBundle value(String code) {
    return assertInstanceOf(Success.class, evaluator.evaluate(code)).value().orElseThrow();
  }

  private static Failure failure(String code) {
    CellOutcome outcome = evaluator.evaluate(code);
    return assertInstanceOf(Failure.class, outcome, outcome::toString);
  }
}
