package org.assay.cli.internal.events;

import java.util.List;

/** One event of each kind, for tests of all kinds. */
public final class KindExamples {
  private static final String GAUSSIAN =
      "{'gaussian':{'noise_multiplier':3,'adjacency':'add-remove'}}";

  /** One of each kind whose cost takes no time; fixed-size samples are about replaced records. */
  public static final List<String> ALL =
      List.of(
          "{'repeat':{'times':3,'event':" + GAUSSIAN + "}}",
          "{'poisson':{'sampling_probability':0.1,'event':" + GAUSSIAN + "}}",
          "{'fixed-size':{'sample_size':10,'population_size':100,'event':"
              + GAUSSIAN.replace("add-remove", "replace-one")
              + "}}",
          "{'with-replacement':{'sample_size':3,'population_size':100,'event':"
              + GAUSSIAN.replace("add-remove", "replace-one")
              + "}}",
          "{'group':{'size':2,'event':" + GAUSSIAN + "}}",
          "{'allocated':{'steps':10,'selected':2,'event':" + GAUSSIAN + "}}",
          "{'select':{'repetitions':'poisson','mean':5,'event':" + GAUSSIAN + "}}",
          "{'select':{'repetitions':'negative-binomial','shape':1,"
              + "'success_probability':0.1,'event':"
              + GAUSSIAN
              + "}}",
          GAUSSIAN,
          "{'laplace':{'noise_multiplier':3,'adjacency':'add-remove'}}",
          "{'generalized-gaussian':{'noise_multiplier':3,'smoothness':1.5,'adjacency':'add-remove'}}",
          "{'mixture-of-gaussians':{'standard_deviation':2,'sensitivities':[0,1],"
              + "'probabilities':[0.5,0.5],'adjacency':'add-remove'}}",
          "{'matrix-mechanism':{'matrix':'square-root','steps':8,'bands':3,'participations':2,"
              + "'separation':3,'noise_multiplier':5,'adjacency':'add-remove'}}",
          "{'sampled-banded-matrix':{'matrix':'square-root','steps':8,'bands':2,"
              + "'sampling_probability':0.1,'noise_multiplier':2,'adjacency':'add-remove'}}",
          "{'shuffled-reports':{'reports':1000,'local_epsilon':1}}",
          "{'shuffled-batches':{'batches':3,'epochs':2,'noise_multiplier':4,'adjacency':'zero-out'}}",
          "{'discrete-gaussian':{'sigma':3,'sensitivity':2,'adjacency':'add-remove'}}",
          "{'discrete-laplace':{'scale':3,'sensitivity':2,'adjacency':'add-remove'}}",
          "{'binomial':{'coins':200,'sensitivity':2,'probability':0.4,'adjacency':'add-remove'}}",
          "{'truncated-laplace':{'scale':2,'bound':30,'sensitivity':1,'adjacency':'add-remove'}}",
          "{'staircase':{'epsilon':1,'gamma':0.3,'adjacency':'add-remove'}}",
          "{'randomized-response':{'truth_probability':0.6,'answers':3,'adjacency':'replace-one'}}",
          "{'exponential-mechanism':{'epsilon':1,'adjacency':'add-remove'}}",
          "{'permute-and-flip':{'epsilon':1,'adjacency':'add-remove'}}",
          "{'report-noisy-max':{'noise':'laplace','epsilon':1,'adjacency':'add-remove'}}",
          "{'sparse-vector':{'threshold_noise_multiplier':4,'query_noise_multiplier':8,"
              + "'positives':2,'adjacency':'add-remove'}}",
          "{'gaussian-sparse-vector':{'threshold_noise_multiplier':4,'query_noise_multiplier':8,"
              + "'queries':10,'positives':2,'adjacency':'add-remove'}}",
          "{'thresholded-counts':{'noise':'laplace','scale':2,'threshold':40,'partitions':2,"
              + "'adjacency':'add-remove'}}",
          "{'partition-selection':{'epsilon':1,'delta':1e-6,'partitions':1,'adjacency':'add-remove'}}",
          "{'pure':{'epsilon':1,'adjacency':'add-remove'}}",
          "{'approximate':{'epsilon':1,'delta':1e-7,'adjacency':'add-remove'}}",
          "{'zcdp':{'rho':0.1,'xi':0.1,'delta':1e-7,'adjacency':'add-remove'}}",
          "{'pair':{'left':['1/3','2/3'],'right':[0.4,0.6],'adjacency':'add-remove'}}",
          "{'renyi':{'orders':[2,16],'epsilons':[0.1,1],'name':'mine','adjacency':'add-remove'}}",
          "{'profile':{'epsilons':[0.1,1],'deltas':[1e-3,1e-9],'adjacency':'add-remove'}}",
          "{'certified':{'name':'mine','citation':'somebody','locator':'1','rho':0.1,'omega':20,"
              + "'adjacency':'add-remove'}}");

  private KindExamples() {}
}
