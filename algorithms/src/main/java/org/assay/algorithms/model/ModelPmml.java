package org.assay.algorithms.model;

import java.io.StringWriter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.assay.algorithms.objective.FeatureColumn;
import org.assay.algorithms.objective.FeatureScaling;
import org.assay.algorithms.objective.RangeScaling;
import org.assay.algorithms.objective.RecordNorm;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/**
 * A model in the Predictive Model Markup Language, version 4.4, which other runtimes apply. The
 * columns become derived fields by the model's own constants, and the rest is a regression model.
 *
 * <p>Two things differ from {@link TrainedModel#predict}. Numbers are rounded in another order, so
 * scores agree up to rounding. A cell that the model refuses is invalid, and the runtime decides
 * the handling of the record.
 */
final class ModelPmml {
  /**
   * The texts that a runtime reads as a number; a column of numbers has no such word for missing
   * values.
   */
  private static final Pattern NUMBER =
      Pattern.compile("[-+]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][-+]?[0-9]+)?");

  /** The characters that XML 1.0 cannot contain. */
  private static final Pattern FORBIDDEN =
      Pattern.compile("[^\\t\\n\\r\\x20-\\uD7FF\\uE000-\\uFFFD\\x{10000}-\\x{10FFFF}]");

  private final TrainedModel model;
  private final Document document;
  private final Element transformations;

  /** Names of fields: those of the columns, and others that differ from them. */
  private final Set<String> taken = new HashSet<>();

  private final String predicted;

  /** Names of the prepared features, in the order of the coordinates. */
  private final List<String> features = new ArrayList<>();

  private ModelPmml(TrainedModel model, Document document) {
    this.model = model;
    this.document = document;
    this.transformations = document.createElement("TransformationDictionary");
    model.columns().columns().forEach(column -> taken.add(column.name()));
    this.predicted = free("prediction");
  }

  /** The document. */
  static String write(TrainedModel model) {
    try {
      Document document =
          DocumentBuilderFactory.newDefaultInstance().newDocumentBuilder().newDocument();
      new ModelPmml(model, document).fill();
      Transformer transformer = TransformerFactory.newDefaultInstance().newTransformer();
      transformer.setOutputProperty(OutputKeys.INDENT, "yes");
      StringWriter text = new StringWriter();
      transformer.transform(new DOMSource(document), new StreamResult(text));
      return text.toString();
    } catch (ParserConfigurationException | TransformerException e) {
      throw new IllegalStateException("PMML could not be written: " + e.getMessage(), e);
    }
  }

  /** A name that no other field has. */
  private String free(String name) {
    String longer = name;
    while (!taken.add(longer)) {
      longer += "'";
    }
    return longer;
  }

  private void fill() {
    Element root = document.createElement("PMML");
    document.appendChild(root);
    root.setAttribute("xmlns", "http://www.dmg.org/PMML-4_4");
    root.setAttribute("version", "4.4");
    Element header = add(root, "Header", "description", model.guarantee());
    add(header, "Application", "name", "Assay");
    Element dictionary = add(root, "DataDictionary");
    model.columns().columns().forEach(column -> declare(dictionary, column));
    List<String> classes = model.target().classes();
    Element target =
        field(dictionary, "DataField", predicted, classes.isEmpty() ? "continuous" : "categorical");
    classes.forEach(each -> add(target, "Value", "value", each));
    root.appendChild(transformations);
    prepare();
    regression(root);
  }

  private Element add(Element parent, String name, String... attributes) {
    Element child = document.createElement(name);
    for (int i = 0; i < attributes.length; i += 2) {
      child.setAttribute(attributes[i], requireXml(attributes[i + 1]));
    }
    parent.appendChild(child);
    return child;
  }

  private static String requireXml(String text) {
    Matcher forbidden = FORBIDDEN.matcher(text);
    if (forbidden.find()) {
      throw new IllegalArgumentException(
          String.format(
              "a name or category of the model has the character U+%04X, which XML cannot hold:"
                  + " train with another one",
              text.codePointAt(forbidden.start())));
    }
    return text;
  }

