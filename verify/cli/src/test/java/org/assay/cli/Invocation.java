package org.assay.cli;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.assay.cli.internal.terminal.Console;

/** One run of the command within the tests, with all that it printed. */
public record Invocation(int code, String out, String err) {
  private static final Pattern WORD = Pattern.compile("(?:[^ ']|'[^']*')+");

  public static Invocation of(String... arguments) {
    return with(InputStream.nullInputStream(), arguments);
  }

  /** The words of a line, which spaces part but not within single quotation marks. */
  public static String[] words(String line) {
    return WORD.matcher(line)
        .results()
        .map(word -> word.group().replace("'", ""))
        .toArray(String[]::new);
  }

  public static Invocation withInput(String input, String... arguments) {
    return with(new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)), arguments);
  }

  public static Invocation with(InputStream in, String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int code = run(new Console(in, stream(out), stream(err), false), arguments);
    return new Invocation(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  public static int run(Console console, String... arguments) {
    return AssayCommand.run(console, arguments);
  }

  private static PrintStream stream(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, false, StandardCharsets.UTF_8);
  }
}
