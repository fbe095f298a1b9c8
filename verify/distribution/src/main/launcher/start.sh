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

# Sets "physical" to the name of a directory without links; fails unless every directory on the way
# belongs to the user or to root, and nobody else can exchange what is in it. Looks from the top
# down: what was looked at can no longer be exchanged by others.
is_trusted_path() {
  physical=$(cd -P -- "$1" 2>/dev/null && pwd -P && echo .) || return 1
  physical=${physical%??}
  user=$(id -u) || return 1
  rest=$physical/
  seen=
  set -- /
  while rest=${rest#*/} && [ -n "$rest" ]; do
    seen=$seen/${rest%%/*}
    set -- "$@" "$seen"
  done
  expected=$(printf '%s\n' "$@")
  # In a directory with the sticky bit, only the owner of an entry can exchange the entry.
  [ "$(find "$@" -prune -type d \( -user 0 -o -user "$user" \) \
    \( -perm -1000 -o ! -perm -0020 ! -perm -0002 \) -print 2>/dev/null)" = "$expected" ]
}

# Whether something is of a type that "find" knows, belongs to the user and is writable by nobody
# else. Follows no link.
is_own() {
  [ -n "$(find "$2" -prune -type "$1" -user "$user" ! -perm -0020 ! -perm -0002 -print 2>/dev/null)" ]
}

# Sets "physical" to a directory for files of the user alone, which is made if it is missing. Fails
# where others could put files or links there.
own_directory() {
  case $1 in
    /*) there=$1 ;;
    *) there=$PWD/$1 ;;
  esac
  missing=
  while [ ! -d "$there" ]; do
    missing=/${there##*/}$missing
    there=${there%/*}
    there=${there:-/}
  done
  case $there$missing in
    *:*) return 1 ;; # A colon would separate two archives.
  esac
  is_trusted_path "$there" || return 1
  # One by one: making a directory fails where somebody was faster, also with a link.
  while [ -n "${missing#/}" ]; do
    missing=${missing#/}/
    (umask 077 && mkdir "$physical/${missing%%/*}") 2>/dev/null || return 1
    is_trusted_path "$physical/${missing%%/*}" || return 1
    missing=/${missing#*/}
    missing=${missing%/}
  done
  case $physical in
    *:*) return 1 ;;
  esac
  is_own d "$physical"
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
    [ -e "$found" ] || [ -L "$found" ] || return 1
    size=${found##*-}
    size=${size%.jsa}
    [ "$size" != 0 ] && is_own f "$found" && [ -r "$found" ] || return 0
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
  unset JDK_JAVA_OPTIONS JAVA_TOOL_OPTIONS _JAVA_OPTIONS CLASSPATH
  umask 077
  java=$2
  jar=$3
  parts=
  trap 'rm -rf "$parts"; exit 1' INT TERM HUP
  # A new directory under a name that nobody can know: every file in it is new, too.
  parts=$(mktemp -d "${1%/*}/.assay-making-XXXXXXXX" 2>/dev/null) || exit 0
  run() {
    "$java" -XX:+UseSerialGC -Xshare:auto -Xlog:disable -XX:-CreateCoredumpOnCrash \
      "-XX:ErrorFile=$parts/log" "$@"
  }
  {
    run "-XX:DumpLoadedClassList=$parts/1" -jar "$jar" epsilon '10000 x poisson(0.01, gaussian(1.1))' \
      --delta 1e-5 --adjacency add-remove
    run "-XX:DumpLoadedClassList=$parts/2" -jar "$jar" evaluate <<'TEXT'
{"fn":"event","args":{"delta":1e-5,"event":{"gaussian":{"noise_multiplier":2,"adjacency":"add-remove"}}}}
TEXT
    # Each list numbers its classes anew, and Java 17 crashes over a line that stands there twice.
    awk '{ sub(/ id: [0-9]+$/, "") } !/ source: / && !seen[$0]++' "$parts/1" "$parts/2" \
      >"$parts/list"
    run -Xshare:dump "-XX:SharedClassListFile=$parts/list" "-XX:SharedArchiveFile=$parts/jsa" \
      -cp "$jar" || { rm -f "$parts/jsa" && : >"$parts/jsa"; }
    mv -f "$parts/jsa" "$1-$(($(wc -c <"$parts/jsa"))).jsa"
    rm -rf "$parts"
    find "${1%/*}/." ! -name . -prune -type f -name 'classes-*.jsa' -mtime +90 -exec rm -f {} +
    find "${1%/*}/." ! -name . -prune -type d -name '.assay-making-*' -mtime +1 -exec rm -rf {} +
  } </dev/null >/dev/null 2>&1 || :
)

# start DIRECTORY JAVA JAR IDENTITY ARGUMENTS: becomes the command. The directory keeps archives of
# classes; without a name, or where others can write, there are none.
start() {
  archive=
  if [ -n "$1" ] && own_directory "$1"; then
    name=$(class_data_name "$physical" "$2" "$3" "$4")
    find_class_data "$name" || { make_class_data "$name" "$2" "$3" && find_class_data "$name"; } || :
  fi
  java=$2
  jar=$3
  shift 4
  # Tables of millions of numbers are read at random, a quarter faster from large pages.
  pages=
  if [ "${1-}" = train ] && read -r kinds 2>/dev/null </sys/kernel/mm/transparent_hugepage/enabled; then
    case $kinds in *'[never]'*) ;; *) pages=-XX:+UseTransparentHugePages ;; esac
  fi
  # Logging is off because the virtual machine would tell of an archive that it cannot use. One with
  # a wrong bit could do anything, and looking at them all takes less than can be measured.
  exec "$java" -XX:+UseSerialGC -Xshare:auto ${pages:+"$pages"} ${archive:+-Xlog:disable -XX:+VerifySharedSpaces} \
    ${archive:+"-XX:SharedArchiveFile=$archive"} -jar "$jar" "$@"
}
