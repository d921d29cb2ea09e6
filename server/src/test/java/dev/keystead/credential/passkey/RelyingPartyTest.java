package dev.keystead.credential.passkey;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RelyingPartyTest {
    private static final RelyingParty PARTY =
            RelyingParty.at(URI.create("https://example.com:8443"), "x").withWorkspacesBelow("id.example.com");

    @ParameterizedTest
    @ValueSource(strings = {"https://example.com:8443", "https://acme.id.example.com:8443"})
    void pagesAtThePublicAddressAndAtHostsOfWorkspacesAreOurs(String origin) {
        assertThat(PARTY.isAt(origin)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://other.example.com:8443",
                "https://id.example.com:8443",
                "https://a.b.id.example.com:8443",
                "https://acme.id.example.com",
                "http://acme.id.example.com:8443",
                "https://acme.id.example.com:8443.evil.example",
                "https://.id.example.com:8443",
                "https://evil.example/.id.example.com:8443",
                "null"
            })
    void otherPagesAreNot(String origin) {
        assertThat(PARTY.isAt(origin)).isFalse();
    }

    @Test
    void withoutADomainOfWorkspacesThereIsOneOriginOnly() {
        RelyingParty alone = RelyingParty.at(URI.create("https://example.com"), "x");

        assertThat(alone.isAt("https://example.com")).isTrue();
        assertThat(alone.isAt("https://acme.example.com")).isFalse();
    }
}
