package dev.keystead.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.Response;
import com.microsoft.playwright.options.ColorScheme;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The pages in a real browser: light and dark, wide and narrow, with scripts and without.
///
/// The order matters to the installation: before its set-up, during, after.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class PagesTest {
    private static final Browser.Look USUAL = new Browser.Look(ColorScheme.LIGHT, 1280, true);

    private static final String REFERENCE = "/docs/api";

    private final Browser browser = Browser.start();
    private final Folder folder = Folder.make();
    private final Product product = Product.serve(folder.path());

    @AfterAll
    void end() {
        product.close();
        folder.close();
        browser.close();
    }

    static Stream<Browser.Look> looks() {
        return Stream.of(
                USUAL,
                new Browser.Look(ColorScheme.DARK, 1280, true),
                new Browser.Look(ColorScheme.LIGHT, 390, true),
                new Browser.Look(ColorScheme.DARK, 390, true));
    }

    @Order(1)
    @ParameterizedTest
    @MethodSource("looks")
    void everyPageIsWholeInEveryLook(Browser.Look look) {
        List<String> errors = new ArrayList<>();
        try (Page page = browser.visit(look, errors)) {
            for (String path : List.of("/", "/setup?token=" + product.setupToken(), REFERENCE, "/dev/inbox")) {
                String name = path.split("\\?", 2)[0].replace('/', '-') + "-" + look;
                Response answer = page.navigate(product.address() + path);
                Browser.photograph(page, "page" + name);

                assertThat(answer.status()).as(path).isEqualTo(200);
                // The reference is very long, and every entry of it is built alike: one look at all of it is enough.
                if (look.equals(USUAL) || !path.equals(REFERENCE)) {
                    assertThat(Browser.faults(page)).as(path).isEmpty();
                }
                assertThat(Browser.overflows(page)).as(path + " overflows").isFalse();
            }
            assertThat(errors).isEmpty();
        }
    }

    @Order(2)
    @Test
    void theLandingPageSaysWhatToDoNext() {
        try (Page page = browser.visit(USUAL, new ArrayList<>())) {
            page.navigate(product.address() + "/");

            assertThat(page.locator("main").innerText()).contains("first administrator", "curl");
        }
    }

    @Order(3)
    @Test
    void thePageOfTheLinkShowsTheKeyOnce() {
        List<String> errors = new ArrayList<>();
        try (Page page = browser.visit(USUAL, errors)) {
            String link = product.address() + "/setup?token=" + product.setupToken();
            page.navigate(link);
            page.fill("#password", "seven quiet otters");
            String key = redeem(page);

            assertThat(Browser.faults(page)).isEmpty();
            assertThat(errors).isEmpty();
            assertThat(Client.of(product.address()).with(key).get("/v1/users").status())
                    .isEqualTo(200);

            page.navigate(link);
            Browser.photograph(page, "page-setup-used");
            assertThat(page.content()).doesNotContain(key);
            assertThat(page.locator("button.primary").count()).isZero();
            assertThat(Browser.faults(page)).isEmpty();
            page.navigate(product.address() + "/");
            assertThat(page.locator("main").innerText()).contains("done");
        }
    }

    @Order(4)
    @Test
    void aPageThatIsNotThereSaysSo() {
        try (Page page = browser.visit(USUAL, new ArrayList<>())) {
            Response answer = page.navigate(product.address() + "/nothing-here");
            Browser.photograph(page, "page-not-found");

            assertThat(answer.status()).isEqualTo(404);
            assertThat(Browser.faults(page)).isEmpty();
            assertThat(page.locator("h1").count()).isEqualTo(1);
        }
    }

    @Order(5)
    @Test
    void theReferenceFiltersItsRoutes() {
        List<String> errors = new ArrayList<>();
        try (Page page = browser.visit(USUAL, errors)) {
            page.navigate(product.address() + REFERENCE);
            int all = page.locator("article.entry:visible").count();
            page.fill("#filter", "suspend");
            page.waitForCondition(() -> page.locator("article.entry:visible").count() < all);

            assertThat(page.locator("article.entry:visible").allInnerTexts())
                    .isNotEmpty()
                    .allSatisfy(text -> assertThat(text).containsIgnoringCase("suspend"));
            assertThat(errors).isEmpty();
        }
    }

    /// Also the story of a lost key: the operator makes a new link beside the running server.
    @Order(6)
    @Test
    void aNewLinkFromTheCommandLineWorksWithoutScripts() {
        var made = Product.run(folder.path(), "admin", "link", "--quiet");
        assertThat(made.exitCode()).as(made.err()).isZero();
        String token = made.out().strip().split("token=", 2)[1];

        try (Page page = browser.visit(new Browser.Look(ColorScheme.LIGHT, 390, false), new ArrayList<>())) {
            // The password stays as it is.
            page.navigate(product.address() + "/setup?token=" + token);
            String key = redeem(page);
            assertThat(Client.of(product.address()).with(key).get("/v1/users").status())
                    .isEqualTo(200);

            page.navigate(product.address() + REFERENCE);
            assertThat(page.locator("article.entry").count()).isGreaterThan(10);
        }
    }

    private static String redeem(Page page) {
        page.click("button.primary");
        page.waitForSelector("#api-key");
        Browser.photograph(page, "page-setup-done-" + page.viewportSize().width);
        return page.locator("#api-key").innerText().strip();
    }
}
