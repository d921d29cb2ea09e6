package dev.keystead.tenancy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.keystead.tenancy.AccessScope.Verb;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class AccessScopeTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "read:user",
                "write:credentials",
                "admin:user",
                "read:workspace:self",
                "read:workspace:wsp_01h455vb4pex5vsknk084sn02q",
                "read:service-identity"
            })
    void aScopeComesBackAsItWasWritten(String text) {
        assertThat(AccessScope.of(text).text()).isEqualTo(text);
        assertThat(AccessScope.of(text)).hasToString(text);
    }

    @Test
    void itsPartsAreRead() {
        assertThat(AccessScope.of("write:workspace:self"))
                .isEqualTo(new AccessScope(Verb.WRITE, "workspace", Optional.of("self")));
        assertThat(AccessScope.of("read:user")).isEqualTo(new AccessScope(Verb.READ, "user", Optional.empty()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "\"\" | a scope is empty; write <verb>:<resource>, such as read:user",
                "read | 'read' is not <verb>:<resource>[:<modifier>]",
                "a:b:c:d | 'a:b:c:d' is not <verb>:<resource>[:<modifier>]",
                "READ:user | 'READ' is not a verb; the verbs are read, write, admin",
                "delete:user | 'delete' is not a verb; the verbs are read, write, admin",
                ":user | '' is not a verb; the verbs are read, write, admin",
                "read: | '' is not a resource; a resource is lower-case letters, digits and dashes, such as user",
                "read:User | 'User' is not a resource; a resource is lower-case letters, digits and dashes, such as user",
                "read:* | '*' is not a resource; a resource is lower-case letters, digits and dashes, such as user",
                "read:user: | '' is not a modifier; a modifier is 'self' or an id, such as read:workspace:self",
                "read:user:a b | 'a b' is not a modifier; a modifier is 'self' or an id, such as read:workspace:self"
            })
    void whatIsNoScopeSaysWhy(String text, String reason) {
        assertThat(AccessScope.parse(text)).isEqualTo(new AccessScope.Parsed.Invalid(reason));
    }

    @Test
    void hostileTextIsRefusedAndNotRepeatedRaw() {
        assertThat(AccessScope.parse("x".repeat(121)))
                .isEqualTo(new AccessScope.Parsed.Invalid("a scope is longer than 120 characters"));
        assertThat(AccessScope.parse("re\u001bad\n\u202e\u2028\u0085:user"))
                .isEqualTo(
                        new AccessScope.Parsed.Invalid("'re?ad????' is not a verb; the verbs are read, write, admin"));
        assertThat(AccessScope.parse("read:" + "u".repeat(41))).isInstanceOf(AccessScope.Parsed.Invalid.class);
        assertThat(AccessScope.parse("read:" + "u".repeat(40))).isInstanceOf(AccessScope.Parsed.Valid.class);
        assertThat(AccessScope.parse("read:user:" + "m".repeat(65))).isInstanceOf(AccessScope.Parsed.Invalid.class);
        assertThat(AccessScope.parse("read:user:" + "m".repeat(64))).isInstanceOf(AccessScope.Parsed.Valid.class);
        assertThatIllegalArgumentException().isThrownBy(() -> AccessScope.of("root:everything"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new AccessScope(Verb.READ, "user:self", Optional.empty()));
        assertThatIllegalArgumentException().isThrownBy(() -> new AccessScope(Verb.READ, "user", Optional.of("a:b")));
    }

    @ParameterizedTest
    @CsvSource({
        "read:user, read:user, true",
        "write:user, read:user, true",
        "admin:user, write:user, true",
        "admin:user, read:user:self, true",
        "read:user, write:user, false",
        "write:user, admin:user, false",
        "admin:user, read:workspace, false",
        "read:user, read:user:self, true",
        "read:user:self, read:user, false",
        "admin:user:self, read:user:self, true",
        "read:workspace:a, read:workspace:b, false",
        "admin:users, read:user, false"
    })
    void aRightCoversWhatIsNoWider(String held, String needed, boolean covers) {
        assertThat(AccessScope.of(held).covers(AccessScope.of(needed))).isEqualTo(covers);
    }
}