  private Element field(Element parent, String kind, String name, String type) {
    String data = type.equals("continuous") ? "double" : "string";
    return add(parent, kind, "name", name, "optype", type, "dataType", data);
  }

  private static boolean isNumber(FeatureColumn column) {
    return column.categories().isEmpty() && !column.others();
  }

  /**
   * A raw column with its words for missing values and, if other categories are refused, its
   * categories.
   */
  private void declare(Element dictionary, FeatureColumn column) {
    Element declared =
        field(
            dictionary,
            "DataField",
            column.name(),
            isNumber(column) ? "continuous" : "categorical");
    if (!column.others()) {
      column.categories().stream()
          .filter(each -> !model.columns().missingMarkers().contains(each))
          .forEach(each -> add(declared, "Value", "value", each));
    }
    model.columns().missingMarkers().stream()
        .filter(marker -> !isNumber(column) || NUMBER.matcher(marker).matches())
        .sorted()
        .forEach(each -> add(declared, "Value", "value", each, "property", "missing"));
  }

  private void prepare() {
    FeaturePreparation preparation = model.preparation();
    List<String> scaled = new ArrayList<>();
    for (FeatureColumn column : model.columns().columns()) {
      if (isNumber(column)) {
        scaled.add(scaled(column.name(), number(column), scaled.size()));
      }
      for (String category : column.categories()) {
        Element indicator = document.createElement("NormDiscrete");
        indicator.setAttribute("field", column.name());
        indicator.setAttribute("value", category);
        if (column.others()) {
          indicator.setAttribute("mapMissingTo", "0");
        }
        String name = derived(column.name() + "=" + category, indicator);
        scaled.add(scaled(name, reference(name), scaled.size()));
      }
    }
    if (preparation.recordNorm() == RecordNorm.INFINITY) {
      scaled.forEach(name -> features.add(derived("cut " + name, cut(reference(name)))));
      return;
    }
    // Features are divided by the largest one, so that no square overflows.
    Element sizes = apply("max", constant(1));
    scaled.forEach(name -> sizes.appendChild(apply("abs", reference(name))));
    String largest = derived("largest feature", sizes);
    Element squares = apply("sum");
    List<String> parts = new ArrayList<>();
    for (String name : scaled) {
      parts.add(derived("part of " + name, apply("/", reference(name), reference(largest))));
      String part = parts.get(parts.size() - 1);
      squares.appendChild(apply("*", reference(part), reference(part)));
    }
    Element bound = apply("/", constant(1), reference(largest));
    String length = derived("length", apply("max", bound, apply("sqrt", squares)));
    Element share = constant(preparation.intercept() ? Math.sqrt(0.5) : 1);
    for (String part : parts) {
      Element clipped = apply("/", reference(part), reference(length));
      features.add(
          derived("clipped " + part, apply("*", (Element) share.cloneNode(true), clipped)));
    }
  }

  /** A number scaled from its declared range to -1 to 1. */
  private Element number(FeatureColumn column) {
    Element raw = reference(column.name());
    Optional<RangeScaling> range = column.range();
    return range.map(r -> cut(by(raw, r.center(), r.scale()))).orElse(raw);
  }

  /** A feature scaled by the constants of the training and by the norm that becomes 1. */
  private String scaled(String name, Element feature, int place) {
    Optional<FeatureScaling> scaling = model.preparation().scaling();
    Element constants =
        scaling.map(all -> by(feature, all.center()[place], all.scale()[place])).orElse(feature);
    Element norm = constant(model.preparation().clipNorm());
    Element finite = apply("min", constant(Double.MAX_VALUE), apply("/", constants, norm));
    return derived("scaled " + name, apply("max", constant(-Double.MAX_VALUE), finite));
  }

  private Element by(Element value, double center, double scale) {
    return apply("/", apply("-", value, constant(center)), constant(scale));
  }

