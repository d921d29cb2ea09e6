package dev.keystead.platform.http;

import java.util.concurrent.Semaphore;

/// Bounds how many requests are worked on at once. A request that waits for its client's body holds no place, so slow
/// clients cannot crowd out the others.
final class InFlight {
    private final Semaphore places;

    InFlight(int most) {
        this.places = new Semaphore(most);
    }

    /// A place for one request.
    ///
    /// @param exempt whether the request is let in even when there is no place left
    /// @throws Refusal when all places are taken
    Place enter(boolean exempt) {
        var place = new Place(exempt);
        place.resume();
        return place;
    }

    final class Place implements AutoCloseable {
        private final boolean exempt;
        private boolean held;

        private Place(boolean exempt) {
            this.exempt = exempt;
        }

        /// Gives the place up while there is nothing to do.
        void pause() {
            if (held) {
                held = false;
                places.release();
            }
        }

        void resume() {
            if (exempt || held) {
                return;
            }
            if (!places.tryAcquire()) {
                throw new Refusal(Reply.refused(503, "the server is at its limit; try again in a moment")
                        .with("Retry-After", "1"));
            }
            held = true;
        }

        @Override
        public void close() {
            pause();
        }
    }
}
