package dev.keystead.platform.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.platform.text.Texts;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

/// The parts of pages, as a browser gets them.
class PartsTest {
    private static final int FIRST_PAINT_BYTES = 60 * 1024;

    private final Assets assets = Assets.ofProduct();
    private final Html page = Gallery.page(assets, Texts.load().choose(List.of("en")), "t0ken");
    private final String html = new String(page.bytes(), StandardCharsets.UTF_8);

    @Test
    void anErrorIsTiedToItsField() {
        assertThat(html)
                .contains("<label for=\"email\">E-mail</label>")
                .contains("aria-describedby=\"email-hint email-error\" aria-invalid=\"true\"")
                .contains("<p class=\"error\" id=\"email-error\">Enter an e-mail address such as ada@example.org.</p>")
                .contains("<li><a href=\"#email\">Enter an e-mail address such as ada@example.org.</a></li>")
                .contains("<div class=\"errors\" role=\"alert\" tabindex=\"-1\" autofocus>");
    }

    @Test
    void aFieldWithoutAnErrorHasNoAttributesOfOne() {
        String code = html.substring(html.indexOf("<input id=\"code\""));
        assertThat(code.substring(0, code.indexOf('>')))
                .contains("autocomplete=\"one-time-code\"", "inputmode=\"numeric\"", "maxlength=\"6\"")
                .doesNotContain("aria-", "required", "autofocus", "value=");
    }

    @Test
    void whatSomebodyWroteIsEscaped() {
        assertThat(html)
                .contains("Ada &amp; Söhne &lt;Uhren&gt;", "kpat_&lt;not&gt;_real", "value=\"&#34;ada&#34;\"")
                .contains("href=\"https://help.sample.test/?a=1&amp;b=2\"");
    }

    @Test
    void everyFormCarriesItsToken() {
        assertThat(html.split("<form method=\"post\"", -1)).hasSize(4);
        assertThat(html.split("<input type=\"hidden\" name=\"csrf\" value=\"t0ken\">", -1))
                .hasSize(4);
    }

    @Test
    void onlyAFormInPlaceIsLeftToTheScript() {
        assertThat(html.split("hx-boost=\"true\" hx-target=\"#main\"", -1)).hasSize(2);
    }

    @Test
    void theFirstPaintIsSmall() {
        int all = gzipped(page.bytes())
                + List.of("keystead.css", "keystead.js", "keystead.svg", "htmx.min.js").stream()
                        .map(assets::address)
                        .map(address -> assets.find(address.substring(Assets.PREFIX.length())))
                        .mapToInt(asset -> gzipped(asset.orElseThrow().bytes()))
                        .sum();
        assertThat(all).isLessThan(FIRST_PAINT_BYTES);
    }

    private static int gzipped(byte[] bytes) {
        var packed = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(packed)) {
            gzip.write(bytes);
        } catch (IOException e) {
            throw new IllegalStateException("writing into memory does not fail", e);
        }
        return packed.size();
    }
}
