/**
 * Reading of users' documents. Every value has its place, so that an error names the file, the line
 * and the field. Sizes are bounded before anything is parsed.
 *
 * <p>Reading order:
 *
 * <ul>
 *   <li>{@link DocumentReader} reads YAML or JSON into a {@link Value}. {@code Content} is what a
 *       value is, {@code Scalar} one without parts, and {@code DocumentPath} the keys that lead to
 *       it.
 *   <li>{@link Shape} has the keys that an object may have; {@link Fields} are its entries after
 *       the keys were checked.
 *   <li>{@link InputException} is one line that names the fault. {@link Guard} is a rule for
 *       numbers. {@link Suggestion} finds the word that was probably meant, and {@link
 *       DocumentNames} translates names between Java, files and options.
 *   <li>{@link WholeFile} and {@link BoundedLines} read files and lines within bounds; {@link
 *       CsvLine} splits lines of separated values.
 *   <li>{@link OneLine} and {@link ShellWord} make texts of users fit for a terminal or a command
 *       line.
 * </ul>
 *
 * <pre>{@code
 * Value document = DocumentReader.read(Path.of("claims.yaml"));
 * Fields fields = document.fields(new Shape("file", List.of("claims"), List.of("seed")));
 * List<Value> claims = fields.get("claims").items();
 * }</pre>
 */
@NullMarked
package org.assay.cli.internal.input;

import org.assay.accountant.internal.words.Suggestion;
import org.jspecify.annotations.NullMarked;
