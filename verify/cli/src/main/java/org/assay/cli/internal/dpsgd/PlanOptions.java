package org.assay.cli.internal.dpsgd;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.assay.accountant.privacy.Parameters;
import org.assay.cli.internal.input.InputException;
import picocli.CommandLine.Option;

/** The options that describe the training, either by records or by clients. */
final class PlanOptions {
  private static final String RULE =
      ": a training is described by --records, --batch-size and --epochs, federated training by"
          + " --clients, --clients-per-round and --rounds";

  @Option(names = "--records", paramLabel = "N", description = "Number of records trained on.")
  private Optional<Long> records = Optional.empty();

  @Option(
      names = "--batch-size",
      paramLabel = "B",
      description =
          "How many records one noisy step sees on average, all parts of accumulated gradients"
              + " together.")
  private Optional<Long> batchSize = Optional.empty();

  @Option(
      names = "--epochs",
      paramLabel = "E",
      description = "Epochs; each has N/B steps, rounded up.")
  private Optional<Double> epochs = Optional.empty();

  @Option(names = "--drop-last", description = "Round N/B down: no smaller batch ends an epoch.")
  private boolean dropLast;

  @Option(
      names = "--steps",
      paramLabel = "T",
      description = "Number of noisy steps, whatever the epochs say.")
  private Optional<Long> steps = Optional.empty();

  @Option(
      names = "--clients",
      paramLabel = "N",
      description = "Of federated training: number of clients.")
  private Optional<Long> clients = Optional.empty();

  @Option(
      names = "--clients-per-round",
      paramLabel = "B",
      description = "How many clients a round sees on average.")
  private Optional<Long> clientsPerRound = Optional.empty();

  @Option(names = "--rounds", paramLabel = "T", description = "Number of rounds.")
  private Optional<Long> rounds = Optional.empty();

  /** What the options describe. */
  Plan plan() {
    Map<String, Optional<?>> ofRecords = new LinkedHashMap<>();
    ofRecords.put("--records", records);
    ofRecords.put("--batch-size", batchSize);
    ofRecords.put("--epochs", epochs);
    ofRecords.put("--steps", steps);
    ofRecords.put("--drop-last", dropLast ? Optional.of(true) : Optional.empty());
    Map<String, Optional<?>> ofClients = new LinkedHashMap<>();
    ofClients.put("--clients", clients);
    ofClients.put("--clients-per-round", clientsPerRound);
    ofClients.put("--rounds", rounds);
    Optional<String> federated = given(ofClients);
    Optional<String> plain = given(ofRecords);
    if (federated.isPresent() && plain.isPresent()) {
      throw new InputException(federated.get() + " was given with " + plain.get() + RULE);
    }
    return federated.isPresent() ? ofClients() : ofRecords();
  }

  private static Optional<String> given(Map<String, Optional<?>> options) {
    return options.entrySet().stream()
        .filter(option -> option.getValue().isPresent())
        .map(Map.Entry::getKey)
        .findFirst();
  }

  private Plan ofRecords() {
    long all = count("--records", records);
    long each = part("--batch-size", batchSize, "--records", all);
    epochs.ifPresent(value -> Parameters.requirePositive("--epochs", value));
    if (steps.isPresent()) {
      return new Plan(
          Wording.RECORDS, all, each, dropLast, Optional.empty(), count("--steps", steps));
    }
    double howMany =
        epochs.orElseThrow(() -> new InputException("--epochs is missing (or --steps)" + RULE));
    return Plan.ofEpochs(Wording.RECORDS, all, each, dropLast, howMany);
  }

  private Plan ofClients() {
    long all = count("--clients", clients);
    long each = part("--clients-per-round", clientsPerRound, "--clients", all);
    return new Plan(Wording.CLIENTS, all, each, false, Optional.empty(), count("--rounds", rounds));
  }

  private static long part(String option, Optional<Long> given, String whole, long all) {
    long value = count(option, given);
    if (value > all) {
      throw new InputException(
          option + " was " + value + ": it must be at most " + whole + ", which was " + all);
    }
    return value;
  }

  private static long count(String option, Optional<Long> given) {
    long value = given.orElseThrow(() -> new InputException(option + " is missing" + RULE));
    if (!(value >= 1 && value <= Plan.MOST)) {
      String rule = value < 1 ? "at least 1" : "at most 2^53";
      throw new InputException(option + " was " + value + ": it must be " + rule);
    }
    return value;
  }
}
