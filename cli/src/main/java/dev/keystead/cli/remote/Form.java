package dev.keystead.cli.remote;

/// How data is written; the words are what people type.
enum Form {
    /// For people.
    table,
    /// What the server answered; a list is one array.
    json,
    /// A line for each item, without a head.
    tsv,
    /// The id of each item.
    name
}