  private Element cut(Element value) {
    return apply("max", constant(-1), apply("min", constant(1), value));
  }

  private String derived(String wanted, Element expression) {
    String name = free(wanted);
    field(transformations, "DerivedField", name, "continuous").appendChild(expression);
    return name;
  }

  private Element apply(String function, Element... arguments) {
    Element apply = document.createElement("Apply");
    apply.setAttribute("function", function);
    for (Element argument : arguments) {
      apply.appendChild(argument);
    }
    return apply;
  }

  private Element reference(String name) {
    Element reference = document.createElement("FieldRef");
    reference.setAttribute("field", name);
    return reference;
  }

  private Element constant(double value) {
    Element constant = document.createElement("Constant");
    constant.setAttribute("dataType", "double");
    constant.setTextContent(Double.toString(value));
    return constant;
  }

  /**
   * The regression model. Its result is the class with the largest linear prediction, whose softmax
   * probability is largest, too.
   */
  private void regression(Element root) {
    List<String> classes = model.target().classes();
    Element regression =
        add(
            root,
            "RegressionModel",
            "functionName",
            classes.isEmpty() ? "regression" : "classification",
            "normalizationMethod",
            classes.isEmpty() ? "none" : "softmax");
    Element schema = add(regression, "MiningSchema");
    add(schema, "MiningField", "name", predicted, "usageType", "target");
    for (FeatureColumn column : model.columns().columns()) {
      Element used =
          add(
              schema,
              "MiningField",
              "name",
              column.name(),
              "invalidValueTreatment",
              "returnInvalid");
      column.standIn().ifPresent(text -> used.setAttribute("missingValueReplacement", text));
      if (column.standIn().isEmpty() && !column.others()) {
        used.setAttribute("missingValueTreatment", "returnInvalid");
      }
    }
    Element output = add(regression, "Output");
    Element said =
        field(
            output,
            "OutputField",
            free("predicted"),
            classes.isEmpty() ? "continuous" : "categorical");
    said.setAttribute("feature", "predictedValue");
    if (model.logOdds()) {
      for (String each : classes) {
        Element odds = field(output, "OutputField", free("probability of " + each), "continuous");
        odds.setAttribute("feature", "probability");
        odds.setAttribute("value", each);
      }
    }
    tables(regression, classes);
  }

  /** One table for each linear prediction; of two classes, the prediction of the first is 0. */
  private void tables(Element regression, List<String> classes) {
    double[] coordinates = model.coordinates().toArray();
    if (classes.size() == 2 && model.target().scores() == 1) {
      add(regression, "RegressionTable", "intercept", "0", "targetCategory", classes.get(0));
      table(regression, coordinates, 0).setAttribute("targetCategory", classes.get(1));
      return;
    }
    for (int k = 0; k < model.target().scores(); k++) {
      Element table = table(regression, coordinates, k);
      if (!classes.isEmpty()) {
        table.setAttribute("targetCategory", classes.get(k));
      }
    }
  }

  /** The table of a linear prediction; predictions of numbers are in the unit of the labels. */
  private Element table(Element regression, double[] coordinates, int k) {
    FeaturePreparation preparation = model.preparation();
    int width = coordinates.length / model.target().scores();
    Optional<RangeScaling> range = model.target().range();
    double unit = range.map(RangeScaling::scale).orElse(1.0);
    double last = preparation.recordNorm() == RecordNorm.INFINITY ? 1 : Math.sqrt(0.5);
    double intercept =
        preparation.intercept() ? coordinates[k * width + features.size()] * last : 0;
    double center = range.map(RangeScaling::center).orElse(0.0);
    Element table =
        add(regression, "RegressionTable", "intercept", Double.toString(center + unit * intercept));
    for (int j = 0; j < features.size(); j++) {
      add(
          table,
          "NumericPredictor",
          "name",
          features.get(j),
          "coefficient",
          Double.toString(unit * coordinates[k * width + j]));
    }
    return table;
  }
}
