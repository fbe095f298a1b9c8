package org.assay.cli.internal.train;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.assay.algorithms.model.TrainedModel;
import org.assay.algorithms.run.ParameterVector;
import org.assay.algorithms.run.Training;
import org.assay.cli.internal.command.CitationJson;
import org.assay.cli.internal.command.GuaranteeText;
import org.assay.cli.internal.command.Statement;
import org.assay.cli.internal.ledger.LedgerLinks;
import org.assay.cli.internal.page.Reference;
import org.assay.verify.report.JsonReport;

/**
 * The output of the subcommand {@code train}.
 *
 * @param trainer the algorithm and the target
 * @param table the data
 * @param records number of records that were trained on
 * @param radius radius of the set of models
 * @param training the algorithm, set up
 * @param spending what the run spent
 * @param model the release
 * @param utility what it is worth on held-out records, if there are any
 * @param seed of a repeatable run
 * @param tuning how the model was chosen, if there were several candidates
 * @param discovery how ranges, categories or shares were found that nobody declared, in words
 */
record TrainStatement(
    Trainer trainer,
    TrainingTable table,
    int records,
    double radius,
    Training training,
    Spending spending,
    ParameterVector model,
    Optional<Utility> utility,
    OptionalLong seed,
    Optional<Tuning> tuning,
    Optional<String> discovery)
    implements Statement {
  @Override
  public String text() {
    return String.join(
        "\n",
        "algorithm: "
            + trainer.entry().id()
            + ", "
            + trainer.entry().title()
            + ", "
            + Reference.named(trainer.entry().source())
            + (trainer.paperSchedule() ? ", with the paper's constants" : ""),
        "data: " + records + " records of " + table.features() + " features from " + table.words(),
        "radius: "
            + radius
            + ballIndex()
            + classWeights()
            + discovery.map(how -> "\ndiscovery: " + how).orElse("")
            + training.algorithm().remark().map(words -> "\nschedule: " + words).orElse(""),
        "guarantee: " + guarantee(),
        "target: " + trainer.target().describe() + missed(),
        "event: " + spending.event() + tuning.map(how -> "\n" + how.words()).orElse(""),
        "proved in: " + Reference.text(spending.citation()),
        "ledger: " + ledger(),
        "randomness: " + randomness(),
        "utility: " + utility.map(Utility::words).orElse("no records were held out"),
        "model: " + Arrays.toString(model.toArray()),
        "");
  }

  /** In the currency of the target, and as (epsilon, delta). */
  private String guarantee() {
    String tightest = GuaranteeText.of(spending.tightest());
    return spending.guarantee().equals(spending.tightest())
        ? tightest
        : GuaranteeText.of(spending.guarantee()) + "; " + tightest;
  }

  private List<Double> classShares() {
    return trainer.change().weights().shares();
  }

  private String classWeights() {
    return classShares().isEmpty()
        ? ""
        : "\nclass weights: balanced from the shares "
            + classShares()
            + ", before records are clipped";
  }

  private String ballIndex() {
    OptionalDouble index = table.ballIndex();
    return index.isPresent() ? " in the norm of index " + index.getAsDouble() : "";
  }

  private String missed() {
    return spending.exceeds(trainer.target()) ? ", which is missed" : "";
  }

  /** What the ledger says of the claims that the algorithm's paper makes. */
  private String ledger() {
    LedgerLinks links = LedgerLinks.about(trainer.entry().id());
    return links.isEmpty()
        ? "no line is about this algorithm"
        : links.words() + "; " + links.command() + " says why";
  }

  private String randomness() {
    return seed.isPresent()
        ? "seed "
            + seed.getAsLong()
            + ", for repetition only: the guarantee does not hold against anyone who knows the seed"
        : "cryptographically strong, with a fresh key";
  }

  @Override
  public String json() {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("algorithm", trainer.entry().id());
    node.put("source", trainer.entry().source());
    node.put("paper_schedule", trainer.paperSchedule());
    node.put("data", table.words());
    node.put("records", records);
    node.put("features", table.features());
    training.algorithm().remark().ifPresent(words -> node.put("schedule", words));
    discovery.ifPresent(how -> node.put("discovery", how));
    node.put("radius", radius);
    table.ballIndex().ifPresent(index -> node.put("ball_index", index));
    if (!classShares().isEmpty()) {
      ArrayNode shares = node.putArray("class_shares");
      classShares().forEach(shares::add);
    }
    node.put("adjacency", spending.guarantee().adjacency().label());
    node.put("guarantee", spending.guarantee().describe());
    node.put("epsilon", spending.tightest().epsilon());
    node.put("delta", spending.tightest().delta());
    node.put("target", trainer.target().describe());
    node.put("target_met", !spending.exceeds(trainer.target()));
    node.put("event", spending.event());
    CitationJson.put(node, spending.citation());
    ArrayNode claims = node.putArray("ledger");
    LedgerLinks.about(trainer.entry().id()).ids().forEach(claims::add);
    node.put("randomness", randomness());
    seed.ifPresent(number -> node.put("seed", number));
    utility.ifPresent(value -> value.put(node.putObject("held_out")));
    tuning.ifPresent(how -> how.put(node.putObject("tuning")));
    node.set("model", trained().toJson());
    return JsonReport.text(node);
  }

  /** The model with all that is needed to apply it. */
  private TrainedModel trained() {
    return new TrainedModel(
        table.columns(),
        table.preparation(),
        table.target(),
        training.loss().predictsLogOdds(),
        model,
        guarantee());
  }
}
