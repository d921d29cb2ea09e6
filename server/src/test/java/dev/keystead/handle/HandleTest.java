package dev.keystead.handle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.server.TestServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What a handle is, and what it looks like.
class HandleTest {
    private static final Confusables TABLE = Confusables.ofProduct();

    @ParameterizedTest
    @ValueSource(strings = {"ab", "a1", "ada.lovelace", "a-b-c", "sync.bot", "abcdefghij0123456789"})
    void handlesAreShortLowerCaseWords(String handle) {
        assertThat(Handle.isHandle(handle)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a",
                "Ada",
                "1ada",
                "-ada",
                "ada-",
                "ada.",
                "a--b",
                "a.-b",
                "a_b",
                "ada@x",
                "adä",
                "а-cyrillic",
                "abcdefghij0123456789x",
                "ada\n",
                "ada "
            })
    void nothingElseIs(String text) {
        assertThat(Handle.isHandle(text)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "paypal,paypa1",
        "paypal,paypai",
        "google,g00gle",
        "modern,modem",
        "claudia,daudia",
        "claudia,c1audia",
        "wvv,ww",
        "simon,5imon",
        "bob,8ob",
        "ada-lovelace,adalovelace",
        "ada.lovelace,ada-lovelace",
        "zoe,2oe",
        "greg,9reg"
    })
    void handlesThatLookAlikeHaveOneSkeleton(String one, String other) {
        assertThat(TABLE.skeleton(one)).isEqualTo(TABLE.skeleton(other));
    }

    @ParameterizedTest
    @CsvSource({"anna,ama", "lucia,luda", "ada,adam", "node-1,node-2", "load10,load01", "u3,u4", "u6,u7"})
    void othersHaveAnother(String one, String other) {
        assertThat(TABLE.skeleton(one)).isNotEqualTo(TABLE.skeleton(other));
    }

    @Test
    void reservedWordsWereWrittenWithTheSkeletonsOfThisTable() throws SQLException {
        try (Connection connection = TestServer.shared().database().connect();
                Statement statement = connection.createStatement();
                ResultSet words = statement.executeQuery("""
                        select handle, skeleton, skeleton_version from identity.reservation_dictionary
                        where added_by = 'did:internal:product'""")) {
            int seen = 0;
            while (words.next()) {
                String word = words.getString("handle");
                assertThat(words.getString("skeleton")).as(word).isEqualTo(TABLE.skeleton(word));
                assertThat(words.getInt("skeleton_version")).isEqualTo(TABLE.version());
                seen++;
            }
            assertThat(seen).isGreaterThan(100);
        }
    }
}
