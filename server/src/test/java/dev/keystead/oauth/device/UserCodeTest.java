package dev.keystead.oauth.device;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Short codes (RFC 8628 section 6.1).
class UserCodeTest {
    @Test
    void aCodeIsReadAsItIsShown() {
        UserCode made = UserCode.make();
        assertThat(made.shown()).matches("[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}");
        assertThat(UserCode.parse(made.shown())).contains(made);
    }

    @ParameterizedTest
    @ValueSource(strings = {"BCDF-GHJK", "bcdfghjk", " bcdf ghjk ", "BCDF\u2013GHJK", "b.c.d.f-ghjk"})
    void caseAndPunctuationDoNotMatter(String typed) {
        assertThat(UserCode.parse(typed)).contains(new UserCode("BCDFGHJK"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "BCDF", "BCDF-GHJKL", "ABCD-FGHJ", "BCDF-GHJ0", "BCDF_GHJK", "<script>"})
    void whatCanBeNoCodeIsNone(String typed) {
        assertThat(UserCode.parse(typed)).isEmpty();
    }

    @Test
    void noTwoCodesAreTheSameForLong() {
        assertThat(UserCode.make()).isNotEqualTo(UserCode.make());
    }
}
