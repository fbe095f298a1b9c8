package org.assay.verify.external;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.assay.verify.external.OutsideProgram.CommandWords;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommandWordsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      quoteCharacter = '~',
      value = {
        "python3 my.py!python3/my.py",
        "  a \t b  !a/b",
        "'a b' \"c d\"!a b/c d",
        "a'b'\"c\"d!abcd",
        "a '' b!a//b",
        "\"a\\\"b\\\\c\\d\"!a\"b\\c\\d",
        "'a\\b'!a\\b",
        "a\\ b \\'!a b/'",
        "sh -c 'x | y > z; $w'!sh/-c/x | y > z; $w"
      })
  void wordsAsInAShell(String command, String words) {
    assertEquals(List.of(words.split("/", -1)), CommandWords.of(command));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      quoteCharacter = '~',
      value = {
        "~~!it must name a program",
        "a 'b!the quote ' is not closed",
        "a \"b!the quote \" is not closed",
        "a b\\!it ends with a backslash",
        "a > b!there is no shell to understand >: quote it, or use sh -c '...'",
        "a $HOME!there is no shell to understand $: quote it, or use sh -c '...'"
      })
  void refusesWhatItWouldMisunderstand(String command, String rule) {
    assertEquals(
        "command was '" + command + "': " + rule,
        assertThrows(IllegalArgumentException.class, () -> CommandWords.of(command)).getMessage());
  }

  @Test
  void aCommandLineReadsBackAsTheCommand() {
    List<String> command = List.of("a b", "it's", "\"", "\\", "$x", "", "plain-1.py");
    assertEquals(command, CommandWords.of(OutsideProgram.of(command).commandLine()));
  }
}
