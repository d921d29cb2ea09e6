package dev.keystead.signup;

import dev.keystead.domain.DomainLinks;
import dev.keystead.login.Door;
import dev.keystead.login.Visitor;
import dev.keystead.platform.html.FormErrors;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Param;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.WishedLanguage;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// The page behind the link that proves a domain. Whoever reads the domain's administrative mail opens it, who
/// may have no account here.
public final class DomainProofRoutes {
    private static final String INSIDE = "that a domain was proven by a link is recorded as the server's own deed";
    private static final Param<String> TOKEN = Param.text("token", "The token of the link", 1, 200);

    private final Door door;
    private final DomainLinks links;
    private final SignUpPages pages;

    public DomainProofRoutes(Door door, DomainLinks links, SignUpPages pages) {
        this.door = door;
        this.links = links;
        this.pages = pages;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/verify-domain", "The page behind the link that proves a domain")
                        .open(SignUpRoutes.LINK)
                        .query(TOKEN, WishedLanguage.UI_LOCALES)
                        .page(this::show),
                Route.post("/verify-domain", "Prove a domain by a link")
                        .open(SignUpRoutes.LINK)
                        .auditsNothing(INSIDE)
                        .form(fields -> fields.require("token"), this::use));
    }

    /// Mail programs open links to look at them: only the button on the page uses the link.
    private Reply show(Call call) {
        Visitor visitor = door.browser(call);
        String token = call.find(TOKEN).orElse("");
        Optional<String> domain = links.domain(tenant(visitor), token);
        return domain.map(name -> pages.show(
                        call, visitor, "verify-domain", FormErrors.none(), Map.of("domain", name), token, 200))
                .orElseGet(() -> pages.told(call, visitor, Told.DEAD_LINK, 404));
    }

    private Reply use(Call call, String token) {
        Visitor visitor = door.browser(call);
        return switch (links.use(tenant(visitor), token)) {
            case VERIFIED -> pages.told(call, visitor, Told.DOMAIN_VERIFIED, 200);
            case TAKEN -> pages.told(call, visitor, Told.DOMAIN_TAKEN, 409);
            case DEAD -> pages.told(call, visitor, Told.DEAD_LINK, 404);
        };
    }

    private static UUID tenant(Visitor visitor) {
        return visitor.workspace().id().value();
    }
}
