package dev.keystead.credential.password;

import org.bouncycastle.crypto.generators.Argon2BytesGenerator;
import org.bouncycastle.crypto.params.Argon2Parameters;

/// Argon2 by Bouncy Castle: runs wherever Java does, and takes about half as long again as the native library.
final class JavaArgon2 implements Argon2 {
    @Override
    public byte[] hash(Parameters parameters, Input input, int length) {
        var generator = new Argon2BytesGenerator();
        generator.init(new Argon2Parameters.Builder(parameters.variant().number())
                .withVersion(parameters.version())
                .withMemoryAsKB(parameters.memoryKib())
                .withIterations(parameters.iterations())
                .withParallelism(parameters.parallelism())
                .withSalt(input.salt())
                .withSecret(input.secret())
                .withAdditional(input.associated())
                .build());
        var hash = new byte[length];
        generator.generateBytes(input.password(), hash);
        return hash;
    }

    @Override
    public String name() {
        return "Bouncy Castle";
    }
}
