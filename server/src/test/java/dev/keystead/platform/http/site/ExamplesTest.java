package dev.keystead.platform.http.site;

import static org.assertj.core.api.Assertions.assertThatCode;

import dev.keystead.platform.http.Route;
import dev.keystead.platform.json.JsonBody;
import dev.keystead.server.TestServer;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ExamplesTest {
    static Stream<Route> routesWithABody() {
        return TestServer.shared().routes().stream()
                .filter(route -> route.jsonBody().isPresent());
    }

    @ParameterizedTest
    @MethodSource("routesWithABody")
    void theExampleOfABodyIsAcceptedByItsOwnRoute(Route route) {
        byte[] example = Examples.compactRequest(route).orElseThrow().getBytes(StandardCharsets.UTF_8);
        assertThatCode(() -> JsonBody.read(route.jsonBody().orElseThrow(), example))
                .as("%s", new String(example, StandardCharsets.UTF_8))
                .doesNotThrowAnyException();
    }
}
