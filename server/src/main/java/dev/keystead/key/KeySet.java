package dev.keystead.key;

import com.nimbusds.jose.jwk.JWKSet;

/// The public keys of a workspace, also as the bytes that are published.
///
/// @param json the set as JSON (RFC 7517 §5)
/// @param etag changes with the bytes
@SuppressWarnings("ArrayRecordComponent") // nobody compares these records; the bytes go out as they are
public record KeySet(JWKSet keys, byte[] json, String etag) {}
