package dev.keystead.session;

/// The tokens of a session, as a program gets them.
public record TokensView(String sessionId, String accessToken, long expiresIn, String refreshToken) {
    public static TokensView of(Renewal.Renewed renewed) {
        return new TokensView(
                renewed.session().id().text(),
                renewed.accessToken(),
                Sessions.ACCESS_LIFE.toSeconds(),
                renewed.token());
    }
}
