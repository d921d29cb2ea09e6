package dev.keystead.platform.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DatabaseUrlTest {
    private static DatabaseUrl parsed(String text) {
        return switch (DatabaseUrl.parse(text)) {
            case Parsed.Good<DatabaseUrl>(DatabaseUrl url) -> url;
            case Parsed.Bad<DatabaseUrl>(String fault) -> throw new AssertionError(text + " " + fault);
        };
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
                    postgresql://u:p@db.example.com:6432/shop, jdbc:postgresql://db.example.com:6432/shop, u, p
                    postgres://u:p@db/shop, jdbc:postgresql://db:5432/shop, u, p
                    jdbc:postgresql://db:1/shop?user=u&password=p, jdbc:postgresql://db:1/shop, u, p
                    postgresql://u%40x:p%2F%3A+@db/shop, jdbc:postgresql://db:5432/shop, u@x, p/:+
                    postgresql://u:a:b@[::1]:5/s?sslmode=require, jdbc:postgresql://[::1]:5/s?sslmode=require, u, a:b
                    'postgresql://u:p@a:1,b:2/s?ssl=true', 'jdbc:postgresql://a:1,b:2/s?ssl=true', u, p
                    postgresql://u:p@db/a%20b?connect_timeout=3, jdbc:postgresql://db:5432/a+b?connectTimeout=3, u, p
                    """)
    void theAddressAndTheCredentialsAreTakenApart(String text, String jdbcUrl, String user, String password) {
        DatabaseUrl url = parsed(text);

        assertThat(url.jdbcUrl()).isEqualTo(jdbcUrl);
        assertThat(url.user()).isEqualTo(user);
        assertThat(url.password()).isNotNull().extracting(Secret::reveal).isEqualTo(password);
    }

    @Test
    void credentialsMayBeAbsent() {
        DatabaseUrl url = parsed("jdbc:postgresql://db/shop");

        assertThat(url.user()).isNull();
        assertThat(url.password()).isNull();
        assertThat(parsed("jdbc:postgresql:shop").jdbcUrl()).isEqualTo("jdbc:postgresql://localhost:5432/shop");
    }

    @Test
    void thePasswordIsNotInItsText() {
        assertThat(parsed("postgresql://u:hunter2@db/shop?password=hunter2").toString())
                .doesNotContain("hunter2");
        assertThat(parsed("jdbc:postgresql://db/shop?user=u&password=hunter2").toString())
                .doesNotContain("hunter2");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "shop",
                "mysql://db/shop",
                "jdbc:postgresql:",
                "jdbc:mysql://db/shop",
                "postgresql://",
                "postgresql:///shop",
                "postgresql://db",
                "postgresql://db/",
                "postgresql://db:0/shop",
                "postgresql://db:65536/shop",
                "postgresql://db:port/shop",
                "postgresql://a,,b/shop",
                "postgresql://u:p%zz@db/shop",
                "postgresql://u:p@ss@word@/shop",
                "postgresql://-db/shop",
                "postgresql://[::1/shop"
            })
    void whatIsNoAddressIsRefused(String text) {
        assertThat(DatabaseUrl.parse(text)).isInstanceOf(Parsed.Bad.class);
    }
}
