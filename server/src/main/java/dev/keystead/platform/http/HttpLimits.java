package dev.keystead.platform.http;

import java.time.Duration;

/// How much one client may cost.
///
/// @param bodyBytes the longest body, whether announced or sent in chunks
/// @param headerBytes the longest request line and headers together
/// @param idle how long a connection may be silent
/// @param bodyTime how long a whole body may take to arrive
/// @param inFlight how many requests may be worked on at once
/// @param drain how long requests in flight may take to finish when the server stops
public record HttpLimits(
        int bodyBytes, int headerBytes, Duration idle, Duration bodyTime, int inFlight, Duration drain) {
    /// The limits unless told otherwise.
    public static final HttpLimits USUAL = new HttpLimits(
            64 * 1024, 16 * 1024, Duration.ofSeconds(30), Duration.ofSeconds(15), 512, Duration.ofSeconds(20));

    public HttpLimits {
        if (bodyBytes < 1 || headerBytes < 1024 || inFlight < 1) {
            throw new IllegalArgumentException("a limit is too small to serve any request");
        }
    }

    public HttpLimits withBodyTime(Duration time) {
        return new HttpLimits(bodyBytes, headerBytes, idle, time, inFlight, drain);
    }

    public HttpLimits withInFlight(int requests) {
        return new HttpLimits(bodyBytes, headerBytes, idle, bodyTime, requests, drain);
    }
}
