package org.assay.cli.help;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The manual page of a command and its verbs, in the language of {@code man}. */
final class ManualPage {
  private static final Pattern BEYOND_ASCII = Pattern.compile("[^\\x00-\\x7f]");

  private final StringBuilder page = new StringBuilder();

  private ManualPage() {}

  /** The page, section 1. */
  static String of(CommandLine command) {
    ManualPage page = new ManualPage();
    page.write(command);
    return page.page.toString();
  }

  private void write(CommandLine command) {
    CommandSpec spec = command.getCommandSpec();
    String name = spec.name();
    page.append(".TH ").append(name.toUpperCase(Locale.ROOT)).append(" 1\n");
    heading("NAME");
    text(name + " - " + Words.summary(spec));
    heading("SYNOPSIS");
    page.append(".B ").append(name).append("\n.I VERB\n[options]\n");
    heading("VERBS");
    for (Map.Entry<String, CommandLine> verb : command.getSubcommands().entrySet()) {
      item(verb.getKey(), Words.summary(verb.getValue().getCommandSpec()));
    }
    for (CommandLine verb : command.getSubcommands().values()) {
      verb(name, verb.getCommandSpec());
    }
    heading("EXIT STATUS");
    spec.usageMessage().exitCodeList().forEach(this::item);
    heading("EXAMPLES");
    example(spec.usageMessage().footer());
  }

  private void verb(String name, CommandSpec verb) {
    heading((name + " " + verb.name()).toUpperCase(Locale.ROOT));
    text(Words.summary(verb));
    text(Words.of(verb.usageMessage().description()));
    for (PositionalParamSpec word : verb.positionalParameters()) {
      item(word.paramLabel(), Words.of(word.description()));
    }
    for (OptionSpec option : verb.options()) {
      String names = String.join(", ", List.of(option.names()));
      String value = option.arity().max() > 0 ? "=" + option.paramLabel() : "";
      item(names + value, Words.of(option.description()));
    }
    example(verb.usageMessage().footer());
  }

  private void heading(String text) {
    page.append(".SH ").append(escaped(text)).append('\n');
  }

  private void text(String text) {
    if (!text.isEmpty()) {
      page.append(".PP\n").append(escaped(text)).append('\n');
    }
  }

  private void item(String name, String text) {
    page.append(".TP\n.B ").append(escaped(name)).append('\n');
    page.append(escaped(text)).append('\n');
  }

  private void example(String... lines) {
    page.append(".PP\n.nf\n");
    for (String line : lines) {
      page.append(escaped(line.replace("%%", "%"))).append('\n');
    }
    page.append(".fi\n");
  }

  /** A dash would become a hyphen, and a line that begins with a dot a command. */
  private static String escaped(String text) {
    String plain = text.replace("\\", "\\e").replace("-", "\\-");
    String safe = plain.startsWith(".") || plain.startsWith("'") ? "\\&" + plain : plain;
    return BEYOND_ASCII
        .matcher(safe)
        .replaceAll(letter -> String.format("\\\\[u%04X]", (int) letter.group().charAt(0)));
  }
}
