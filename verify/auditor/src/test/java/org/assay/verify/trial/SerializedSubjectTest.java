package org.assay.verify.trial;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.verify.trial.SerializedSubject.WrittenClasses;
import org.junit.jupiter.api.Test;

/** Mechanisms and datasets as bytes make what they were made of, and nothing else. */
class SerializedSubjectTest {
  private static boolean sprung;

  /** What hostile bytes would hold: a class that does something when it is read. */
  private static final class Trap implements Serializable {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("UnusedMethod") // called by serialization
    private void readObject(ObjectInputStream in) {
      sprung = true;
    }
  }

  /** As a mechanism may be, with everything that is written in a way of its own. */
  private enum Sides {
    LEFT
  }

  private record Settings(Map<String, List<Double>> table, Sides side, Class<?> type)
      implements Serializable {}

  private record Mine(Settings settings, Runnable proxy)
      implements Mechanism<double[]>, Serializable {
    @Override
    public Outcome run(double[] data, RandomGenerator random) {
      return Outcome.of(data[0] + Objects.requireNonNull(settings.table().get("a")).get(0));
    }
  }

  private record Handler() implements java.lang.reflect.InvocationHandler, Serializable {
    @Override
    public Object invoke(Object proxy, java.lang.reflect.Method method, Object[] arguments) {
      throw new UnsupportedOperationException();
    }
  }

  private static Mine mine() {
    Map<String, List<Double>> table = new HashMap<>();
    for (int i = 0; i < 5000; i++) {
      table.put(i == 0 ? "a" : "k" + i, List.of(2.5));
    }
    Runnable proxy =
        (Runnable)
            Proxy.newProxyInstance(
                SerializedSubjectTest.class.getClassLoader(),
                new Class<?>[] {Runnable.class},
                new Handler());
    return new Mine(new Settings(new TreeMap<>(table), Sides.LEFT, Map.class), proxy);
  }

  private static <D> List<AdjacentPair<D>> pairs(D left, D right) {
    return List.of(AdjacentPair.of("pair", left, right, AdjacencyRelation.REPLACE_ONE));
  }

  private static double answer(TrialRecipe<double[]> recipe) throws Exception {
    TrialSubject<double[]> made = recipe.make();
    Outcome outcome = made.mechanism().run(made.pairs().get(0).left(), new SplittableRandom(1));
    return ((Outcome.Vector) outcome).at(0);
  }

  @Test
  void whatWasWrittenIsRead() throws Exception {
    assertEquals(
        3.5, answer(SerializedSubject.of(mine(), pairs(new double[] {1}, new double[] {2}), true)));
    Mechanism<double[]> lambda =
        (Mechanism<double[]> & Serializable) (data, random) -> Outcome.of(data[0]);
    List<AdjacentPair<double[]>> directed =
        List.of(
            pairs(new double[] {7}, new double[] {2}).get(0).withCanaryDirection(new double[] {1}));
    assertEquals(7, answer(SerializedSubject.of(lambda, directed, true)));
    HashMap<String, Object> map = new HashMap<>();
    map.put("a", null);
    Mechanism<HashMap<String, Object>> keys =
        (Mechanism<HashMap<String, Object>> & Serializable)
            (data, random) -> Outcome.of(data.size());
    assertEquals(
        map,
        SerializedSubject.of(keys, pairs(map, new HashMap<>()), true).make().pairs().get(0).left());
  }

  private static byte[] bytes(Object first) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (WrittenClasses out = new WrittenClasses(bytes)) {
      out.writeObject(first);
    }
    return bytes.toByteArray();
  }

  private static String refusal(byte[] bytes, String... classes) {
    SerializedSubject<Object> subject = new SerializedSubject<>(bytes, classes, true);
    return String.valueOf(assertThrows(InvalidObjectException.class, subject::make).getMessage());
  }

  /** Bytes of another class never come to be an object, even where one is to be thrown away. */
  @Test
  void otherClassesAreRefusedBeforeTheyAreMade() throws IOException {
    String message = refusal(bytes(new Trap()), Mine.class.getName(), Settings.class.getName());
    assertTrue(message.contains("held a " + Trap.class.getName() + " when it was read"), message);
    Trap[][] nested = {{new Trap()}};
    String[] outer = {Trap[][].class.getName(), Trap[].class.getName()};
    assertTrue(refusal(bytes(nested), outer).contains("held a " + Trap.class.getName()));
    assertFalse(sprung);
  }

  @Test
  void interfacesOfProxiesAreLookedAt() throws IOException {
    String message =
        refusal(bytes(mine().proxy()), Handler.class.getName(), "java.lang.reflect.Proxy");
    assertTrue(message.contains("held a java.lang.Runnable when"), message);
  }

  /** An array that says it is longer than all bytes would be asked for at once. */
  @Test
  void arraysLongerThanTheBytesAreRefused() throws IOException {
    byte[] bytes = bytes(new double[] {1, 2, 3});
    ByteBuffer.wrap(bytes).putInt(bytes.length - 3 * Double.BYTES - Integer.BYTES, 200_000_000);
    String message = refusal(bytes, "[D");
    assertTrue(message.contains("held more than its bytes can hold"), message);
  }
}
