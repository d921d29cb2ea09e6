package dev.keystead.console;

import dev.keystead.platform.html.Pages;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/// The front page.
public final class LandingRoutes {
    private final Pages pages;
    private final String version;
    private final Supplier<LandingPage.State> state;
    private final BooleanSupplier ready;
    private final Optional<String> inbox;

    /// @param inbox where the development inbox is, if there is one
    public LandingRoutes(
            Pages pages,
            String version,
            Supplier<LandingPage.State> state,
            BooleanSupplier ready,
            Optional<String> inbox) {
        this.pages = pages;
        this.version = version;
        this.state = state;
        this.ready = ready;
        this.inbox = inbox;
    }

    public List<Route> routes() {
        return List.of(Route.get("/", "The front page")
                .open("it tells a newcomer what to do next and nothing about anyone")
                .page(this::landing));
    }

    private Reply landing(Call call) {
        String baseUrl = call.origin().baseUrl();
        return Reply.page(pages.html(new LandingPage(baseUrl, version, state.get(), ready.getAsBoolean(), inbox)));
    }
}
