/// JSON and form input that is checked to the last member, and JSON output with one spelling.
///
/// A request body is a record. [JsonBody] reads it from bytes and reports everything that is wrong with it at once; the
/// record's compact constructor checks meaning with [Fields]. [Json] writes records.
///
/// Invariants
///
/// 1. A member that the record does not have is refused by name: there is no mass assignment.
/// 2. Nothing is coerced: a number is no string, a string is no number, null is a value only where `@Nullable` allows
/// it.
/// 3. A component that is not `@Nullable` is required. [Change] tells an absent member from one that is null.
/// 4. Depth, lengths and digits are bounded before any object is built; bytes must be well-formed UTF-8.
/// 5. Messages name the member and what was expected; they never carry a class name or a parser's own text.
///
/// Members are `snake_case`, enum constants lower case, times ISO 8601 in UTC, ids in their outside form.
///
/// May use: Jackson 3 and `tenancy`. It knows no web framework.
@NullMarked
package dev.keystead.platform.json;

import org.jspecify.annotations.NullMarked;
