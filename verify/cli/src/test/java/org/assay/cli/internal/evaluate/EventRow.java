package org.assay.cli.internal.evaluate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A row of {@code more_events.json} as a question about an event.
 *
 * @param row the row
 */
record EventRow(JsonNode row) {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** What a row says about the number that Assay certifies. */
  enum Claim {
    /** The number itself. */
    VALUE,
    /** A number that is proved in the same way, so Assay's guarantee is not above it. */
    GUARANTEE,
    /** A number that no valid guarantee is below. */
    LOWER_BOUND,
    /** A number that the lower end reaches. */
    PROVED_LOSS
  }

  String function() {
    return row.get("fn").textValue();
  }

  Claim claim() {
    JsonNode args = row.get("args");
    if (args.path("direction").asText().equals("add")
        || args.path("form").asText().equals("exact pair")
        || function().equals("shuffled_binary_rr_exact_delta")) {
      return Claim.LOWER_BOUND;
    }
    return switch (function()) {
      case "select_rdp",
          "select_poisson_rdp",
          "select_eps_by_profile",
          "select_poisson_eps_by_tv",
          "group_fixed_size_gaussian_delta" ->
          Claim.GUARANTEE;
      case "shuffled_batches_lower_delta", "shuffled_batches_lower_eps_binned" -> Claim.PROVED_LOSS;
      case "shuffled_batches_upper_delta" -> Claim.GUARANTEE;
      default -> Claim.VALUE;
    };
  }

  /** The question, if it is one about an event. */
  Optional<JsonNode> question() throws IOException {
    String event = event();
    if (event.isEmpty()) {
      return Optional.empty();
    }
    String text =
        "{'fn':'event','args':{'event':%s,%s}}".formatted(event, asked()).replace('\'', '"');
    return Optional.of(MAPPER.readTree(text));
  }

  private String asked() {
    JsonNode args = row.get("args");
    if (function().endsWith("_sensitivity") || function().equals("tree_levels")) {
      return "'order':2";
    }
    if (args.path("part").asText().equals("new partitions")) {
      return "'epsilon':700";
    }
    return args.has("eps") && !function().startsWith("partition")
        ? "'epsilon':" + text("eps")
        : args.has("delta") ? "'delta':" + text("delta") : "'order':" + text("alpha");
  }

  private String event() {
    return switch (function()) {
      case "random_allocation_delta", "random_allocation_eps", "random_allocation_rdp" ->
          repeated(
              row.get("args").path("epochs").asInt(1),
              "{'allocated':{'steps':%s,'selected':%s,'event':%s}}"
                  .formatted(text("t"), text("k"), gaussian("sigma")));
      case "shuffled_batches_lower_delta",
          "shuffled_batches_upper_delta",
          "shuffled_batches_lower_eps_binned" ->
          "{'shuffled-batches':{'batches':%s,'noise_multiplier':%s,'epochs':%d,'adjacency':'%s'}}"
              .formatted(
                  text("batches"),
                  text("sigma"),
                  row.get("args").path("epochs").asInt(1),
                  row.get("args").get("adjacency").textValue());
      case "toeplitz_sqrt_sensitivity" -> matrix("'matrix':'square-root'");
      case "banded_toeplitz_sensitivity" ->
          matrix("'matrix':'square-root','bands':" + text("bands"));
      case "tree_levels" -> matrix("'matrix':'tree'");
      case "select_rdp", "select_eps_by_profile" ->
          selected(
              "'negative-binomial','shape':%s,'success_probability':%s"
                  .formatted(text("shape"), text("halting_probability")));
      case "select_poisson_rdp", "select_poisson_eps_by_tv" ->
          selected("'poisson','mean':" + text("mean"));
      case "gaussian_threshold_delta" ->
          ("{'thresholded-counts':{'noise':'gaussian','scale':%s,'threshold':%s,'partitions':%s,"
                  + "'adjacency':'add-remove'}}")
              .formatted(text("sigma"), text("threshold"), text("l0"));
      case "group_poisson_gaussian_delta" ->
          group(sampled("{'gaussian':%s}".formatted(noise("sigma"))));
      case "truncated_poisson_gaussian_delta" ->
          ("{'truncated-poisson':{'records':%s,'sampling_probability':%s,"
                  + "'largest_batch':%s,'event':%s}}")
              .formatted(text("records"), text("q"), text("cap"), gaussian("sigma"));
      case "one_sample_gaussian_laplace_delta" ->
          sampled("{'sequence':[%s,{'laplace':%s}]}".formatted(gaussian("sigma"), noise("scale")));
      case "one_sample_two_gaussians_delta" ->
          sampled(
              "{'sequence':[%s,%s]}"
                  .formatted(
                      gaussianOf(row.get("args").get("sigmas").get(0).asText()),
                      gaussianOf(row.get("args").get("sigmas").get(1).asText())));
      case "shuffle_clone_delta", "shuffle_clone_eps" -> reports("");
      case "shuffle_binary_rr_delta", "shuffled_binary_rr_exact_delta" -> reports(",'answers':2");
      case "gaussian_svt_rdp_bound" ->
          ("{'gaussian-sparse-vector':{'threshold_noise_multiplier':%s,"
                  + "'query_noise_multiplier':%s,'queries':%s,'positives':%s,"
                  + "'adjacency':'add-remove'}}")
              .formatted(
                  text("threshold_sigma"), text("query_sigma"), text("queries"), text("positives"));
      case "composed_eps", "composed_delta" -> twentyParts();
      default -> "";
    };
  }

