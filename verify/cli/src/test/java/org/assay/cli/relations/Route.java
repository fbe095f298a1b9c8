package org.assay.cli.relations;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.assay.accountant.accounting.Accountant;
import org.assay.accountant.accounting.TightestBound;
import org.assay.accountant.curve.Accuracy;
import org.assay.accountant.curve.PrivacyProfile;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.internal.analysis.Steps;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.UnsupportedEventException;
import org.assay.cli.internal.events.EventReader;
import org.assay.cli.internal.input.DocumentReader;

/** A way to an upper bound of delta at an epsilon. */
enum Route {
  TIGHTEST(1e-2) {
    @Override
    Enclosure delta(DpEvent event, AdjacencyRelation wanted, double epsilon) {
      return TightestBound.of(event, wanted).withAccuracy(1e-2).delta(epsilon).value();
    }
  },
  FILE(1e-2) {
    @Override
    Enclosure delta(DpEvent event, AdjacencyRelation wanted, double epsilon) {
      throw new IllegalStateException("needs a file");
    }

    @Override
    Optional<Enclosure> of(Tree tree, AdjacencyRelation wanted, double epsilon) {
      DpEvent read = read(tree.file());
      assertEquals(tree.event(), read, tree.file());
      return TIGHTEST.of(new Tree(read, tree.file()), wanted, epsilon);
    }
  },
  LOSSES(1e-2) {
    @Override
    Enclosure delta(DpEvent event, AdjacencyRelation wanted, double epsilon) {
      return Steps.of(event, wanted).losses().delta(epsilon, Accuracy.of(1e-2));
    }
  },
  RENYI(1e-9) {
    @Override
    Enclosure delta(DpEvent event, AdjacencyRelation wanted, double epsilon) {
      return Accountant.rdp(wanted).compose(event).deltaAt(epsilon);
    }
  },
  GAUSSIAN(1e-9) {
    @Override
    Enclosure delta(DpEvent event, AdjacencyRelation wanted, double epsilon) {
      double mu = Steps.of(event, wanted).squaredMu().sqrt().upper();
      return PrivacyProfile.of(new Guarantee.Gaussian(mu, wanted)).delta(epsilon);
    }
  };

  private final double accuracy;

  Route(double accuracy) {
    this.accuracy = accuracy;
  }

  abstract Enclosure delta(DpEvent event, AdjacencyRelation wanted, double epsilon);

  /** How much wider than another an answer may be for no reason but its computation. */
  double slack() {
    return 1 + 2 * accuracy;
  }

  /** Empty if the event is refused. */
  Optional<Enclosure> of(Tree tree, AdjacencyRelation wanted, double epsilon) {
    try {
      return Optional.of(delta(tree.event(), wanted, epsilon));
    } catch (UnsupportedEventException refused) {
      return Optional.empty();
    }
  }

  static DpEvent read(String text) {
    try {
      Path file = Files.createTempFile("event", ".yaml");
      try {
        Files.writeString(file, text);
        return EventReader.event(DocumentReader.read(file), Optional.empty());
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
