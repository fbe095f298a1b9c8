package org.assay.verify.internal.writing;

/**
 * Finds the decimal numbers of a text, from beginning to end. A sign belongs to a number unless a
 * letter, digit or point precedes it, so that a date has no negative parts. A point and an exponent
 * belong to it if digits follow.
 */
final class NumberScan {
  private final String text;
  private int start;
  private int end;

  NumberScan(String text) {
    this.text = text;
  }

  /** Goes to the next number; returns whether there is one. */
  boolean next() {
    for (int at = end; at < text.length(); at++) {
      int digits = at + (isSign(at) ? 1 : 0);
      if (isDigit(digits) || (isChar(digits, '.') && isDigit(digits + 1))) {
        start = at;
        end = afterExponent(afterFraction(afterDigits(digits)));
        return true;
      }
    }
    return false;
  }

  /** The index of the number's first character. */
  int start() {
    return start;
  }

  /** The index after the number's last character. */
  int end() {
    return end;
  }

  private boolean isSign(int at) {
    char before = at == 0 ? ' ' : text.charAt(at - 1);
    return (isChar(at, '-') || isChar(at, '+'))
        && !(Character.isLetterOrDigit(before) || before == '.');
  }

  private int afterFraction(int at) {
    return isChar(at, '.') && isDigit(at + 1) ? afterDigits(at + 1) : at;
  }

  private int afterExponent(int at) {
    if (!isChar(at, 'e') && !isChar(at, 'E')) {
      return at;
    }
    int digits = at + (isChar(at + 1, '-') || isChar(at + 1, '+') ? 2 : 1);
    return isDigit(digits) ? afterDigits(digits) : at;
  }

  private int afterDigits(int from) {
    int at = from;
    while (isDigit(at)) {
      at++;
    }
    return at;
  }

  private boolean isDigit(int at) {
    return at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9';
  }

  private boolean isChar(int at, char wanted) {
    return at < text.length() && text.charAt(at) == wanted;
  }
}
