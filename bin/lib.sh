# Functions that the scripts in this folder share. To be sourced by bash, not run.

# Prints the home of a JDK 25: the first that is one of KEYSTEAD_JAVA, JAVA_HOME, the javac on the PATH, and the places
# where packages and version switchers put them.
find_jdk25() {
  local home javac
  javac="$(readlink -f "$(command -v javac 2>/dev/null)" 2>/dev/null || true)"
  for home in "${KEYSTEAD_JAVA:-}" "${JAVA_HOME:-}" "${javac%/bin/javac}" /usr/lib/jvm/* /usr/java/* /opt/* \
    "${HOME:-/nonexistent}"/.sdkman/candidates/java/* "${HOME:-/nonexistent}"/.jdks/*; do
    if [[ -n "$home" && -x "$home/bin/javac" ]] && grep -qsE '^JAVA_VERSION="25[."]' "$home/release"; then
      printf '%s\n' "$home"
      return 0
    fi
  done
  if [[ -n "${KEYSTEAD_JAVA:-}" ]]; then
    echo "KEYSTEAD_JAVA is $KEYSTEAD_JAVA, which is not the home of a JDK 25, and no other was found: correct it." >&2
  else
    echo "There is no JDK 25 on this machine: install one (Debian: apt install temurin-25-jdk or openjdk-25-jdk; with" \
      "SDKMAN: sdk install java 25-tem), or set KEYSTEAD_JAVA to the home of one." >&2
  fi
  return 1
}

# Says whether this user may install packages without being asked for a password.
may_install() {
  command -v apt-get >/dev/null && { [[ "$(id -u)" == 0 ]] || sudo -n true 2>/dev/null; }
}

# Installs Debian packages.
install_packages() {
  local as_root=()
  [[ "$(id -u)" == 0 ]] || as_root=(sudo -n)
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "$@" </dev/null ||
    { "${as_root[@]}" apt-get update -q </dev/null &&
      "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "$@" </dev/null; }
}