  private String text(String argument) {
    return row.get("args").get(argument).asText();
  }

  private String adjacency() {
    return row.get("args").path("adjacency").asText("add-remove");
  }

  private String noise(String argument) {
    return "{'noise_multiplier':%s,'adjacency':'%s'}".formatted(text(argument), adjacency());
  }

  private String gaussian(String argument) {
    return gaussianOf(text(argument));
  }

  private String gaussianOf(String noiseMultiplier) {
    return "{'gaussian':{'noise_multiplier':%s,'adjacency':'%s'}}"
        .formatted(noiseMultiplier, adjacency());
  }

  private String sampled(String event) {
    return "{'poisson':{'sampling_probability':%s,'event':%s}}".formatted(text("q"), event);
  }

  private static String repeated(int times, String event) {
    return times == 1 ? event : "{'repeat':{'times':%d,'event':%s}}".formatted(times, event);
  }

  private String group(String event) {
    return "{'group':{'size':%s,'event':%s}}".formatted(text("group"), event);
  }

  private String selected(String repetitions) {
    return "{'select':{'repetitions':%s,'event':%s}}".formatted(repetitions, gaussian("sigma"));
  }

  private String reports(String answers) {
    return "{'shuffled-reports':{'reports':%s,'local_epsilon':%s%s}}"
        .formatted(text("n"), text("local_eps"), answers);
  }

  /** The divergence of order 2 of noise multiplier 1 is the squared sensitivity. */
  private String matrix(String kind) {
    JsonNode args = row.get("args");
    return ("{'matrix-mechanism':{%s,'steps':%s,'noise_multiplier':1,'participations':%d,"
            + "'separation':%d,'adjacency':'add-remove'}}")
        .formatted(
            kind,
            text("steps"),
            args.path("participations").asInt(1),
            args.path("separation").asInt(1));
  }

  private static String twentyParts() {
    return IntStream.range(0, 20)
        .mapToObj(EventRow::part)
        .collect(Collectors.joining(",", "{'sequence':[", "]}"));
  }

  private static String part(int i) {
    return i % 2 == 0
        ? "{'laplace':{'noise_multiplier':%d,'adjacency':'add-remove'}}".formatted(5 + i)
        : String.format(
            Locale.ROOT,
            "{'repeat':{'times':100,'event':{'poisson':{'sampling_probability':%s,"
                + "'event':{'gaussian':{'noise_multiplier':%s,'adjacency':'add-remove'}}}}}}",
            .01 * (1 + i),
            1 + .05 * i);
  }
}
