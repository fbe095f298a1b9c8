package org.assay.accountant.meaning;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** What samplers may draw, with its probability: which input every call then reads. */
final class Worlds {
  /** No call of the node. */
  static final int NONE = -1;

  private static final int MOST = 20_000;

  private final Program program;
  private final Inputs inputs;
  private final List<int[]> splits;

  /**
   * Worlds of a program.
   *
   * @param inputs numbers the inputs
   * @param splits how the data are split at every point
   */
  Worlds(Program program, Inputs inputs, List<int[]> splits) {
    this.program = program;
    this.inputs = inputs;
    this.splits = splits;
  }

  /** One outcome of all draws, or several that give the calls the same inputs. */
  static final class World {
    private final Fraction weight;
    private final int[] inputs;

    World(Fraction weight, int[] inputs) {
      this.weight = weight;
      this.inputs = inputs;
    }

    /** Its probability. */
    Fraction weight() {
      return weight;
    }

    /** The number of the input of every call. */
    int[] inputs() {
      return inputs;
    }
  }

  List<World> of(int[] database) {
    List<World> worlds = worlds(program.root(), database);
    Fraction total = worlds.stream().map(World::weight).reduce(Fraction.ZERO, Fraction::plus);
    if (!total.equals(Fraction.ONE)) {
      throw new IllegalStateException("the worlds' weights add up to " + total);
    }
    return worlds;
  }

  /** Whether every sampler that reads the data themselves finds as many records as it states. */
  boolean fit(int[] database) {
    return fit(program.root(), database);
  }

  private boolean fit(Node node, int[] rows) {
    if (node instanceof Node.Chain chain) {
      return chain.children().stream().allMatch(child -> fit(child, rows));
    } else if (node instanceof Node.Owned owned) {
      return fit(owned.child(), records(owned, rows));
    } else if (node instanceof Node.Parts parts) {
      for (int part = 0; part < parts.children().size(); part++) {
        if (!fit(parts.children().get(part), part(parts, part, rows))) {
          return false;
        }
      }
      return true;
    } else if (node instanceof Node.Subset subset) {
      return rows.length == subset.population();
    }
    return !(node instanceof Node.Draws draws) || rows.length == draws.population();
  }

  private List<World> worlds(Node node, int[] rows) {
    if (node instanceof Node.Call call) {
      int[] read = nothing();
      read[call.number()] = inputs.number(rows);
      return List.of(new World(Fraction.ONE, read));
    } else if (node instanceof Node.Chain chain) {
      return product(chain.children().stream().map(child -> worlds(child, rows)).toList());
    } else if (node instanceof Node.Kept kept) {
      return mixed(sink -> keep(kept, rows, sink));
    } else if (node instanceof Node.Subset subset) {
      requireSize(subset.population(), rows);
      return mixed(sink -> choose(subset, rows, sink));
    } else if (node instanceof Node.Draws draws) {
      requireSize(draws.population(), rows);
      return mixed(sink -> draw(draws, rows, sink));
    } else if (node instanceof Node.Owned owned) {
      return worlds(owned.child(), records(owned, rows));
    } else if (node instanceof Node.Parts parts) {
      return product(split(parts, rows));
    }
    throw new IllegalStateException("unknown node " + node);
  }

  private static void requireSize(int stated, int[] rows) {
    if (rows.length != stated) {
      throw new IllegalStateException(
          "an input had " + rows.length + " records where the event says " + stated);
    }
  }

  private List<List<World>> split(Node.Parts parts, int[] rows) {
    List<List<World>> children = new ArrayList<>();
    for (int part = 0; part < parts.children().size(); part++) {
      children.add(worlds(parts.children().get(part), part(parts, part, rows)));
    }
    return children;
  }

  private int[] part(Node.Parts parts, int part, int[] rows) {
    SplitPoint point = program.splits().get(parts.number());
    int[] split = splits.get(parts.number());
    return Arrays.stream(rows).filter(row -> split[point.index(row)] == part).toArray();
  }

  private static int[] records(Node.Owned owned, int[] rows) {
    return Arrays.stream(rows)
        .flatMap(
            row -> Row.owned(row, Row.differs(row) ? owned.records() : owned.recordsOfOthers()))
        .toArray();
  }

  private void keep(Node.Kept kept, int[] rows, Consumer<World> sink) {
    Fraction in = kept.probability();
    Fraction out = Fraction.ONE.minus(in);
    for (int set = 0; set < 1 << rows.length; set++) {
      int size = Integer.bitCount(set);
      Fraction weight = in.power(size).times(out.power(rows.length - size));
      if (weight.compareTo(Fraction.ZERO) > 0) {
        pass(kept.child(), weight, chosen(rows, set), sink);
      }
    }
  }

  private void choose(Node.Subset subset, int[] rows, Consumer<World> sink) {
    List<int[]> sets = new ArrayList<>();
    for (int set = 0; set < 1 << rows.length; set++) {
      if (Integer.bitCount(set) == subset.size()) {
        sets.add(chosen(rows, set));
      }
    }
    Fraction weight = Fraction.of(1, sets.size());
    sets.forEach(set -> pass(subset.child(), weight, set, sink));
  }

  private void draw(Node.Draws draws, int[] rows, Consumer<World> sink) {
    int all = (int) Math.pow(rows.length, draws.count());
    Fraction weight = Fraction.of(1, all);
    for (int code = 0; code < all; code++) {
      int[] drawn = new int[draws.count()];
      int rest = code;
      for (int i = 0; i < drawn.length; i++) {
        drawn[i] = rows[rest % rows.length];
        rest /= rows.length;
      }
      pass(draws.child(), weight, drawn, sink);
    }
  }

  private static int[] chosen(int[] rows, int set) {
    int[] chosen = new int[Integer.bitCount(set)];
    int next = 0;
    for (int i = 0; i < rows.length; i++) {
      if ((set >> i & 1) == 1) {
        chosen[next++] = rows[i];
      }
    }
    return chosen;
  }

  private void pass(Node child, Fraction weight, int[] rows, Consumer<World> sink) {
    worlds(child, rows)
        .forEach(world -> sink.accept(new World(world.weight().times(weight), world.inputs())));
  }

  /** The children draw independently, given their inputs. */
  private List<World> product(List<List<World>> children) {
    List<World> all = List.of(new World(Fraction.ONE, nothing()));
    for (List<World> child : children) {
      List<World> longer = new ArrayList<>();
      for (World left : all) {
        for (World right : child) {
          longer.add(new World(left.weight().times(right.weight()), union(left, right)));
        }
      }
      if (longer.size() > MOST) {
        throw new IllegalStateException("more than " + MOST + " worlds: ask about a smaller event");
      }
      all = longer;
    }
    return all;
  }

  private static int[] union(World left, World right) {
    int[] union = left.inputs().clone();
    for (int i = 0; i < union.length; i++) {
      union[i] = Math.max(union[i], right.inputs()[i]);
    }
    return union;
  }

  /** Equal worlds become one. */
  private static List<World> mixed(Consumer<Consumer<World>> source) {
    Map<List<Integer>, World> merged = new LinkedHashMap<>();
    source.accept(
        world ->
            merged.merge(
                Arrays.stream(world.inputs()).boxed().collect(Collectors.toList()),
                world,
                (a, b) -> new World(a.weight().plus(b.weight()), a.inputs())));
    return List.copyOf(merged.values());
  }

  private int[] nothing() {
    int[] none = new int[program.calls().size()];
    Arrays.fill(none, NONE);
    return none;
  }
}
