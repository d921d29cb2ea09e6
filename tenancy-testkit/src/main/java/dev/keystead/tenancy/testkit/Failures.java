package dev.keystead.tenancy.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;

/// Runs tests of the contract outside JUnit, for a test of the wall's own tests: break something, and see who notices.
public final class Failures {
    private Failures() {}

    /// The messages of the tests that failed. A test that could not be run is no failure of the wall and is thrown.
    ///
    /// @param named whether to run the test of this name, such as `T7 identity.users along tenant`
    public static List<String> of(Stream<? extends DynamicNode> nodes, Predicate<String> named) {
        var failures = new ArrayList<String>();
        nodes.forEach(node -> {
            switch (node) {
                case DynamicContainer container -> failures.addAll(of(container.getChildren(), named));
                case DynamicTest test -> {
                    if (named.test(test.getDisplayName())) {
                        run(test, failures);
                    }
                }
                default -> throw new IllegalStateException("an unknown kind of test: " + node);
            }
        });
        return failures;
    }

    public static List<String> of(Stream<? extends DynamicNode> nodes) {
        return of(nodes, _ -> true);
    }

    private static void run(DynamicTest test, List<String> failures) {
        try {
            test.getExecutable().execute();
        } catch (AssertionError failure) {
            failures.add(String.valueOf(failure.getMessage()));
        } catch (Throwable thrown) {
            throw new IllegalStateException(test.getDisplayName(), thrown);
        }
    }
}
