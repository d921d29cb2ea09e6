package dev.keystead.platform.http;

/// The methods that a route may have. HEAD and OPTIONS are answered by the table itself.
public enum Method {
    GET,
    POST,
    PUT,
    PATCH,
    DELETE;

    public boolean isChanging() {
        return this != GET;
    }
}
