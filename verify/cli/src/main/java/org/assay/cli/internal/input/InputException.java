package org.assay.cli.internal.input;

import org.jspecify.annotations.Nullable;

/**
 * Bad usage or bad input. The message is one line that names the field and the rule it broke; the
 * middle of a very long one is left out. Only where a character of an event is wrong, two lines
 * more show the character.
 */
public final class InputException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * An exception with its message.
   *
   * @param message the field and the rule
   */
  public InputException(String message) {
    super(OneLine.brief(message));
  }

  /**
   * An exception with its message and its cause.
   *
   * @param message the field and the rule
   * @param cause the underlying failure
   */
  public InputException(String message, @Nullable Throwable cause) {
    super(OneLine.brief(message), cause);
  }

  /** A refusal of a character in a text, with lines that show the character. */
  InputException(String message, String excerpt, @Nullable Throwable cause) {
    super(OneLine.brief(message) + "\n" + excerpt, cause);
  }

  /**
   * A refusal in the words of what went wrong underneath.
   *
   * @param cause the failure, whose message names the field and the rule
   * @return the refusal
   */
  public static InputException because(Exception cause) {
    return new InputException(String.valueOf(cause.getMessage()), cause);
  }

  /** Never null. */
  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }
}
