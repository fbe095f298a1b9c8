package org.assay.cli.internal.help;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * The help of a subcommand. The short form fits one screen and has examples and the main options.
 * The long form has everything, as a page of a manual.
 */
public final class HelpPage {
  private static final int WIDTH = 100;
  private static final String SECTION = "screen";
  private static final int MOST_EXAMPLES = 4;
  private static final int NAMES_WIDTH = 26;
  private static final String OUTPUT = "Output";

  /** Options of any subcommand that control its output. */
  private static final Set<String> ABOUT_OUTPUT =
      Set.of("--json", "--report", "--output", "--save", "--strict", "--quiet");

  /** Options that every subcommand has, in the last line. */
  private static final Set<String> COMMON = Set.of("--help", "--version", "--debug", "--progress");

  /** The main options of the subcommands whose help would not fit a screen, in groups. */
  private static final Map<String, Map<String, List<String>>> GROUPS =
      Map.of(
          "audit",
          groups(
              "Without a claims file",
              "--claim --adjacency --data --command",
              "How it runs",
              "--check --runs --seed --threads",
              OUTPUT,
              "--report --save --json --strict"),
          "canaries",
          groups(
              "What is read",
              "--scores --steps --live --plan",
              "What is tried",
              "--delta --claim-mu --claim-epsilon --claim",
              "With --plan",
              "--canaries --guesses --runs --accuracy",
              OUTPUT,
              "--report --json --strict"),
          "evaluate",
          groups("Options", "--digits --threads --question-seconds"),
          "train",
          groups(
              "The data",
              "--data --label --positive --scaling",
              "The target",
              "--epsilon --delta --rho --mu",
              "The algorithm",
              "--algorithm --list --tune",
              OUTPUT,
              "--output --json"),
          "utility",
          groups(
              "What is measured",
              "--algorithm --dataset --epsilon --seeds --slopes --corrections",
              OUTPUT,
              "--report --json"),
          "walk",
          groups(
              "The run",
              "--records --batch-size --sampling --lipschitz --diameter --step-size --noise"
                  + " --smoothness --adjacency",
              "The question",
              "--order --delta --steps --no-lower",
              OUTPUT,
              "--report --json"));

  private HelpPage() {}

  private static Map<String, List<String>> groups(String... headingsAndOptions) {
    Map<String, List<String>> groups = new LinkedHashMap<>();
    for (int i = 0; i < headingsAndOptions.length; i += 2) {
      groups.put(headingsAndOptions[i], List.of(headingsAndOptions[i + 1].split(" ")));
    }
    return groups;
  }

  /**
   * Lets a subcommand's {@code --help} fit one screen.
   *
   * @param verb the subcommand
   */
  public static void fitScreen(CommandLine verb) {
    verb.getHelpSectionMap().put(SECTION, help -> screen(verb.getCommandSpec()));
    verb.setHelpSectionKeys(List.of(SECTION));
  }

  /**
   * The page with everything.
   *
   * @param verb the subcommand
   * @return its text, which begins with examples
   */
  public static String full(CommandLine verb) {
    List<String> before = verb.getHelpSectionKeys();
    List<String> examples =
        List.of(UsageMessageSpec.SECTION_KEY_FOOTER_HEADING, UsageMessageSpec.SECTION_KEY_FOOTER);
    List<String> ordered =
        new ArrayList<>(new CommandLine(CommandSpec.create()).getHelpSectionKeys());
    ordered.remove(SECTION);
    ordered.removeAll(examples);
    ordered.addAll(ordered.indexOf(UsageMessageSpec.SECTION_KEY_HEADER) + 1, examples);
    verb.setHelpSectionKeys(ordered);
    String page = verb.getUsageMessage();
    verb.setHelpSectionKeys(before);
    return page;
  }

