package dev.keystead.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keystead.platform.json.BadInput;
import dev.keystead.platform.json.JsonBody;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RedirectUrisTest {
    /// RFC 9700 section 2.1 (exact comparison) and RFC 8252 section 7.3 (the port of loopback addresses).
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            https://a.test/cb            | https://a.test/cb           | true
            https://a.test/cb            | https://a.test/cb/          | false
            https://a.test/cb            | https://A.test/cb           | false
            https://a.test/cb            | https://a.test/cb?x=1       | false
            https://a.test/cb            | https://a.test:443/cb       | false
            https://a.test/cb            | https://a.test/x/../cb      | false
            https://a.test/cb            | https://a.test/%63b         | false
            http://127.0.0.1/cb          | http://127.0.0.1:51004/cb   | true
            http://127.0.0.1:8080/cb     | http://127.0.0.1:51004/cb   | true
            http://127.0.0.1:8080/cb     | http://127.0.0.1/cb         | true
            http://[::1]/cb              | http://[::1]:51004/cb       | true
            http://127.0.0.1/cb          | http://127.0.0.1:51004/cb2  | false
            http://127.0.0.1/cb          | http://[::1]:51004/cb       | false
            http://127.0.0.1/cb          | https://127.0.0.1:51004/cb  | false
            http://127.0.0.1/cb          | http://127.0.0.1:51004@e/cb | false
            http://127.0.0.1/cb          | http://127.0.0.1.e.test/cb  | false
            http://localhost/cb          | http://localhost:51004/cb   | false
            com.example.app:/cb          | com.example.app:/cb         | true
            com.example.app:/cb          | com.example.app:/other      | false
            """)
    void aRedirectUriIsComparedAsTextButForTheLoopbackPort(String registered, String presented, boolean matches) {
        assertThat(RedirectUris.anyMatches(List.of(registered), presented)).isEqualTo(matches);
    }

    private static ClientSettings pairwise() {
        String body =
                "{\"name\":\"Shop\",\"subject_type\":\"pairwise\",\"sector_identifier_uri\":\"https://s.test/list\","
                        + "\"redirect_uris\":[\"https://a.test/cb\",\"https://b.test/cb\"]}";
        return JsonBody.read(ClientWish.class, body.getBytes(StandardCharsets.UTF_8))
                .over(ClientSettings.usual());
    }

    /// OpenID Connect Registration section 5.
    @Test
    void aSectorMustKnowEveryRedirectUri() {
        ClientSettings settings = pairwise();
        new Sectors(_ -> Optional.of("[\"https://b.test/cb\",\"https://a.test/cb\",\"https://c.test/cb\"]"))
                .check(settings);
        for (String answer : List.of("[\"https://a.test/cb\"]", "{}", "[]", "nonsense", "[1,2]")) {
            assertThatThrownBy(() -> new Sectors(_ -> Optional.of(answer)).check(settings))
                    .isInstanceOf(BadInput.class)
                    .hasMessageContaining("sector_identifier_uri");
        }
        assertThatThrownBy(() -> new Sectors(_ -> Optional.empty()).check(settings))
                .isInstanceOf(BadInput.class)
                .hasMessageContaining("did not");
    }
}
