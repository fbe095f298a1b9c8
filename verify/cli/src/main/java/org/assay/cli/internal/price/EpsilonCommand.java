package org.assay.cli.internal.price;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.Optional;
import org.assay.accountant.budget.JournalKey;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Parameters;
import org.assay.cli.internal.command.Statement;
import org.assay.cli.internal.input.InputException;
import org.assay.cli.internal.input.WholeFile;
import org.assay.cli.internal.page.OutputFile;
import org.assay.cli.internal.terminal.Console;
import org.assay.cli.internal.terminal.Progress;
import org.assay.verify.report.JsonReport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The subcommand {@code epsilon}. */
@Command(
    name = "epsilon",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "Certify epsilon at a delta for a described computation.",
    description = BoundStatement.DESCRIPTION,
    footerHeading = "%nExamples:%n",
    footer = {
      "  assay epsilon '3516 x poisson(256/60000, gaussian(1.1))' --delta 1e-5 \\",
      "      --adjacency add-remove",
      "  assay epsilon '3 x laplace(8) then randomized-response(0.7)' --delta 1e-6 \\",
      "      --adjacency replace-one",
      "  assay epsilon --event examples/training-run.yaml --delta 1e-5"
    })
public final class EpsilonCommand extends RunCommand {
  private static final String CERTIFICATE = "--certificate";
  private static final String KEY_FILE = "--key-file";

  @Option(names = "--delta", required = true, paramLabel = "D", description = "Delta, in (0, 1).")
  private double delta;

  @Option(
      names = CERTIFICATE,
      paramLabel = "FILE",
      description =
          "Write a certificate that python/assay_check.py of a release proves again without Assay."
              + " For Gaussians, Laplace noise, randomized response, pure and zcdp events, and"
              + " Gaussians on Poisson samples; see docs/guide/certificates.md.")
  private Optional<Path> certificate = Optional.empty();

  @Option(
      names = KEY_FILE,
      paramLabel = "FILE",
      description =
          "Sign the certificate with this key: all bytes of the file, from 16 to 4096. Who has the"
              + " key checks the signature by --key-file of assay_check.py.")
  private Optional<Path> keyFile = Optional.empty();

  /**
   * Creates the subcommand.
   *
   * @param console the console for input and output
   */
  public EpsilonCommand(Console console) {
    super(console);
  }

  @Override
  protected Statement statement(Progress progress) {
    Parameters.requireOpenProbability("--delta", delta);
    if (keyFile.isPresent() && certificate.isEmpty()) {
      throw new InputException(KEY_FILE + " signs a certificate: name its file by " + CERTIFICATE);
    }
    certificate.ifPresent(file -> OutputFile.requireWritable(CERTIFICATE, file));
    Optional<JournalKey> key = keyFile.map(WholeFile::key);
    DpEvent event = run().event();
    AdjacencyRelation adjacency = relation(event);
    certificate.ifPresent(file -> CertificateSteps.of(event, adjacency));
    BoundStatement answer = BoundStatement.epsilon(event, run().formulas(), adjacency, delta);
    return certificate.<Statement>map(file -> written(answer, file, key)).orElse(answer);
  }

  private static Statement written(BoundStatement answer, Path file, Optional<JournalKey> key) {
    Certificate certificate = Certificate.of(answer);
    OutputFile.write(CERTIFICATE + " was " + file, file, certificate.json(key));
    return new Certified(answer, certificate, file, key.isPresent());
  }

  private record Certified(
      BoundStatement answer, Certificate certificate, Path file, boolean signed)
      implements Statement {
    @Override
    public String text() {
      return answer.text() + certificate.line(answer, signed);
    }

    @Override
    public String json() {
      ObjectNode node = answer.node();
      certificate.put(
          node.putObject("certificate").put("file", file.toString()).put("signed", signed));
      return JsonReport.text(node);
    }
  }
}
