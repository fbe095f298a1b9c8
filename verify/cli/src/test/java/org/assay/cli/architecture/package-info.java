/** What the build promises about the shape of the project. */
package org.assay.cli.architecture;
