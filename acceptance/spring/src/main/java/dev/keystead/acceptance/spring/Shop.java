package dev.keystead.acceptance.spring;

import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/// A shop with one page for people and one for programs.
@SpringBootApplication
@RestController
public class Shop {
    public static void main(String[] arguments) {
        SpringApplication.run(Shop.class, arguments);
    }

    /// Who is signed in.
    @GetMapping(value = "/", produces = "text/html")
    String page(@AuthenticationPrincipal OidcUser person) {
        return "<!doctype html><title>Shop</title><h1>Shop</h1><p id=person>" + person.getEmail() + "</p>"
                + "<p id=session>" + person.getIdToken().getClaimAsString("sid") + "</p>";
    }

    /// Where people are who have left, for whom nothing is kept.
    @GetMapping(value = "/bye", produces = "text/html")
    String bye() {
        return "<!doctype html><title>Shop</title><h1>Bye</h1>";
    }

    /// On whose behalf a program calls.
    @GetMapping({"/orders", "/tomorrow/orders"})
    Map<String, Object> orders(@AuthenticationPrincipal Jwt token) {
        return Map.of("subject", token.getSubject());
    }
}
