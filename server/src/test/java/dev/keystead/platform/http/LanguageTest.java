package dev.keystead.platform.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// In which language a page comes. The gallery's usual one is Spanish.
class LanguageTest {
    private static final Pattern LANG = Pattern.compile("<html lang=\"([^\"]+)\">");
    private static TestServer server;

    @BeforeAll
    static void start() {
        server = TestServer.start();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''                     | ''        | ''                  | es",
                "''                     | ''        | pt-PT               | pt-BR",
                "''                     | ''        | de, en;q=0.5        | en",
                "''                     | ''        | en;q=0.2, pt;q=0.8  | pt-BR",
                "''                     | ''        | pt;q=0, en;q=0.1    | en",
                "''                     | ''        | *                   | es",
                "''                     | pt-BR     | en                  | pt-BR",
                "''                     | xx        | en                  | en",
                "?ui_locales=en         | pt-BR     | es                  | en",
                "?ui_locales=de+pt%20en | es        | es                  | pt-BR",
                "?ui_locales=tlh        | es        | en                  | es"
            })
    void theDearestWishCounts(String query, String cookie, String accepted, String spoken) {
        assertThat(language(server.get(
                        "/gallery" + query, "Cookie", "keystead-language=" + cookie, "Accept-Language", accepted)))
                .isEqualTo(spoken);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ";;;",
                "en;q=abc",
                "en;q=9",
                "en;q=",
                ",,,,",
                "a",
                "en-",
                "-en",
                "en;q=0.5;q=0.7",
                "éñ",
                "\"pt\"",
                "pt;q=-1",
                "en/../..",
                "i-klingon",
                "x-",
                "en;level=1"
            })
    void aHeaderThatIsNoListOfLanguagesDoesNotMatter(String accepted) {
        assertThat(server.get("/gallery", "Accept-Language", accepted).statusCode())
                .isEqualTo(200);
    }

    @Test
    void aHeaderOfAnyLengthIsTakenOrLeft() {
        String many = "en-US,".repeat(600) + "pt";
        assertThat(language(server.get("/gallery", "Accept-Language", many))).isEqualTo("es");
    }

    @Test
    void theSwitchIsKeptForThePagesAfterIt() {
        HttpResponse<String> chosen = server.get("/gallery?ui_locales=pt");
        List<String> cookies = chosen.headers().allValues("Set-Cookie");
        assertThat(cookies)
                .hasSize(2)
                .anySatisfy(cookie -> assertThat(cookie)
                        .isEqualTo("keystead-language=pt-BR; Path=/; HttpOnly; SameSite=Lax; Max-Age=31536000"));
        assertThat(server.get("/gallery?ui_locales=tlh").headers().allValues("Set-Cookie"))
                .noneMatch(cookie -> cookie.startsWith("keystead-language"));
    }

    @Test
    void theSwitchLeadsBackToTheSamePage() {
        assertThat(server.get("/gallery?ui_locales=pt").body())
                .contains("href=\"/gallery?flow=1&amp;ui_locales=en\" lang=\"en\"")
                .contains("<span aria-current=\"true\" lang=\"pt-BR\">Português</span>");
    }

    @Test
    void aLostVisitorIsToldInTheirLanguage() {
        assertThat(server.get("/nothing", "Accept", "text/html", "Accept-Language", "pt-BR")
                        .body())
                .contains("<html lang=\"pt-BR\">", "Não há nada aqui");
    }

    @Test
    void aPageThatHasNoLanguagesTakesNoWish() {
        assertThat(server.get("/?ui_locales=pt").statusCode()).isEqualTo(400);
    }

    private static String language(HttpResponse<String> page) {
        assertThat(page.statusCode()).isEqualTo(200);
        Matcher found = LANG.matcher(page.body());
        assertThat(found.find()).isTrue();
        return found.group(1);
    }
}
