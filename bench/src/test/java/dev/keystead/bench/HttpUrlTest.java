package dev.keystead.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class HttpUrlTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://example.test/",
                "http://10.0.0.1:80/",
                "http://127.0.0.1.example.test/",
                "http://127.0.0.1@example.test/",
                "http://0.0.0.0/",
                "http://[::2]/",
                "http://127.0.0.256/",
                "http://localhost.example.test/",
                "http://notlocalhost/",
                "http:///path"
            })
    void aHostThatIsNotLoopbackIsRefused(String address) {
        assertThatThrownBy(() -> HttpUrl.parse(address).loopbackAddress())
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("is not a loopback address");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://127.0.0.1:8080/",
                "http://127.9.9.9/",
                "http://[::1]:8080",
                "http://localhost/",
                "http://LOCALHOST:1",
                "http://acme.localhost:8080/"
            })
    void everySpellingOfLoopbackIsAccepted(String address) {
        assertThat(HttpUrl.parse(address).loopbackAddress().getAddress().isLoopbackAddress())
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"http://localhost:0/", "http://localhost:65536/", "http://localhost:/", "http://localhost:x/"})
    void aPortOutOfBoundsIsRefused(String address) {
        assertThatThrownBy(() -> HttpUrl.parse(address).loopbackAddress())
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("is not a port");
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://127.0.0.1/", "ftp://127.0.0.1/", "127.0.0.1", ""})
    void onlyPlainHttpIsSpoken(String address) {
        assertThatThrownBy(() -> HttpUrl.parse(address))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("http://");
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://127.0.0.1/a b", "http://127.0.0.1/a\r\nHost: b", "http://127.0.0.1/ä"})
    void charactersThatBreakARequestLineAreRefused(String address) {
        assertThatThrownBy(() -> HttpUrl.parse(address)).isInstanceOf(Refusal.class);
    }

    @Test
    void theTargetHasASlashAndNoFragment() {
        assertThat(HttpUrl.parse("http://localhost?a=b#part").target()).isEqualTo("/?a=b");
        assertThat(HttpUrl.parse("http://localhost:1/a#part").toString()).isEqualTo("http://localhost:1/a");
    }

    @Test
    void referencesAreResolvedAsBrowsersDo() {
        HttpUrl page = HttpUrl.parse("http://localhost:1/a/b?c=d");
        assertThat(page.resolve("").toString()).isEqualTo("http://localhost:1/a/b?c=d");
        assertThat(page.resolve("?e=f").toString()).isEqualTo("http://localhost:1/a/b?e=f");
        assertThat(page.resolve("g").toString()).isEqualTo("http://localhost:1/a/g");
        assertThat(page.resolve("/h?i=j").toString()).isEqualTo("http://localhost:1/h?i=j");
        assertThat(page.resolve("http://localhost:2/k").toString()).isEqualTo("http://localhost:2/k");
        assertThatThrownBy(() -> page.resolve("::: not an address")).isInstanceOf(Refusal.class);
    }
}
