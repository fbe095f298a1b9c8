/**
 * A kernel that speaks Jupyter's messaging protocol, version 5.3, over ZeroMQ.
 *
 * @see <a href="https://jupyter-client.readthedocs.io/en/stable/messaging.html">the protocol</a>
 */
@NullMarked
package org.assay.notebooks.internal.kernel;

import org.jspecify.annotations.NullMarked;