  private static String screen(CommandSpec spec) {
    List<String> lines = new ArrayList<>();
    UsageMessageSpec usage = spec.usageMessage();
    lines.addAll(List.of(usage.header()));
    lines.addAll(List.of("", "Examples:"));
    lines.addAll(first(List.of(usage.footer())));
    lines.add("");
    lines.addAll(synopsis(spec));
    Stream.of(usage.description())
        .takeWhile(line -> !line.isEmpty())
        .forEach(line -> lines.addAll(wrapped(line, WIDTH, "")));
    for (ArgSpec words : spec.positionalParameters()) {
      lines.addAll(entry("[" + words.paramLabel() + "]", words));
    }
    groups(spec)
        .forEach(
            (heading, options) -> {
              lines.addAll(List.of("", heading + ":"));
              options.forEach(option -> lines.addAll(entry(names(option), option)));
            });
    lines.add("");
    lines.add("All options and exit codes: assay help " + spec.name() + " --all");
    return String.join(System.lineSeparator(), lines) + System.lineSeparator();
  }

  /** The first few examples; a line that goes on one is indented further. */
  private static List<String> first(List<String> examples) {
    List<String> lines = new ArrayList<>();
    int begun = 0;
    for (String line : examples) {
      begun += line.startsWith("   ") ? 0 : 1;
      if (begun <= MOST_EXAMPLES) {
        lines.add(line);
      }
    }
    return lines;
  }

  private static List<String> synopsis(CommandSpec spec) {
    List<String> forms = new ArrayList<>(List.of(spec.usageMessage().customSynopsis()));
    if (forms.isEmpty()) {
      String required =
          spec.options().stream()
              .filter(ArgSpec::required)
              .map(option -> " " + names(option))
              .collect(Collectors.joining());
      String words =
          spec.positionalParameters().stream()
              .map(
                  each ->
                      each.required() ? " " + each.paramLabel() : " [" + each.paramLabel() + "]")
              .collect(Collectors.joining());
      forms.add(spec.qualifiedName() + words + required + " [OPTIONS]");
    }
    List<String> lines = new ArrayList<>();
    for (String form : forms) {
      lines.addAll(wrapped((lines.isEmpty() ? "Usage: " : "   or: ") + form, WIDTH, "    "));
    }
    return lines;
  }

  private static Map<String, List<OptionSpec>> groups(CommandSpec spec) {
    Map<String, List<OptionSpec>> groups = new LinkedHashMap<>();
    Map<String, List<String>> chosen = GROUPS.get(spec.name());
    if (chosen != null) {
      chosen.forEach(
          (heading, names) -> groups.put(heading, names.stream().map(spec::findOption).toList()));
      return groups;
    }
    for (OptionSpec option : spec.options()) {
      if (!COMMON.contains(option.longestName())) {
        String heading = ABOUT_OUTPUT.contains(option.longestName()) ? OUTPUT : "Options";
        groups.computeIfAbsent(heading, all -> new ArrayList<>()).add(option);
      }
    }
    return groups;
  }

  private static String names(OptionSpec option) {
    boolean isFlag = option.arity().max() == 0;
    return option.longestName() + (isFlag ? "" : "=" + option.paramLabel());
  }

  /** An option with the first sentence about it. */
  private static List<String> entry(String names, ArgSpec option) {
    String sentence = String.join(" ", option.description()).split("(?<=[a-z)])[.;] ", 2)[0];
    String first = "  " + names;
    String text = sentence.endsWith(".") ? sentence : sentence + ".";
    List<String> lines = new ArrayList<>();
    if (first.length() >= NAMES_WIDTH) {
      lines.add(first);
      first = "";
    }
    String indent = " ".repeat(NAMES_WIDTH);
    String padded = first + " ".repeat(NAMES_WIDTH - first.length());
    lines.addAll(wrapped(padded + text, WIDTH, indent));
    return lines;
  }

  /** A text in lines of at most so many characters, all but the first indented. */
  private static List<String> wrapped(String text, int width, String indent) {
    List<String> lines = new ArrayList<>();
    String rest = text;
    while (rest.length() > width) {
      int space = rest.lastIndexOf(' ', width);
      int at = space > indent.length() ? space : width;
      lines.add(rest.substring(0, at).stripTrailing());
      rest = indent + rest.substring(at).strip();
    }
    lines.add(rest);
    return lines;
  }
}
