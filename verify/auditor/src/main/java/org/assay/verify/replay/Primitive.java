package org.assay.verify.replay;

/** The kinds of draws, each with the distance between two of its queries. */
enum Primitive {
  LAPLACE("Laplace noise", Metric.SUM),
  GAUSSIAN("Gaussian noise", Metric.EUCLIDEAN),
  DISCRETE_LAPLACE("discrete Laplace noise", Metric.SUM),
  DISCRETE_GAUSSIAN("discrete Gaussian noise", Metric.SUM),
  EXPONENTIAL_MECHANISM("exponential mechanism", Metric.LARGEST),
  NOISY_MAXIMUM_LAPLACE("noisy maximum (Laplace)", Metric.LARGEST),
  NOISY_MAXIMUM_EXPONENTIAL("noisy maximum (exponential)", Metric.LARGEST),
  NOISY_MAXIMUM_GUMBEL("noisy maximum (Gumbel)", Metric.LARGEST),
  SPARSE_VECTOR("sparse vector", Metric.NONE),
  ABOVE_THRESHOLD("above threshold", Metric.LARGEST),
  RANDOMIZED_RESPONSE("randomized response", Metric.NONE),
  COIN("coin", Metric.COIN),
  UNIFORM("uniform", Metric.NONE);

  private final String label;
  private final Metric metric;

  Primitive(String label, Metric metric) {
    this.label = label;
    this.metric = metric;
  }

  String label() {
    return label;
  }

  Metric metric() {
    return metric;
  }
}
