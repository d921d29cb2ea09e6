package dev.keystead.login;

import dev.keystead.platform.db.Words;
import dev.keystead.session.TokensView;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A sign-in as its own client sees it.
///
/// @param path where the sign-in goes on: its steps are below it
/// @param next the steps that can be taken; the same for every account and for none until something is proven
/// @param triesLeft how many wrong answers are left
/// @param workspaces the ids to choose from, when that is next
/// @param connections other identity providers to come from, when that is possible
/// @param tokens once somebody is inside
/// @param continueAt the address of the workspace at which people with the typed address sign in: begin there, or
///     say another name here
/// @param browserKey what to send in the header `Keystead-Browser` from now on; told once, at the beginning
public record FlowView(
        String id,
        String kind,
        String status,
        String path,
        List<String> next,
        @Nullable String identifier,
        int triesLeft,
        Instant expiresAt,
        List<String> workspaces,
        List<ProviderView> connections,
        @Nullable TokensView tokens,
        @Nullable String continueAt,
        @Nullable String browserKey) {
    /// An identity provider to come from.
    ///
    /// @param text what stands on its button
    /// @param meant whether the typed address leads there
    public record ProviderView(String connectionId, String text, boolean meant) {}

    static FlowView of(
            Flow flow, String path, List<String> next, List<String> workspaces, List<ProviderView> connections) {
        return new FlowView(
                flow.id().text(),
                Words.of(flow.kind()),
                Words.of(flow.status()),
                path,
                next,
                flow.identifier().orElse(null),
                flow.triesLeft(),
                flow.expiresAt(),
                workspaces,
                connections,
                null,
                null,
                null);
    }

    FlowView with(TokensView given) {
        return new FlowView(
                id,
                kind,
                status,
                path,
                next,
                identifier,
                triesLeft,
                expiresAt,
                workspaces,
                connections,
                given,
                continueAt,
                browserKey);
    }

    FlowView elsewhere(String address) {
        return new FlowView(
                id,
                kind,
                status,
                path,
                next,
                identifier,
                triesLeft,
                expiresAt,
                workspaces,
                connections,
                tokens,
                address,
                browserKey);
    }

    FlowView knownBy(String key) {
        return new FlowView(
                id,
                kind,
                status,
                path,
                next,
                identifier,
                triesLeft,
                expiresAt,
                workspaces,
                connections,
                tokens,
                continueAt,
                key);
    }
}
