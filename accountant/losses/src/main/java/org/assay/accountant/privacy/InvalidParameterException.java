package org.assay.accountant.privacy;

/**
 * A parameter is out of range. The message names the parameter, its value and the rule. A caller
 * that knows the parameter by another name, for example an option, can replace the name.
 */
public final class InvalidParameterException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final String parameter;
  private final String problem;

  /**
   * A refusal, with a message of the name and the problem.
   *
   * @param parameter the parameter's name
   * @param problem the value and the rule, to follow the name: {@code was 0: it must be above 0}
   */
  public InvalidParameterException(String parameter, String problem) {
    super(parameter + " " + problem);
    this.parameter = parameter;
    this.problem = problem;
  }

  /**
   * The parameter.
   *
   * @return the name, with which the message begins
   */
  public String parameter() {
    return parameter;
  }

  /**
   * The problem with the parameter's value.
   *
   * @return the rest of the message, after the name and a space
   */
  public String problem() {
    return problem;
  }
}
