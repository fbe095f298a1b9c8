package org.assay.cli.internal.input;

import java.util.List;
import org.assay.verify.external.OutsideProgram;

/** Words of command lines that are shown for people to repeat. */
public final class ShellWord {
  private ShellWord() {}

  /**
   * A word as a shell needs it.
   *
   * @param word any text
   * @return the word, quoted if it needs it
   */
  public static String of(String word) {
    return OutsideProgram.of(List.of(word)).commandLine();
  }
}
