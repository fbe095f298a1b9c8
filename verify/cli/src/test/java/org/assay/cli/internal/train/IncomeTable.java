package org.assay.cli.internal.train;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A generated table of the kind of a census: six numbers, most of them far from the ends of their
 * declared ranges, and eight columns of categories, together 38 features. The label follows a
 * logistic model, and a fifth of the records has the rarer one.
 */
public final class IncomeTable {
  private static final long SEED = 1;

  private static final List<Category> CATEGORIES =
      List.of(
          new Category("work", List.of(0.0, .39, -.26, .65, -.52), List.of(.7, .1, .08, .07, .05)),
          new Category(
              "degree", List.of(-1.17, -.52, 0.0, .65, 1.17), List.of(.15, .32, .28, .17, .08)),
          new Category("family", List.of(1.56, -1.3, -1.17, -.65), List.of(.46, .33, .14, .07)),
          new Category(
              "trade",
              List.of(1.04, .65, 0.0, -.39, -.78, -1.3),
              List.of(.13, .13, .22, .2, .2, .12)),
          new Category("home", List.of(.65, -.39, -.78, .26), List.of(.4, .26, .16, .18)),
          new Category("origin", List.of(.13, -.26, 0.0), List.of(.85, .1, .05)),
          new Category("sex", List.of(.39, -.39), List.of(.67, .33)),
          new Category("region", List.of(.13, 0.0, -.13), List.of(.5, .3, .2)));

  private static final String NUMBERS =
      """
      columns:
        age: {range: [17, 90]}
        years: {range: [1, 16]}
        hours: {range: [1, 99]}
        gain: {range: [0, 100000]}
        loss: {range: [0, 4500]}
        weight: {range: [10000, 1500000]}
      """;

  private IncomeTable() {}

  /** A column of categories: what each adds to the log odds, and how frequent it is. */
  private record Category(String name, List<Double> effects, List<Double> shares) {
    int draw(Random random) {
      double left = random.nextDouble();
      for (int i = 0; i < shares.size(); i++) {
        left -= shares.get(i);
        if (left < 0) {
          return i;
        }
      }
      return shares.size() - 1;
    }

    String declared() {
      return IntStream.range(0, shares.size())
          .mapToObj(i -> name + i)
          .collect(Collectors.joining(", ", "  " + name + ": {categories: [", "]}\n"));
    }
  }

  /** Declares the columns. */
  public static Path columns(Path directory) throws IOException {
    String categories = CATEGORIES.stream().map(Category::declared).collect(Collectors.joining());
    return Files.writeString(directory.resolve("income_columns.yaml"), NUMBERS + categories);
  }

  /** Writes records with a header; the label is the column income, low or high. */
  public static Path write(Path directory, int records) throws IOException {
    Random random = new Random(SEED);
    StringBuilder text = new StringBuilder("age,years,hours,gain,loss,weight,");
    CATEGORIES.forEach(category -> text.append(category.name()).append(','));
    text.append("income\n");
    for (int i = 0; i < records; i++) {
      record(random, text);
    }
    return Files.writeString(directory.resolve("income.csv"), text);
  }

  private static void record(Random random, StringBuilder text) {
    long age = gaussian(random, 38, 13, 17, 90);
    long years = gaussian(random, 10, 2.5, 1, 16);
    long hours = gaussian(random, 40, 12, 1, 99);
    boolean gained = random.nextDouble() < 0.08;
    long gain = gained ? Math.min(100_000, Math.round(Math.exp(8.5 + random.nextGaussian()))) : 0;
    long loss = random.nextDouble() < 0.05 ? gaussian(random, 1870, 400, 0, 4500) : 0;
    long weight = gaussian(random, 190_000, 100_000, 10_000, 1_500_000);
    double logOdds =
        -2.6
            + 0.039 * (age - 38)
            + 0.364 * (years - 10)
            + 0.0325 * (hours - 40)
            + (gain > 5000 ? 3.25 : 0)
            + (loss > 1800 ? 1.04 : 0);
    text.append(age).append(',').append(years).append(',').append(hours).append(',');
    text.append(gain).append(',').append(loss).append(',').append(weight).append(',');
    for (Category category : CATEGORIES) {
      int drawn = category.draw(random);
      logOdds += category.effects().get(drawn);
      text.append(category.name()).append(drawn).append(',');
    }
    text.append(random.nextDouble() < 1 / (1 + Math.exp(-logOdds)) ? "high\n" : "low\n");
  }

  private static long gaussian(Random random, double mean, double spread, long low, long high) {
    return Math.max(low, Math.min(high, Math.round(mean + spread * random.nextGaussian())));
  }
}
