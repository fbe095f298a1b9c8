package org.assay.notebooks.internal.evaluation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.assay.notebooks.internal.evaluation.CellEvaluator.CellSource;
import org.assay.notebooks.internal.evaluation.CellEvaluator.CellSource.Magic;
import org.junit.jupiter.api.Test;

class CellSourceTest {
  @Test
  void magicsStandBeforeJavaAndLeaveTheirLines() {
    CellSource cell =
        CellSource.of("// libraries\n%classpath a.jar  lib/*\n\n%classpath b\nint x;");
    assertEquals(
        List.of(
            new Magic(2, "classpath", List.of("a.jar", "lib/*")),
            new Magic(4, "classpath", List.of("b"))),
        cell.magics());
    assertEquals("// libraries\n\n\n\nint x;", cell.java());
  }

  @Test
  void aPercentSignAfterTheFirstLineOfJavaIsJava() {
    String code = "int x = 7\n% 4;";
    assertEquals(new CellSource(List.of(), code), CellSource.of(code));
  }

  @Test
  void codeStartsAfterSpaceAndComments() {
    assertEquals(0, CellSource.startOfCode("int x; // comment"));
    assertEquals(0, CellSource.startOfCode("/ 3"));
    String start = " \n// one\n/* two * /\n **/ /**/\t";
    assertEquals(start.length(), CellSource.startOfCode(start + "x /* three */"));
    assertEquals(0, CellSource.startOfCode("/* never ends"));
  }

  @Test
  void anEmptyCellHasNothing() {
    assertEquals(new CellSource(List.of(), ""), CellSource.of(""));
  }
}
