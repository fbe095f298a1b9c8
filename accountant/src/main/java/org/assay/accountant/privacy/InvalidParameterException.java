package org.assay.accountant.privacy;

/**
 * A parameter is out of range. The message names the parameter, its value and the rule; who knows
 * the parameter by another name, such as that of an option, can put it in its place.
 */
public final class InvalidParameterException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final String parameter;
  private final String problem;

  /**
   * A refusal, with a message of the name and the problem.
   *
   * @param parameter the parameter's name
   * @param problem its value and the rule, as follow on the name: {@code was 0: it must be above 0}
   */
  public InvalidParameterException(String parameter, String problem) {
    super(parameter + " " + problem);
    this.parameter = parameter;
    this.problem = problem;
  }

  /**
   * The parameter.
   *
   * @return its name, with which the message begins
   */
  public String parameter() {
    return parameter;
  }

  /**
   * What is wrong with it.
   *
   * @return the rest of the message, after the name and a space
   */
  public String problem() {
    return problem;
  }
}
