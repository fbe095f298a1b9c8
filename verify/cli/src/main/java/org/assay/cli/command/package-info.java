/** What the verbs have in common: statements, exit codes and options. */
@NullMarked
package org.assay.cli.command;

import org.jspecify.annotations.NullMarked;
