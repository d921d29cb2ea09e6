package dev.keystead.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SessionTest {
    @ParameterizedTest(name = "{0} and {1} are {2}")
    @CsvSource({
        "pwd,otp,pwd otp mfa",
        "pwd,pop mfa,pwd pop mfa",
        "otp,pwd,otp pwd mfa",
        "fed,otp,fed otp mfa",
        "pwd otp mfa,pwd,pwd otp mfa",
        "pwd,pwd,pwd",
        "otp,otp,otp",
        "fed,pwd,fed pwd",
    })
    void twoKindsOfProofAreTwoFactors(String before, String now, String together) {
        assertThat(Session.together(words(before), words(now))).isEqualTo(words(together));
    }

    private static List<String> words(String text) {
        return List.of(text.split(" "));
    }
}
