package dev.keystead.acceptance.spring;

import java.time.Clock;
import java.time.Duration;
import java.util.Objects;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.oauth2.client.oidc.web.logout.OidcClientInitiatedLogoutSuccessHandler;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.jwt.JwtClaimValidator;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtTimestampValidator;
import org.springframework.security.oauth2.jwt.JwtValidators;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;
import org.springframework.security.web.SecurityFilterChain;

/// Who may see what.
@Configuration
public class Security {
    /// The interface: access tokens of RFC 9068, checked offline by the keys of the workspace.
    @Bean
    @Order(1)
    SecurityFilterChain programs(HttpSecurity http, JwtDecoder decoder) throws Exception {
        return http.securityMatcher("/orders")
                .authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
                .oauth2ResourceServer(server -> server.jwt(jwt -> jwt.decoder(decoder)))
                .build();
    }

    @Bean
    JwtDecoder decoder(@Value("${shop.issuer}") String issuer, @Value("${shop.audience}") String audience) {
        return decoder(issuer, audience, Clock.systemUTC());
    }

    /// The same interface as it will be tomorrow, to which today's tokens have expired.
    @Bean
    @Order(2)
    SecurityFilterChain tomorrow(
            HttpSecurity http, @Value("${shop.issuer}") String issuer, @Value("${shop.audience}") String audience)
            throws Exception {
        JwtDecoder decoder = decoder(issuer, audience, Clock.offset(Clock.systemUTC(), Duration.ofDays(1)));
        return http.securityMatcher("/tomorrow/**")
                .authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
                .oauth2ResourceServer(server -> server.jwt(jwt -> jwt.decoder(decoder)))
                .build();
    }

    /// The pages: whoever is not signed in goes to Keystead, and leaves there too.
    @Bean
    @Order(3)
    SecurityFilterChain people(HttpSecurity http, ClientRegistrationRepository registrations) throws Exception {
        var leaving = new OidcClientInitiatedLogoutSuccessHandler(registrations);
        leaving.setPostLogoutRedirectUri("{baseUrl}/bye");
        return http.authorizeHttpRequests(requests ->
                        requests.requestMatchers("/bye").permitAll().anyRequest().authenticated())
                .oauth2Login(Customizer.withDefaults())
                .oidcLogout(logout -> logout.backChannel(Customizer.withDefaults()))
                .logout(logout -> logout.logoutSuccessHandler(leaving))
                .build();
    }

    private static JwtDecoder decoder(String issuer, String audience, Clock clock) {
        var time = new JwtTimestampValidator();
        time.setClock(clock);
        // Access tokens are of the type at+jwt, which the validator insists on instead of JWT.
        NimbusJwtDecoder decoder =
                NimbusJwtDecoder.withIssuerLocation(issuer).validateType(false).build();
        decoder.setJwtValidator(JwtValidators.createAtJwtValidator()
                .issuer(issuer)
                .audience(audience)
                .validators(validators -> {
                    validators.put("exp", time);
                    // RFC 9068 section 2.2: every token names its client; this interface takes any.
                    validators.put("client_id", new JwtClaimValidator<String>("client_id", Objects::nonNull));
                })
                .build());
        return decoder;
    }
}
