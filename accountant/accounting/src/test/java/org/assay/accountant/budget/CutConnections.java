package org.assay.accountant.budget;

import java.io.PrintWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Predicate;
import java.util.logging.Logger;
import javax.sql.DataSource;

/** Connections that break before or after calls that a test chooses, as if the network were cut. */
final class CutConnections implements DataSource {
  /** Whether a call of this name is cut: called once before and once after. */
  interface Cut {
    boolean before(String call);

    boolean after(String call);
  }

  private final DataSource source;
  private final Cut cut;

  CutConnections(DataSource source, Cut cut) {
    this.source = source;
    this.cut = cut;
  }

  /** Cuts only after calls that a condition names. */
  static Cut after(Predicate<String> condition) {
    return new Cut() {
      @Override
      public boolean before(String call) {
        return false;
      }

      @Override
      public boolean after(String call) {
        return condition.test(call);
      }
    };
  }

  @Override
  public Connection getConnection() throws SQLException {
    Connection connection = source.getConnection();
    return (Connection)
        Proxy.newProxyInstance(
            Connection.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> call(connection, method, arguments));
  }

  private Object call(Connection connection, Method method, Object[] arguments) throws Throwable {
    if (cut.before(method.getName())) {
      throw broken(connection);
    }
    try {
      Object result = method.invoke(connection, arguments);
      if (cut.after(method.getName())) {
        throw broken(connection);
      }
      return result;
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private static SQLException broken(Connection connection) throws SQLException {
    connection.close();
    return new SQLException("the connection was cut", "08006");
  }

  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    return getConnection();
  }

  @Override
  public PrintWriter getLogWriter() throws SQLException {
    return source.getLogWriter();
  }

  @Override
  public void setLogWriter(PrintWriter out) throws SQLException {
    source.setLogWriter(out);
  }

  @Override
  public void setLoginTimeout(int seconds) throws SQLException {
    source.setLoginTimeout(seconds);
  }

  @Override
  public int getLoginTimeout() throws SQLException {
    return source.getLoginTimeout();
  }

  @Override
  public Logger getParentLogger() {
    return Logger.getLogger("cut");
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    return source.unwrap(type);
  }

  @Override
  public boolean isWrapperFor(Class<?> type) throws SQLException {
    return source.isWrapperFor(type);
  }
}
