# SPDX-License-Identifier: BSD-3-Clause
#
# Runs documents as printed: . "$srcdir/tests/support/page.sh", after $source (absolute), $build (absolute) and $work
# have been set and tap.sh has been read.
#
# $work/bin holds stand-ins for what an installation has: cc and c++ compile C11 and C++17 without a warning and link by libtool
# with the libraries of this build, pkg-config names these, programs are those of tools/.

# absolute COMMAND: the command with the path of its program, which a stand-in of that name does not hide.
absolute() {
  set -- $1
  program_path=$(command -v "$1")
  shift
  echo "$program_path $*"
}

page_cc=$(absolute "${CC:-cc}")
page_cxx=$(absolute "${CXX:-c++}")

# stand_in NAME: a program in $work/bin from standard input.
stand_in() {
  cat >"$work/bin/$1"
  chmod 755 "$work/bin/$1"
}

STRICT='-pedantic -Wall -Wextra -Werror'

# compiler NAME TAG COMMAND FLAGS: a stand-in that links by libtool, whose own programs need no installation.
compiler() {
  stand_in "$1" <<END
#!/bin/sh
case " \$* " in
  *' -c '*) exec $3 $4 "\$@" ;;
  *' -o '*) ;;
  *) set -- "\$@" -o a.out ;;
esac
exec "$build/libtool" --quiet --tag=$2 --mode=link $3 $4 ${LDFLAGS-} "\$@"
END
}

# stand_ins: all of them, first on the PATH.
stand_ins() {
  rm -rf "$work/bin"
  mkdir -p "$work/bin"
  for tool in bms-first-contact bms-arm-sweep; do
    [ ! -x "$build/tools/$tool" ] || stand_in $tool <<END
#!/bin/sh
exec "$build/tools/$tool" "\$@"
END
  done
  stand_in bms-check-certificate <<END
#!/bin/sh
exec python3 "$source/tools/check_certificate.py" "\$@"
END
  includes="-I$source/lib -I$source/plugin -I$source/robot -I$build/plugin $(${PKG_CONFIG:-pkg-config} --cflags ode 2>/dev/null)"
  stand_in pkg-config <<END
#!/bin/sh
for word; do
  case \$word in
    --cflags) echo "$includes" ;;
    bms) libs="$build/lib/libbms.la" ;;
    bms-robot) libs="$build/robot/libbms-robot.la $build/lib/libbms.la" ;;
    ode-qmbox) libs="$build/plugin/libode-qmbox.la $build/lib/libbms.la $(${PKG_CONFIG:-pkg-config} --libs ode 2>/dev/null)" ;;
  esac
done
case " \$* " in *' --libs '*) echo "\$libs -lm" ;; esac
END
  compiler cc CC "$page_cc" "-std=c11 $STRICT ${CFLAGS-}"
  compiler c++ CXX "$page_cxx" "-std=c++17 $STRICT ${CXXFLAGS-}"
  PATH=$work/bin:$PATH
  export PATH
}

page_file() {
  mkdir -p "$(dirname "$folder/$1")"
  cat >"$folder/$1"
  case $1 in *.c) ;; *) return ;; esac
  (cd "$folder" && $page_cxx -x c++ -std=c++17 $STRICT $(pkg-config --cflags ode-qmbox) -fsyntax-only "$1") 2>"$work/err" &&
    return
  page_failed=1
  sed "s/^/# as C++17: /" "$work/err"
}

# page_command: runs the lines; `report`s only what fails.
page_command() {
  cat >"$work/command"
  commands=$((commands + 1))
  [ -z "${page_refuses-}" ] || ! grep -qE "$page_refuses" "$work/command" || return 0
  (cd "$folder" && sh -eu "$work/command") >"$work/printed" 2>"$work/err"
  page_status=$?
  # 1 is bms-arm-sweep's answer that there is a contact.
  [ "$page_status" -ne 1 ] || ! grep -q bms-arm-sweep "$work/command" || page_status=0
  [ "$page_status" -eq 0 ] && return 0
  page_failed=1
  { echo "status $page_status:"; cat "$work/command" "$work/err"; } | sed 's/^/# /'
}

page_output() {
  cat >"$work/expected"
  diff "$work/expected" "$work/printed" >"$work/difference" && return 0
  page_failed=1
  { echo 'prints something else:'; cat "$work/command" "$work/difference"; } | sed 's/^/# /'
}

# run_page PAGE FOLDER DESCRIPTION: does what the page says, in the folder.
run_page() {
  folder=$2
  page_failed=0
  commands=0
  mkdir -p "$folder"
  awk -f "$source/tests/support/page.awk" "$source/$1" >"$work/page.sh"
  . "$work/page.sh"
  said=/dev/null
  [ "$page_failed" -eq 0 ] && [ "$commands" -gt 0 ]
  report $? "$3"
}
