package dev.keystead.account;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// How browsers and systems are named to people.
class BrowserNameTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0|Firefox · Linux",
                "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML) Chrome/140 Safari/537.36|Chrome · Windows",
                "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140 Safari/537.36 Edg/140|Edge · Windows",
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) Version/18 Safari/605|Safari · macOS",
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18 Mobile Safari/604|Safari · iPhone",
                "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140 Mobile Safari/537.36|Chrome · Android",
                "curl/8.5.0|curl",
                "Something on Windows|Windows"
            })
    void whatClientsSayOfThemselvesIsShortened(String userAgent, String name) {
        assertThat(BrowserName.of(userAgent)).contains(name);
    }

    @ParameterizedTest
    @CsvSource({"''", "nonsense", "<script>alert(1)</script>"})
    void whatIsUnknownHasNoName(String userAgent) {
        assertThat(BrowserName.of(userAgent)).isEmpty();
    }
}
