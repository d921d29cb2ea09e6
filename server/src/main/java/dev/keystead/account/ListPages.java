package dev.keystead.account;

import dev.keystead.apikey.ApiKey;
import dev.keystead.platform.html.View;
import java.util.List;
import java.util.Optional;

/// What the pages with lists show.
public final class ListPages {
    private ListPages() {}

    /// A session.
    ///
    /// @param place browser and system in words
    public record SessionRow(
            String id, String place, String address, Around.Moment lastActive, Around.Moment since, boolean here) {}

    /// Where somebody is signed in.
    ///
    /// @param next the address of the next page, if there is one
    public record SessionList(Around around, List<SessionRow> rows, Optional<String> next) implements View {
        @Override
        public String template() {
            return "account/sessions.jte";
        }
    }

    /// Something that happened.
    ///
    /// @param what it was, in words
    public record EventRow(String what, String place, String address, Around.Moment at) {}

    public record EventList(Around around, List<EventRow> rows, Optional<String> next) implements View {
        @Override
        public String template() {
            return "account/events.jte";
        }
    }

    /// An application that acts in somebody's name.
    ///
    /// @param host where it is at home
    /// @param wishes what it may do, in words
    public record ApplicationRow(
            String id, String name, Optional<String> host, List<String> wishes, Around.Moment since) {}

    /// What acts in somebody's name.
    public record ApplicationList(Around around, List<ApplicationRow> rows, List<ApiKey> keys) implements View {
        @Override
        public String template() {
            return "account/applications.jte";
        }
    }

    /// The person's data, and the end of the account.
    ///
    /// @param name what must be typed to delete the account
    /// @param open whether its owner proved a moment ago who they are
    /// @param stepUp where they do that
    public record DataPage(Around around, String name, boolean open, String stepUp) implements View {
        @Override
        public String template() {
            return "account/data.jte";
        }
    }
}
