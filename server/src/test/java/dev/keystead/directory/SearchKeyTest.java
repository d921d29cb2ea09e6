package dev.keystead.directory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.tenancy.UuidV7;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SearchKeyTest {
    private static final Client CLIENT = TestServer.shared()
            .as(TestServer.shared()
                    .makeOrganisation("search-" + Long.toString(System.nanoTime(), 36))
                    .key());

    @ParameterizedTest
    @CsvSource({
        "Straße, STRAẞE",
        "\u212aelvin, kelvin",
        "\u212bngström, ångström",
        "ΟΔΥΣΣΕΥΣ, οδυσσευς",
        "οδυσσευσ, οδυσσευς",
        "İstanbul, istanbul",
        "ısı, ISI",
        "ﬁnch, FINCH",
        "ＷＩＤＥ, wide",
        "Ⅷ, viii",
        "ſeven, SEVEN",
        "Ǆ, ǆ",
        "ǅ, ǆ",
        "é, É",
        "e\u0301, É",
        "µm, μM",
        "ᏣᎳᎩ, ꮳꮃꭹ"
    })
    void spellingsThatDifferInCaseOrFormAreOneKey(String one, String other) {
        assertThat(SearchKey.of(one)).isEqualTo(SearchKey.of(other));
    }

    @Test
    void theKeyOfAKeyIsItself() {
        for (int point = 0; point <= Character.MAX_CODE_POINT; point++) {
            if (Character.isDefined(point) && Character.getType(point) != Character.SURROGATE) {
                String key = SearchKey.of(Character.toString(point));
                assertThat(SearchKey.of(key)).as("U+%04X", point).isEqualTo(key);
            }
        }
    }

    @Test
    void everyLettersOtherCaseHasTheSameKey() {
        for (int point = 0; point <= Character.MAX_CODE_POINT; point++) {
            if (Character.isLetter(point)) {
                String text = Character.toString(point);
                String key = SearchKey.of(text);
                assertThat(SearchKey.of(Character.toString(Character.toUpperCase(point))))
                        .as("U+%04X", point)
                        .isEqualTo(key);
                assertThat(SearchKey.of(Character.toString(Character.toLowerCase(point))))
                        .as("U+%04X", point)
                        .isEqualTo(key);
            }
        }
    }

    /// A letter's form must not depend on whether the word goes on: what is typed so far is the start of what is
    /// sought.
    @ParameterizedTest
    @CsvSource({
        "Σασσα, ΣΑΣ",
        "Σασσα, σας",
        "ΟΔΟΣ ΕΡΜΟΥ, οδος",
        "Οδος, ΟΔΟΣ",
        "İpek, i",
        "İpek, İ",
        "Kelvin, \u212a",
        "Groß, GROẞ",
        "Ǆamija, ǅ"
    })
    void aNameIsFoundByItsStartInAnyCase(String name, String start) {
        String email = UuidV7.next() + "@search.test";
        var made = CLIENT.post("/v1/users", "{\"email\":\"%s\",\"display_name\":\"%s\"}".formatted(email, name));
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        var found = CLIENT.get("/v1/users?limit=200&q=" + URLEncoder.encode(start, StandardCharsets.UTF_8));
        assertThat(found.json()
                        .path("items")
                        .valueStream()
                        .map(user -> user.path("email").asString()))
                .contains(email.toLowerCase(Locale.ROOT));
    }
}
