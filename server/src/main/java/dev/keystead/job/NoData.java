package dev.keystead.job;

import com.github.kagkarlsson.scheduler.serializer.Serializer;
import org.jspecify.annotations.Nullable;

/// Jobs carry no data: nothing is ever serialised into the timetable, and nothing that somebody put there is
/// read.
final class NoData implements Serializer {
    @Override
    public byte @Nullable [] serialize(@Nullable Object data) {
        if (data != null) {
            throw new IllegalArgumentException("a job carries no data");
        }
        return null;
    }

    @Override
    public <T> @Nullable T deserialize(Class<T> type, byte @Nullable [] data) {
        return null;
    }
}
