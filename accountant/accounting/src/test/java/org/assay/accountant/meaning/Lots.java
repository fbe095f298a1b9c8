package org.assay.accountant.meaning;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** The worlds of both databases for some way to split the data. */
final class Lots {
  private final List<Worlds.World> first;
  private final List<Worlds.World> second;
  private final double[] weights;
  private final int[][] inputs;

  private Lots(List<Worlds.World> first, List<Worlds.World> second) {
    this.first = first;
    this.second = second;
    List<Worlds.World> all = new ArrayList<>(first);
    all.addAll(second);
    this.weights = all.stream().mapToDouble(world -> world.weight().approximately()).toArray();
    this.inputs = all.stream().map(Worlds.World::inputs).toArray(int[][]::new);
  }

  /** Finds the worlds of a program, each way to split once. */
  static final class Catalogue {
    private final Program program;
    private final Inputs inputs;
    private final Map<List<Integer>, Lots> known = new HashMap<>();

    Catalogue(Program program, Inputs inputs) {
      this.program = program;
      this.inputs = inputs;
    }

    /** Whether the parts have the sizes that their events state. */
    boolean fit(List<int[]> splits) {
      Worlds worlds = new Worlds(program, inputs, splits);
      return worlds.fit(program.first()) && worlds.fit(program.second());
    }

    Lots of(List<int[]> splits) {
      List<Integer> key = splits.stream().flatMapToInt(IntStream::of).boxed().toList();
      return known.computeIfAbsent(
          key,
          unknown -> {
            Worlds worlds = new Worlds(program, inputs, splits);
            return new Lots(worlds.of(program.first()), worlds.of(program.second()));
          });
    }
  }

  List<Worlds.World> first() {
    return first;
  }

  List<Worlds.World> second() {
    return second;
  }

  /** Of both databases, those of the first one in front. */
  int count() {
    return weights.length;
  }

  boolean isFirst(int world) {
    return world < first.size();
  }

  double weight(int world) {
    return weights[world];
  }

  int[] inputs(int world) {
    return inputs[world];
  }
}
