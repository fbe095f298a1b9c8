package org.assay.cli.help;

import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** A script for the shell fish, which has a line for every verb and every option. */
final class FishScript {
  private FishScript() {}

  /** The script of a command with its verbs. */
  static String of(CommandLine command) {
    String name = command.getCommandName();
    StringBuilder script = new StringBuilder();
    for (Map.Entry<String, CommandLine> verb : command.getSubcommands().entrySet()) {
      CommandSpec spec = verb.getValue().getCommandSpec();
      script
          .append("complete -c ")
          .append(name)
          .append(" -n __fish_use_subcommand -f -a ")
          .append(verb.getKey())
          .append(description(Words.summary(spec)))
          .append('\n');
      spec.options().forEach(option -> script.append(line(name, verb.getKey(), option)));
    }
    return script.toString();
  }

  private static String line(String name, String verb, OptionSpec option) {
    StringBuilder line = new StringBuilder();
    line.append("complete -c ").append(name);
    line.append(" -n '__fish_seen_subcommand_from ").append(verb).append("'");
    for (String word : option.names()) {
      line.append(word.startsWith("--") ? " -l " + word.substring(2) : " -s " + word.substring(1));
    }
    if (option.arity().max() > 0) {
      line.append(" -r");
    }
    return line.append(description(Words.of(option.description()))).append('\n').toString();
  }

  private static String description(String text) {
    return " -d '" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
