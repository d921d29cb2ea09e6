package dev.keystead.domain;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DomainNameTest {
    @ParameterizedTest
    @CsvSource({
        "example.org,example.org",
        "EXAMPLE.Org,example.org",
        "' example.org ',example.org",
        "müller.example,xn--mller-kva.example",
        "MÜLLER.example,xn--mller-kva.example",
        "xn--mller-kva.example,xn--mller-kva.example",
        "例え.テスト,xn--r8jz45g.xn--zckzah",
        "a-b.c-d.example,a-b.c-d.example",
        "1and1.example,1and1.example"
    })
    void aDomainHasOneForm(String typed, String form) {
        assertThat(DomainName.typed(typed)).contains(new DomainName(form));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "localhost",
                "example",
                "example.org.",
                ".example.org",
                "a..example",
                "-a.example",
                "a-.example",
                "_dmarc.example.org",
                "a b.example",
                "example.org/x",
                "example.org:443",
                "user@example.org",
                "127.0.0.1",
                "[::1]",
                "1.2.3",
                "*.example.org",
                "exa\u0000mple.org",
                "straße.example",
                "a\u200db.example",
                "example\u3002org\u3002"
            })
    void otherTextsAreNone(String typed) {
        assertThat(DomainName.typed(typed)).isEmpty();
    }

    @Test
    void longNamesAndLabelsAreNone() {
        assertThat(DomainName.typed("a".repeat(63) + ".example")).isPresent();
        assertThat(DomainName.typed("a".repeat(64) + ".example")).isEmpty();
        String long240 = ("a".repeat(39) + ".").repeat(6) + "org";
        assertThat(long240).hasSize(243);
        assertThat(DomainName.typed(long240)).isPresent();
        assertThat(DomainName.typed("a" + long240)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"co.uk", "com.br", "org.au", "printer.local", "x.onion", "4.3.in-addr.arpa", "a.internal"})
    void whatManyShareIsKnown(String name) {
        assertThat(new DomainName(name).isShared()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"example.co.uk", "t.co", "com.example", "co.example.org", "example.com"})
    void whatOneCanOwnIsNot(String name) {
        assertThat(new DomainName(name).isShared()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "ada@Example.org,example.org",
        "\"a@b\"@example.org,example.org",
        "ada@müller.example,xn--mller-kva.example"
    })
    void anAddressHasItsDomain(String typed, String domain) {
        assertThat(DomainName.ofAddress(typed)).contains(new DomainName(domain));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ada", "@example.org", "ada@", "ada@localhost", "ada@example.org@"})
    void aHandleHasNone(String typed) {
        assertThat(DomainName.ofAddress(typed)).isEmpty();
    }

    @Test
    void whatLiesBelowIsToldFromWhatOnlyEndsAlike() {
        assertThat(new DomainName("koder.dev").isWithin("koder.dev")).isTrue();
        assertThat(new DomainName("id.koder.dev").isWithin("koder.dev")).isTrue();
        assertThat(new DomainName("mykoder.dev").isWithin("koder.dev")).isFalse();
        assertThat(new DomainName("koder.dev").isWithin("id.koder.dev")).isFalse();
    }
}
