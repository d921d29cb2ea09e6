package dev.keystead.platform.crypto;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.tenancy.UuidV7;
import java.util.HashSet;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class SecretTest {
    private static final SecretPrefix PREFIX = SecretPrefix.API_KEY;
    private static final String LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-.…é";

    @Test
    void whatIsMadeCanBeReadAndNamesItsTenant() {
        for (int i = 0; i < 500; i++) {
            UUID tenant = UuidV7.next();
            Secret made = Secret.make(PREFIX, tenant);
            assertThat(made.text()).matches("kkey_[0-9a-z]{26}[0-9A-Za-z]{43}[0-9A-Za-z]{6}");
            assertThat(Secret.parse(PREFIX, made.text())).contains(made);
            assertThat(made.tenant()).isEqualTo(tenant);
        }
    }

    @Test
    void noTwoAreAlike() {
        var texts = new HashSet<String>();
        UUID tenant = UuidV7.next();
        for (int i = 0; i < 10_000; i++) {
            texts.add(Secret.make(PREFIX, tenant).text());
        }
        assertThat(texts).hasSize(10_000);
    }

    @Test
    void everyChangeOfOneCharacterIsRefused() {
        String text = Secret.make(PREFIX, UuidV7.next()).text();
        for (int at = 0; at < text.length(); at++) {
            for (int letter = 0; letter < LETTERS.length(); letter++) {
                char other = LETTERS.charAt(letter);
                if (other != text.charAt(at)) {
                    String changed = text.substring(0, at) + other + text.substring(at + 1);
                    assertThat(Secret.parse(PREFIX, changed)).as(changed).isEmpty();
                }
            }
        }
    }

    @Test
    void everySwapOfNeighboursIsRefused() {
        String text = Secret.make(PREFIX, UuidV7.next()).text();
        for (int at = 0; at + 1 < text.length(); at++) {
            if (text.charAt(at) != text.charAt(at + 1)) {
                String swapped = text.substring(0, at) + text.charAt(at + 1) + text.charAt(at) + text.substring(at + 2);
                assertThat(Secret.parse(PREFIX, swapped)).as(swapped).isEmpty();
            }
        }
    }

    @Test
    void anotherPrefixIsRefusedEvenOfTheSameLength() {
        Secret made = Secret.make(PREFIX, UuidV7.next());
        assertThat(Secret.parse(SecretPrefix.PERSONAL_TOKEN, made.text())).isEmpty();
        assertThat(Secret.parse(SecretPrefix.SETUP, made.text())).isEmpty();
        assertThat(Secret.parse(
                        PREFIX,
                        Secret.make(SecretPrefix.PERSONAL_TOKEN, made.tenant()).text()))
                .isEmpty();
    }

    @Test
    void hostileLengthsAreRefused() {
        String text = Secret.make(PREFIX, UuidV7.next()).text();
        for (int length = 0; length < text.length(); length++) {
            assertThat(Secret.parse(PREFIX, text.substring(0, length))).isEmpty();
        }
        assertThat(Secret.parse(PREFIX, text + "0")).isEmpty();
        assertThat(Secret.parse(PREFIX, " " + text)).isEmpty();
        assertThat(Secret.parse(PREFIX, text.repeat(10_000))).isEmpty();
        assertThat(Secret.parse(PREFIX, "\0".repeat(text.length()))).isEmpty();
        assertThat(Secret.parse(PREFIX, "\ud800".repeat(text.length()))).isEmpty();
    }

    @Test
    void printingItShowsSixCharactersOfTheRandomPartAtMost() {
        Secret made = Secret.make(PREFIX, UuidV7.next());
        String random = made.text().substring(PREFIX.text().length() + 1 + 26);
        assertThat(made.toString()).isEqualTo("kkey_…" + random.substring(0, 6)).isEqualTo(made.shown());
        assertThat("%s".formatted(made)).doesNotContain(random.substring(0, 7));
    }
}
