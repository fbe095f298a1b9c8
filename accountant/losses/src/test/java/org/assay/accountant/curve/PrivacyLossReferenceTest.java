package org.assay.accountant.curve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;
import org.assay.accountant.numeric.Enclosure;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Composed sampled Gaussians against reference values of 19 digits. */
class PrivacyLossReferenceTest {
  @Tag("slow")
  @Test
  void everyThirdReferenceRowIsEnclosed() throws IOException {
    assertEquals(15, enclosed(3));
  }

  @Test
  @Tag("slow")
  void everyReferenceRowIsEnclosed() throws IOException {
    assertEquals(43, enclosed(1));
  }

  /** The number of compared rows. */
  private static int enclosed(int stride) throws IOException {
    List<ReferenceRows.Row> rows = ReferenceRows.read();
    int narrow = 0;
    int looked = 0;
    for (int i = 0; i < rows.size(); i += stride) {
      ReferenceRows.Row row = rows.get(i);
      looked++;
      PrivacyLossDistribution loss = sampled(row.q(), row.sigma(), row.count());
      Enclosure found = row.asksForDelta() ? loss.delta(row.given()) : loss.epsilon(row.given());
      assertTrue(found.contains(row.value()), () -> row + " is not in " + found);
      narrow += found.relativeWidth() <= Accuracy.ROUGH.needed() ? 1 : 0;
    }
    int wide = looked - narrow;
    assertTrue(wide <= 2, () -> wide + " rows are wider than wanted");
    return looked;
  }

  @Tag("slow")
  @Test
  void theUsualRunIsEnclosedDownToTinyDeltas() {
    PrivacyLossDistribution loss = sampled(0.01, 1, 10_000);
    String[][] known = {
      {"1e-3", "4.473640482798414084"},
      {"1e-5", "6.187712389971539201"},
      {"1e-8", "8.185122967799852764"},
      {"1e-12", "10.34668983767399525"},
      {"1e-20", "13.87977271667247022"},
      {"1e-25", "15.81351695973523432"}
    };
    for (double accuracy : new double[] {5e-3, 5e-4}) {
      for (String[] row : known) {
        Enclosure epsilon = loss.epsilon(Double.parseDouble(row[0]), Accuracy.of(accuracy));
        assertTrue(epsilon.contains(new BigDecimal(row[1])), () -> row[0] + ": " + epsilon);
        assertTrue(epsilon.relativeWidth() <= accuracy, () -> row[0] + ": " + epsilon);
      }
    }
  }

  private static PrivacyLossDistribution sampled(double q, double sigma, long count) {
    Enclosure mu = Enclosure.ONE.dividedBy(sigma);
    return PrivacyLossDistribution.poissonSampledGaussian(q, mu).times(count);
  }
}
