package dev.keystead.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

final class TextFormatsTest {
    @Test
    void aFormIsReadAsABrowserSubmitsIt() {
        String page = """
                <FORM method=post action="/abort?x=1&amp;y=2"><button name="abort">Cancel</button></FORM>
                <form method='post' action='/login?a&#x3D;b&#38;c'>
                  <input type="hidden" name="csrf" value="a&quot;b>c">
                  <input name=login type=text /> <input name="password" type="password">
                  <input type="checkbox" name="remember" value="yes"> <input type="checkbox" name="terms" checked>
                  <input type="text" name="off" disabled value="1">
                  <input type="button" name="help" value="?">
                  <button type="submit" name="action" value="default">Go</button>
                  <button type="submit" name="action" value="cancel">Stop</button>
                </form>
                """;
        HtmlForm form = HtmlForm.find(page, Pattern.compile("abort")).orElseThrow();
        assertThat(form.action()).isEqualTo("/login?a=b&c");
        assertThat(form.fields())
                .containsExactly(
                        entry("csrf", "a\"b>c"),
                        entry("login", ""),
                        entry("password", ""),
                        entry("terms", "on"),
                        entry("action", "default"));
        assertThat(HtmlForm.find(page, null).orElseThrow().action()).isEqualTo("/abort?x=1&y=2");
        assertThat(HtmlForm.find("<form action=/x>never closed", null)).isEmpty();
        assertThat(HtmlForm.find("<p>no form</p>", null)).isEmpty();
    }

    @Test
    void anEntityIsDecodedOnce() {
        assertThat(HtmlForm.find("<form action='&amp;lt;&#x110000;'></form>", null)
                        .orElseThrow()
                        .action())
                .isEqualTo("&lt;");
    }

    @Test
    void aMemberIsTakenFromTheOutermostObjectOnly() {
        String json = """
                {"nested": {"id": "inner \\" } ]"}, "list": [{"id": 1}, "x"], "n": -1.5e3, "active" : true,
                 "id": "a\\u0041\\n\\"\\\\", "last": null}""";
        assertThat(JsonText.find(json, "id")).contains("aA\n\"\\");
        assertThat(JsonText.find(json, "n")).contains("-1.5e3");
        assertThat(JsonText.find(json, "active")).contains("true");
        assertThat(JsonText.find(json, "last")).contains("null");
        assertThat(JsonText.find(json, "nested")).isEmpty();
        assertThat(JsonText.find(json, "absent")).isEmpty();
    }

    @Test
    void textThatIsNotJsonHasNoMembers() {
        for (String broken : List.of(
                "",
                "  ",
                "[]",
                "{",
                "{\"id\"",
                "{\"id\":",
                "{\"id\":\"x",
                "{\"id\":\"\\u00",
                "{\"a\":[",
                "{id:1}",
                "{\"id\":\"\\uzzzz\"}",
                "<html>")) {
            assertThat(JsonText.find(broken, "id")).as(broken).isEmpty();
        }
    }

    @Test
    void aJsonLineEscapesAndKeepsItsOrder() {
        assertThat(new JsonLine()
                        .with("a\"b", "c\\d\ne")
                        .with("n", 3L)
                        .with("x", 0.12345)
                        .with("big", 1_234_567.0)
                        .with("none", Double.NaN)
                        .with("inner", new JsonLine().with("zero", 0.0))
                        .toString())
                .isEqualTo("{\"a\\\"b\":\"c\\\\d\\u000ae\",\"n\":3,\"x\":0.1235,\"big\":1234567,"
                        + "\"none\":null,\"inner\":{\"zero\":0}}");
    }

    @Test
    void aTemplateFillsItsPlacesAndLeavesOtherBraces() {
        Template.Values values = new Template.Values("acme", "usr_1", "s9", 42);
        assertThat(Template.parse("{\"a\":{\"n\":\"{n:4}-{n}\"},\"t\":\"{tenant}{id}{stamp}\",\"{other}\":{}}")
                        .render(values))
                .isEqualTo("{\"a\":{\"n\":\"0042-42\"},\"t\":\"acmeusr_1s9\",\"{other}\":{}}");
        assertThatThrownBy(() -> Template.parseUrl("x.get", "http://127.0.0.1/{other}"))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("unknown placeholder");
        assertThatThrownBy(() -> Template.parseUrl("x.get", "http://{tenant}.example.test/"))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("loopback");
    }

    @Test
    void aCookieIsKeptReplacedAndDeleted() {
        CookieJar jar = new CookieJar();
        jar.keep(List.of("a=1; Path=/", "b=2;HttpOnly", "c=3", "nonsense"));
        jar.keep(List.of("a=9", "b=; Path=/", "c=x; Max-Age=0"));
        HttpRequest request = HttpRequest.get(HttpUrl.parse("http://localhost/"));
        assertThat(jar.addTo(request).headerLines()).isEqualTo("Cookie: a=9\r\n");
        jar.keep(List.of("a=x; Expires=Thu, 01 Jan 1970 00:00:00 GMT"));
        assertThat(jar.addTo(request)).isEqualTo(request);
    }

    @Test
    void numbersAreBriefAndMediansNeedEveryValue() {
        assertThat(List.of(
                        Numbers.brief(12345.6),
                        Numbers.brief(12.34),
                        Numbers.brief(1.234),
                        Numbers.brief(0.0123),
                        Numbers.brief(Double.NaN)))
                .containsExactly("12,346", "12.3", "1.23", "0.012", "-");
        assertThat(Numbers.median(new double[] {9, 1, 5})).isEqualTo(5);
        assertThat(Numbers.median(new double[] {1, 2})).isEqualTo(1.5);
        assertThat(Numbers.median(new double[] {1, Double.NaN, 2})).isNaN();
    }
}
