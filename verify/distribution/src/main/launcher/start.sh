# What the launchers share: they find Java and start it fast. Sourced by any POSIX shell.

fail() {
  code=$1
  shift
  printf 'assay: %s\n' "$*" >&2
  exit "$code"
}

find_java() {
  if [ -n "${JAVA_HOME:-}" ]; then
    [ -x "$JAVA_HOME/bin/java" ] || fail 2 "JAVA_HOME is $JAVA_HOME, which holds no bin/java"
    printf '%s\n' "$JAVA_HOME/bin/java"
  else
    command -v java || fail 2 "java was not found: install Java 17 or newer, or set JAVA_HOME"
  fi
}

# Sets "release", the file in which a Java runtime says what it is, and "version".
# The file answers at once; asking java itself costs the start of a virtual machine.
require_java() {
  release=$(readlink -f "$1" 2>/dev/null || printf '%s\n' "$1")
  release=${release%/*}/../release
  version=
  if [ -r "$release" ]; then
    version=$(sed -n 's/^JAVA_VERSION="\([^"]*\)".*/\1/p' "$release")
  fi
  if [ -z "$version" ]; then
    version=$("$1" -version 2>&1 | sed -n 's/.*version "\([^"]*\)".*/\1/p' | head -n 1)
  fi
  version=${version#1.}
  version=${version%%[!0-9]*}
  [ "${version:-0}" -ge 17 ] || fail 2 "$1 is Java ${version:-of unknown version}: 17 or newer is needed"
}

# Prints how the name of the archive begins that holds the classes of one jar as one Java keeps them in
# memory, which halves the time of a short command. The virtual machine itself looks whether an
# archive is its own and the jar's, and goes without otherwise; the name only keeps those of several
# apart, whose jars may all have the time and size that an archive of files gave them.
class_data_name() {
  sum=$({
    printf '%s\n' "$2" "$3" "$4"
    if [ -r "$release" ]; then cat "$release"; fi
  } | cksum)
  printf '%s/classes-%s\n' "$1" "${sum%% *}"
}

# Sets "archive" to the one of a name, or to nothing where it must not be used: a virtual machine
# crashes over an archive that was cut off, whose size is not the one its name ends with, and nobody
# should run what others wrote. Fails if there is none yet; size 0 is an attempt that failed.
find_class_data() {
  archive=
  for found in "$1"-*.jsa; do
    [ -e "$found" ] || return 1
    size=${found##*-}
    size=${size%.jsa}
    [ "$size" != 0 ] && [ -O "$found" ] && [ -r "$found" ] || return 0
    if [ "$(($(wc -c <"$found")))" = "$size" ]; then
      archive=$found
      return 0
    fi
    rm -f "$found" 2>/dev/null || return 0
  done
  return 1
}

# Makes an archive, in a second or two. Whatever goes wrong leaves an empty one, so that nothing is
# tried again at every start. Options in the environment are for the command, not for this.
make_class_data() (
  mkdir -p "${1%/*}" 2>/dev/null && [ -w "${1%/*}" ] || exit 0
  unset JDK_JAVA_OPTIONS JAVA_TOOL_OPTIONS _JAVA_OPTIONS CLASSPATH
  java=$2
  jar=$3
  parts=$1.$$
  trap 'rm -f "$parts".*; exit 1' INT TERM HUP
  run() {
    "$java" -XX:+UseSerialGC -Xshare:auto -Xlog:disable -XX:-CreateCoredumpOnCrash \
      "-XX:ErrorFile=$parts.log" "$@"
  }
  {
    run "-XX:DumpLoadedClassList=$parts.1" -jar "$jar" epsilon --sampled-gaussian --delta 1e-5 \
      --noise-multiplier 1.1 --sampling-probability 0.01 --steps 10000 --adjacency add-remove
    run "-XX:DumpLoadedClassList=$parts.2" -jar "$jar" evaluate <<'TEXT'
{"fn":"event","args":{"delta":1e-5,"event":{"gaussian":{"noise_multiplier":2,"adjacency":"add-remove"}}}}
TEXT
    # Each list numbers its classes anew, and Java 17 crashes over a line that stands there twice.
    awk '{ sub(/ id: [0-9]+$/, "") } !/ source: / && !seen[$0]++' "$parts.1" "$parts.2" \
      >"$parts.list"
    run -Xshare:dump "-XX:SharedClassListFile=$parts.list" "-XX:SharedArchiveFile=$parts.jsa" \
      -cp "$jar" || { rm -f "$parts.jsa" && : >"$parts.jsa"; }
    mv -f "$parts.jsa" "$1-$(($(wc -c <"$parts.jsa"))).jsa"
    rm -f "$parts".*
    find "${1%/*}" -name 'classes-*.jsa' -mtime +90 -exec rm -f {} +
  } </dev/null >/dev/null 2>&1 || :
)

# start DIRECTORY JAVA JAR IDENTITY ARGUMENTS: becomes the command. The directory keeps archives of
# classes; without a name there are none.
start() {
  archive=
  case $1 in
    '' | *:*) ;; # A colon would separate two archives.
    *)
      name=$(class_data_name "$1" "$2" "$3" "$4")
      find_class_data "$name" || { make_class_data "$name" "$2" "$3" && find_class_data "$name"; } || :
      ;;
  esac
  java=$2
  jar=$3
  shift 4
  # Logging is off because the virtual machine would tell of an archive that it cannot use. One with
  # a wrong bit could do anything, and looking at them all takes less than can be measured.
  exec "$java" -XX:+UseSerialGC -Xshare:auto ${archive:+-Xlog:disable -XX:+VerifySharedSpaces} \
    ${archive:+"-XX:SharedArchiveFile=$archive"} -jar "$jar" "$@"
}
