package dev.keystead.domain;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// What is the installation's own, or nobody's.
public final class Unclaimable {
    private final List<String> own;

    /// @param own the account domain and the hosts of the installation; empty ones do not count
    public Unclaimable(String... own) {
        this.own = Stream.of(own).filter(name -> !name.isEmpty()).toList();
    }

    /// Why a domain cannot be claimed, as the end of a sentence that begins with it.
    Optional<String> reason(DomainName domain) {
        if (own.stream().anyMatch(domain::isWithin)) {
            return Optional.of("belongs to this installation and cannot be claimed");
        }
        return domain.isShared()
                ? Optional.of("is shared by many and cannot be claimed; claim a name below it")
                : Optional.empty();
    }
}
