package dev.keystead.platform.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.keystead.postgres.TestPostgres;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import org.junit.jupiter.api.Test;

class PatientSocketsTest {
    private static final String LIMIT = "500";

    /// Longer than the limit and the time until somebody looks.
    private static final int LONG = 3000;

    private final TestPostgres.Database database = TestPostgres.shared().createDatabase();

    private Connection connect() throws SQLException {
        var properties = new Properties();
        properties.setProperty("user", database.user());
        properties.setProperty("password", database.password());
        properties.setProperty("socketFactory", PatientSockets.class.getName());
        properties.setProperty("socketFactoryArg", LIMIT);
        return DriverManager.getConnection(database.jdbcUrl(), properties);
    }

    private static void ask(Connection connection, String question) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(question);
        }
    }

    @Test
    void whoeverAsksAServerThatKeepsSilentIsToldThatTheConnectionBroke() throws SQLException {
        try (Connection connection = connect()) {
            assertThatExceptionOfType(SQLException.class)
                    .isThrownBy(() -> ask(connection, "select pg_sleep(60)"))
                    .satisfies(failure -> assertThat(failure.getSQLState()).startsWith("08"));
            assertThat(connection.isClosed()).isTrue();
        }
    }

    @Test
    void aConnectionThatNobodyUsesMayRest() throws Exception {
        try (Connection connection = connect()) {
            // Nothing happens that could be waited for: the time that passes is what is tested.
            Thread.sleep(LONG);
            ask(connection, "select 1");
        }
    }

    @Test
    void aServerThatSpeaksNowAndThenIsHeardToItsEnd() throws Exception {
        try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket client = new PatientSockets(Integer.toString(LONG / 2)).createSocket()) {
            client.connect(new InetSocketAddress(server.getInetAddress(), server.getLocalPort()));
            try (Socket talking = server.accept()) {
                Thread talk = Thread.ofVirtual().start(() -> speakSlowly(talking));
                InputStream in = client.getInputStream();
                int heard = 0;
                while (in.read() >= 0) {
                    heard++;
                }
                assertThat(heard).isEqualTo(LONG / 100);
                talk.join();
            }
        }
    }

    /// With pauses far below the limit, and for longer than the limit in all: the pauses are what is tested.
    private static void speakSlowly(Socket talking) {
        try {
            for (int i = 0; i < LONG / 100; i++) {
                Thread.sleep(100);
                talking.getOutputStream().write('.');
            }
            talking.shutdownOutput();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aServerThatNeverSpeaksIsGivenUp() throws IOException {
        try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket client = new PatientSockets(LIMIT).createSocket()) {
            client.connect(new InetSocketAddress(server.getInetAddress(), server.getLocalPort()));
            InputStream in = client.getInputStream();
            assertThatExceptionOfType(SocketException.class).isThrownBy(in::read);
            assertThat(client.isClosed()).isTrue();
        }
    }
}
