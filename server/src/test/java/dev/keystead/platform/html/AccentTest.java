package dev.keystead.platform.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class AccentTest {
    private static final Pattern GROUND = Pattern.compile("--(?:paper|surface|sunken): (#[0-9a-f]{6});");

    /// The stylesheet's own grounds: three of the light scheme, then three of the dark one.
    private static final List<String> GROUNDS = grounds();

    private static List<String> grounds() {
        var assets = Assets.ofProduct();
        String name = assets.address("keystead.css").substring(Assets.PREFIX.length());
        var css = new String(assets.find(name).orElseThrow().bytes(), StandardCharsets.UTF_8);
        return GROUND.matcher(css).results().map(found -> found.group(1)).toList();
    }

    /// The corners and the middle of the colour space, and what people choose.
    static Stream<Colour> colours() {
        Stream<Colour> corners =
                IntStream.range(0, 27).mapToObj(i -> new Colour(i / 9 * 127, i / 3 % 3 * 127, i % 3 * 127));
        Stream<Colour> chosen = Stream.of("#ffffff", "#000000", "#ffd400", "#00a3ff", "#ff6f61", "#7fffd4")
                .map(Colour::of);
        return Stream.concat(corners, chosen);
    }

    @ParameterizedTest
    @MethodSource("colours")
    void everyColourCanBeReadInBothSchemes(Colour colour) {
        var accent = new Accent(colour);
        assertThat(GROUNDS).hasSize(6);
        assertReadable(accent.light(), GROUNDS.subList(0, 3));
        assertReadable(accent.dark(), GROUNDS.subList(3, 6));
    }

    @Test
    void aColourThatIsReadableStaysAsItWasChosen() {
        assertThat(new Accent(Colour.of("#1f5f53")).light().accent().text()).isEqualTo("#1f5f53");
        assertThat(new Accent(Colour.of("#7fcdb9")).dark().accent().text()).isEqualTo("#7fcdb9");
    }

    @Test
    void contrastIsThatOfTheStandard() {
        assertThat(Colour.BLACK.contrast(Colour.WHITE)).isEqualTo(21.0);
        // The grey that the standard's own examples name as just enough on white.
        assertThat(Colour.of("#767676").contrast(Colour.WHITE)).isBetween(4.54, 4.55);
    }

    @Test
    void theSheetSetsThreeTokensTwiceAndNothingElse() {
        assertThat(new Accent(Colour.of("#00a3ff")).css())
                .matches(
                        ":root\\{(--accent(-ink|-soft)?:#[0-9a-f]{6};?){3}}"
                                + "@media\\(prefers-color-scheme:dark\\)\\{:root\\{(--accent(-ink|-soft)?:#[0-9a-f]{6};?){3}}}");
    }

    @Test
    void theAddressIsTheColour() {
        var accent = new Accent(Colour.of("#00A3ff"));
        assertThat(accent.address()).isEqualTo("/assets/accent/00a3ff.css");
        assertThat(Accent.find("00a3ff.css")).contains(accent);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".css", "00a3ff", "00A3FF.css", "00a3f.css", "00a3ff0.css", "red.css", "}*{x:y.css"})
    void noOtherNameIsASheet(String name) {
        assertThat(Accent.find(name)).isEmpty();
    }

    private static void assertReadable(Accent.Scheme scheme, List<String> grounds) {
        assertThat(scheme.accent().contrast(scheme.ink())).isGreaterThanOrEqualTo(4.5);
        assertThat(scheme.accent().contrast(scheme.soft())).isGreaterThanOrEqualTo(4.5);
        assertThat(grounds)
                .allSatisfy(ground ->
                        assertThat(scheme.accent().contrast(Colour.of(ground))).isGreaterThanOrEqualTo(4.5));
    }
}
