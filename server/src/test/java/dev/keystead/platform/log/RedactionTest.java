package dev.keystead.platform.log;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RedactionTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    key kkey_01k9abc.DEF-x refused            | key kkey_*** refused
                    kpat_1, ksetup_2                          | kpat_***, ksetup_***
                    Authorization: Bearer eyJh.eyJz.sig_1     | Authorization: Bearer ***
                    authorization: BASIC dXNlcjpwYXNz==       | authorization: BASIC ***
                    DPoP abc.def.ghi end                      | DPoP *** end
                    password=hunter2&x=1                      | password=***&x=1
                    PASSWORD = hunter2 then                   | PASSWORD = *** then
                    {"password":"hun\\"ter2","name":"ana"}    | {"password":***,"name":"ana"}
                    Login[user=ana, password=hunter2]         | Login[user=ana, password=***]
                    client_secret='a b c' x                   | client_secret=*** x
                    access_token=abc; refresh_token: def      | access_token=***; refresh_token: ***
                    postgresql://ana:hunter2@db:5432/shop     | postgresql://ana:***@db:5432/shop
                    postgresql://ana:hunter@2@db/a@b          | postgresql://ana:***@db/a@b
                    token: Bearer abc.def end                 | token: *** end
                    Set-Cookie: a=1; b=2; Path=/              | Set-Cookie:***
                    api-key=abc master.key=def private_key=g  | api-key=*** master.key=*** private_key=***
                    {\\"password\\": \\"hunter2\\"}           | {\\"password\\": ***}
                    password="unclosed and long               | password=***
                    """)
    void whatLooksLikeACredentialIsMasked(String text, String masked) {
        assertThat(Redaction.mask(text)).isEqualTo(masked);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "password",
                "the password is wrong",
                "password: ",
                "a kkey_ without anything",
                "GET /v1/users/usr_01k9 200",
                "https://id.example.com:8080/v1/users?a=b",
                "basically fine",
                "see postgresql://db:5432/shop"
            })
    void whatIsNoCredentialStays(String text) {
        assertThat(Redaction.mask(text)).isEqualTo(text);
    }

    @Test
    void theWorkGrowsWithTheLengthAlone() {
        // Each of these takes minutes, or ends the stack, when an expression backtracks over it.
        for (String hostile : new String[] {"\\\"", "password=\"", "://", "://a:", "Bearer ", "k", "\\", "kkey_"}) {
            String text = "password=\"" + hostile.repeat(300_000);
            assertThat(Redaction.mask(text)).startsWith("password=***");
            assertThat(Redaction.mask(hostile.repeat(300_000))).isNotNull();
        }
    }
}
