package org.assay.notebooks.internal.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.zeromq.ZMQ;

/**
 * A socket for messages. One thread at a time may receive; the channel of outputs, which only
 * sends, may be used by all.
 */
final class Channel {
  private final ZMQ.Socket socket;
  private final MessageCodec codec;

  Channel(ZMQ.Socket socket, MessageCodec codec) {
    this.socket = socket;
    this.codec = codec;
  }

  /** A message, unless none arrives within a time in milliseconds. */
  Optional<Message> receive(int timeout) {
    socket.setReceiveTimeOut(timeout);
    byte[] frame = socket.recv();
    if (frame == null) {
      return Optional.empty();
    }
    List<byte[]> frames = new ArrayList<>();
    frames.add(frame);
    while (socket.hasReceiveMore()) {
      frames.add(socket.recv());
    }
    return decode(frames);
  }

  /** Whoever cannot sign has no business here, and gets no answer. */
  private Optional<Message> decode(List<byte[]> frames) {
    try {
      return Optional.of(codec.decode(frames));
    } catch (IllegalArgumentException e) {
      System.err.println("assay kernel: a message was ignored: " + e.getMessage());
      return Optional.empty();
    }
  }

  synchronized void send(Message message) {
    List<byte[]> frames = codec.encode(message);
    for (int i = 0; i < frames.size() - 1; i++) {
      socket.sendMore(frames.get(i));
    }
    socket.send(frames.get(frames.size() - 1));
  }
}
