package dev.keystead.handle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.server.TestServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Random;
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
        "lucia,lucla",
        "lucla,luda",
        "lucia,luda",
        "barney,bar-ney",
        "barney,bamey",
        "bar.ney,bamey",
        "c-l.oud,doud",
        "vvv,vw",
        "vw,wv",
        "darn,dam",
        "c10ud,doud",
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
    @CsvSource({"anna,ama", "lucia,lucy", "ada,adam", "node-1,node-2", "load10,load01", "u3,u4", "u6,u7"})
    void othersHaveAnother(String one, String other) {
        assertThat(TABLE.skeleton(one)).isNotEqualTo(TABLE.skeleton(other));
    }

    /// Whatever way a handle is written, what is written in its place looks like it and like everything that does.
    @Test
    void lookingAlikeGoesOnFromOneToTheNext() {
        var random = new Random(20_261_117);
        Map<String, List<String>> ways = Map.of(
                "l", List.of("l", "i", "1"),
                "o", List.of("o", "0"),
                "s", List.of("s", "5"),
                "rn", List.of("rn", "m", "r-n", "r.n"),
                "vv", List.of("vv", "w", "v-v"),
                "cl", List.of("cl", "d", "ci", "c1", "c-l"),
                "a", List.of("a"),
                "v", List.of("v"),
                "r", List.of("r"),
                "c", List.of("c"));
        List<List<String>> parts = ways.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(Map.Entry::getValue)
                .toList();
        for (int round = 0; round < 5_000; round++) {
            var one = new StringBuilder();
            var other = new StringBuilder();
            for (int part = 0; part < 6; part++) {
                List<String> spellings = parts.get(random.nextInt(parts.size()));
                one.append(spellings.get(random.nextInt(spellings.size())));
                other.append(spellings.get(random.nextInt(spellings.size())));
            }
            assertThat(TABLE.skeleton(one.toString()))
                    .as("%s and %s", one, other)
                    .isEqualTo(TABLE.skeleton(other.toString()))
                    .hasSizeLessThanOrEqualTo(one.length());
        }
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
