/**
 * A Jupyter kernel. The package answers: how does a notebook's cell reach the evaluator, and how do
 * results reach the notebook? The kernel speaks version 5.3 of Jupyter's protocol over ZeroMQ.
 *
 * <p>Reading order:
 *
 * <ul>
 *   <li>{@link Main} starts the kernel from a {@code ConnectionInfo}, the content of a connection
 *       file.
 *   <li>{@code Kernel} listens, evaluates and answers until it is asked to shut down. {@code
 *       ShellRequests} answers requests that wait for each other; {@code Replies} are answers that
 *       need no evaluation.
 *   <li>{@code Channel} sends and receives {@code Message}s. {@code MessageCodec} signs and checks
 *       their frames, {@code Headers} and {@code Json} make their parts.
 *   <li>{@code Outputs} publishes what cells show; {@code StandardStreams} does so for text that a
 *       cell prints.
 * </ul>
 *
 * @see <a href="https://jupyter-client.readthedocs.io/en/stable/messaging.html">the protocol</a>
 */
@NullMarked
package org.assay.notebooks.internal.kernel;

import org.jspecify.annotations.NullMarked;
