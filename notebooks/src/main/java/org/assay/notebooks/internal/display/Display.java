package org.assay.notebooks.internal.display;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Shows values in the middle of a cell. In a cell, {@code display} needs no import. */
public final class Display {
  private static volatile Consumer<MimeBundle> receiver = Display::print;

  private Display() {}

  /**
   * Shows a value below the cell that is running, before what the cell shows later. Outside a
   * notebook its text is printed.
   *
   * @param value any value; see {@link Renderer#render} for what is shown
   */
  public static void display(@Nullable Object value) {
    receiver.accept(Renderer.render(value));
  }

  /**
   * Sends what is displayed from now on elsewhere. Kernels call this, cells have no reason to.
   *
   * @param receiver gets every value
   * @return restores the state before when it is closed
   */
  public static Redirection redirect(Consumer<MimeBundle> receiver) {
    Consumer<MimeBundle> before = Display.receiver;
    Display.receiver = receiver;
    return () -> Display.receiver = before;
  }

  private static void print(MimeBundle bundle) {
    System.out.println(bundle.data().get(MimeBundle.PLAIN_TEXT));
  }

  /** Ends a redirection. */
  @FunctionalInterface
  public interface Redirection extends AutoCloseable {
    @Override
    void close();
  }
}
