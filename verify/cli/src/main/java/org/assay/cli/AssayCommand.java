package org.assay.cli;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The command without a verb: a short help. */
@Command(
    name = "assay",
    description = "Is this algorithm as private as it claims?",
    synopsisSubcommandLabel = "VERB",
    commandListHeading = "%nVerbs:%n",
    optionListHeading = "%nOptions:%n",
    mixinStandardHelpOptions = true,
    versionProvider = VersionProvider.class,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all fine",
      "1:a claim was refuted",
      "2:bad usage or input",
      "3:inconclusive, with --strict",
      "4:internal failure"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  assay audit examples/breast-cancer.yaml --report target/report",
      "  assay epsilon --sampled-gaussian --noise-multiplier 1.1 \\",
      "      --sampling-probability 0.01 --steps 10000 --delta 1e-5 --adjacency add-remove",
      "  echo '{\"id\":1,\"fn\":\"gaussian_eps\",\"args\":{\"mu\":1,\"delta\":1e-5}}' | assay evaluate"
    })
final class AssayCommand implements Runnable {
  @Spec private @Nullable CommandSpec spec;

  @Option(
      names = "--debug",
      scope = ScopeType.INHERIT,
      description = "Print the stack trace of a failure.")
  private boolean debug;

  /** Whether a failure shall be told with its stack trace. */
  boolean debug() {
    return debug;
  }

  @Override
  public void run() {
    CommandLine line = Objects.requireNonNull(spec).commandLine();
    line.usage(line.getOut());
  }
}
