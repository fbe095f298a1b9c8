import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.SplittableRandom;
import java.util.StringJoiner;

/**
 * A mechanism that Assay runs as a program: how many records are positive, plus Laplace noise of
 * the scale given on the command line. One record more or less changes the count by at most 1, so
 * the scale 1/epsilon gives epsilon-DP under add-remove.
 *
 * <p>Run by {@code java NoisyCount.java 1.0}; docs/reference/outside-mechanisms.md describes the
 * protocol.
 */
public final class NoisyCount {
  private NoisyCount() {}

  /** Answers requests until there are no more. */
  public static void main(String[] arguments) throws IOException {
    double scale = Double.parseDouble(arguments[0]);
    BufferedReader requests = new BufferedReader(new InputStreamReader(System.in));
    for (String line = requests.readLine(); line != null; line = requests.readLine()) {
      double count = count(line.substring(line.indexOf('[') + 1, line.indexOf(']')));
      SplittableRandom random = new SplittableRandom(number(line, "seed"));
      StringJoiner outputs = new StringJoiner(",", "{\"outputs\":[", "]}");
      for (long run = 0; run < number(line, "runs"); run++) {
        double laplace = exponential(random) - exponential(random);
        outputs.add(Double.toString(count + scale * laplace));
      }
      System.out.println(outputs);
      System.out.flush();
    }
  }

  private static double count(String records) {
    double count = 0;
    for (String record : records.split(",")) {
      count += !record.isBlank() && Double.parseDouble(record.replace("\"", "")) > 0 ? 1 : 0;
    }
    return count;
  }

  private static double exponential(SplittableRandom random) {
    return -Math.log(1 - random.nextDouble());
  }

  /** Requests are written without spaces, the dataset first. */
  private static long number(String request, String key) {
    int from = request.lastIndexOf("\"" + key + "\":") + key.length() + 3;
    int to = from;
    while (Character.isDigit(request.charAt(to))) {
      to++;
    }
    return Long.parseLong(request.substring(from, to));
  }
}
