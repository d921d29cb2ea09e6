package dev.keystead.contract.scratch;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Where a PostgreSQL server listens and who asks. Never printed: it holds a password.
record ServerAddress(String hosts, String database, String query, String user, String password) {
    private static final Pattern URL =
            Pattern.compile("(?:jdbc:)?postgres(?:ql)?://(?:([^@/?]*)@)?([^@/?]+)(?:/([^?]*))?(?:\\?(.*))?");

    /// A migration that takes longer is refused by the engine, whatever it does.
    private static final String LIMITS = "-c statement_timeout=30s -c lock_timeout=10s";

    /// The questions to the catalogue are planned once, while it is almost empty: without this they would read all of
    /// it at each asking, when it has long grown.
    private static final String PLANS = "-c jit=off -c plan_cache_mode=force_generic_plan -c enable_seqscan=off"
            + " -c enable_hashjoin=off -c enable_mergejoin=off -c enable_material=off";

    static ServerAddress parse(String url) {
        Matcher matcher = URL.matcher(url.strip());
        if (!matcher.matches()) {
            throw new ScratchUnavailable(
                    "The address of the database is not understood; give it as"
                            + " postgresql://user:password@host:port/database.",
                    new IllegalArgumentException("not a PostgreSQL address"));
        }
        String[] account = text(matcher.group(1)).split(":", 2);
        return new ServerAddress(
                matcher.group(2),
                text(matcher.group(3)),
                text(matcher.group(4)),
                decoded(account[0]),
                account.length > 1 ? decoded(account[1]) : "");
    }

    ServerAddress withDatabase(String name) {
        return new ServerAddress(hosts, name, query, user, password);
    }

    Connection connect() throws SQLException {
        var properties = new Properties();
        if (!user.isEmpty()) {
            properties.setProperty("user", user);
            properties.setProperty("password", password);
        }
        properties.setProperty("options", LIMITS + " " + PLANS);
        properties.setProperty("ApplicationName", "keystead contract");
        // Nothing is sent twice except the questions to the catalogue, which are prepared by name: a file goes as one
        // text, and the server need not keep each of its statements.
        properties.setProperty("preferQueryMode", "simple");
        String suffix = query.isEmpty() ? "" : "?" + query;
        return DriverManager.getConnection("jdbc:postgresql://" + hosts + "/" + database + suffix, properties);
    }

    @Override
    public String toString() {
        return "PostgreSQL at " + hosts;
    }

    private static String text(@Nullable String group) {
        return group == null ? "" : group;
    }

    private static String decoded(String part) {
        return URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
    }
}
