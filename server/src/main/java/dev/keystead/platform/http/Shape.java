package dev.keystead.platform.http;

/// What a route answers with, for the document and the tests.
public sealed interface Shape {
    record Nothing() implements Shape {}

    record Of(Class<? extends Record> type) implements Shape {}

    /// A [Page] of records. The route takes `cursor` and `limit`.
    record PageOf(Class<? extends Record> item) implements Shape {}

    record Html() implements Shape {}

    /// Bytes of another media type.
    record Media(String contentType) implements Shape {}

    static Shape nothing() {
        return new Nothing();
    }

    static Shape of(Class<? extends Record> type) {
        return new Of(type);
    }

    static Shape page(Class<? extends Record> item) {
        return new PageOf(item);
    }

    static Shape media(String contentType) {
        return new Media(contentType);
    }
}
