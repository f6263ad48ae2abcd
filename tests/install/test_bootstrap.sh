#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# bootstrap with a PATH of its own: stubs stand for the tools of the build, apt-get, sudo and id, and write down what
# they were called with.
#
# Run by `make check`, which sets srcdir.

source=$(cd "${srcdir:-.}" && pwd)
work=$PWD/tests/install/bootstrap_work
said="$work/said $work/apt"
. "$source/tests/support/tap.sh"

# stub NAME SHELL-COMMAND
stub() {
  printf '#!/bin/sh\n%s\n' "$2" >"$work/bin/$1"
  chmod +x "$work/bin/$1"
}

# fresh: a machine that has all commands of the build and all modules, and a user who is not root.  $work/modules has
# the modules that pkg-config does not find, and $work/headers the headers that the compiler does not.
fresh() {
  rm -rf "$work"
  mkdir -p "$work/bin" "$work/tree"
  cp "$source/bootstrap" "$work/tree"
  for tool in sh dirname grep mkdir cat env; do
    ln -s "$(command -v $tool)" "$work/bin/$tool"
  done
  : >"$work/modules"
  : >"$work/headers"
  : >"$work/apt"
  for tool in make autoconf automake libtoolize c++ cmake groff python3; do stub $tool 'exit 0'; done
  stub gcc "read -r line; ! grep -qxF -- \"\$line\" $work/headers"
  stub autoreconf "echo made >>$work/autoreconf"
  stub pkg-config "! grep -qx -- \"\$2\" $work/modules"
  stub id 'echo 1000'
  stub apt-get "echo \"\$*\" >>$work/apt"
  printf '#!/bin/sh\nfor argument do echo "$argument"; done >%s/arguments\n' "$work" >"$work/tree/configure"
  chmod +x "$work/tree/configure"
}

# lacks MODULE...
lacks() {
  for module do echo "$module" >>"$work/modules"; done
}

# As root; apt-get installs nothing for real unless told otherwise.
as_root() {
  stub id 'echo 0'
}

# bootstrap STATUS [ARGUMENT]...: succeeds if that is its exit status.
bootstrap() {
  expected=$1
  shift
  rm -f "$work/arguments" "$work/autoreconf"
  (unset CC PKG_CONFIG CPPFLAGS && PATH=$work/bin && export PATH && "$work/tree/bootstrap" "$@") >"$work/said" 2>&1
  [ $? -eq "$expected" ]
}

configured_with() {
  printf '%s\n' "$@" | cmp -s - "$work/arguments"
}

echo 1..19

fresh
bootstrap 0 && [ -s "$work/autoreconf" ] && [ -f "$work/arguments" ] && [ ! -s "$work/apt" ] && [ ! -s "$work/said" ]
report $? 'with all that is wanted there, nothing is installed and nothing is said'

fresh
as_root
lacks ode jansson
bootstrap 0 --prefix=/opt/x --no-install --enable-static && [ ! -s "$work/apt" ]
report $? '--no-install behind an argument of configure installs nothing'
configured_with --prefix=/opt/x --enable-static
report $? 'and is not handed on to configure, which gets the others in their order'
bootstrap 0 --no-install CC='ccache gcc' --minimal CFLAGS='-O2 -g' && configured_with CC='ccache gcc' CFLAGS='-O2 -g'
report $? 'arguments with spaces stay whole'
bootstrap 0 --prefix=/x --no-configure --no-install && [ -s "$work/autoreconf" ] && [ ! -f "$work/arguments" ]
report $? '--no-configure behind another argument ends before configure'
bootstrap 0 --prefix=/x --help && grep -q '^Usage' "$work/said" && [ ! -f "$work/autoreconf" ]
report $? 'and --help shows the usage alone'

fresh
lacks jansson octomap
bootstrap 0 && [ -f "$work/arguments" ] && [ ! -s "$work/apt" ]
report $? 'without root and without what can be done without it goes on'
grep -q 'no libjansson-dev: .*not built' "$work/said" && grep -q 'no liboctomap-dev: .*no octomaps' "$work/said"
report $? 'and names each missing package with its cost'
grep -q '^  apt-get update && apt-get install .* libjansson-dev liboctomap-dev$' "$work/said"
report $? 'with a command for root that begins with the package lists'
bootstrap 0 --minimal && ! grep -q 'jansson' "$work/said"
report $? '--minimal does not ask for them'
bootstrap 0 --without-jansson --without-octomap && [ ! -s "$work/said" ]
report $? 'nor do the arguments of configure that do without them'

fresh
rm "$work/bin/automake"
lacks jansson
bootstrap 1 && [ ! -f "$work/autoreconf" ] && grep -q 'apt-get update && .* automake libjansson-dev$' "$work/said"
report $? 'without a tool of the build it stops, with the command that installs what is missing'
rm "$work/bin/apt-get"
bootstrap 1 && grep -q 'no automake' "$work/said" && ! grep -q 'apt-get' "$work/said"
report $? 'and without apt-get names the tool alone'

fresh
echo '#include <stdio.h>' >"$work/headers"
bootstrap 1 && grep -q 'no libc6-dev' "$work/said"
report $? 'a compiler without headers is not enough'

fresh
as_root
lacks ode jansson
echo '#include <flint/flint.h>' >"$work/headers"
stub apt-get "echo \"\$*\" >>$work/apt; case \$* in *install*) : >$work/modules; : >$work/headers ;; esac"
bootstrap 0 && printf '%s\n' update 'install --yes --no-install-recommends libode-dev libjansson-dev libflint-dev' |
  cmp -s - "$work/apt" && [ -f "$work/arguments" ]
report $? 'root gets the package lists, then what is missing and no more'

fresh
as_root
lacks ode jansson
bootstrap 0 --minimal && tail -n 1 "$work/apt" | grep -q 'recommends libode-dev$'
report $? 'with --minimal only what the libraries need'

fresh
as_root
lacks jansson assimp
stub apt-get "echo \"\$*\" >>$work/apt; case \$* in *assimp*) exit 100 ;; esac"
bootstrap 0 && grep -q 'recommends libjansson-dev$' "$work/apt" &&
  grep -q 'libassimp-dev cannot be installed' "$work/said"
report $? 'one package that cannot be had does not keep the others away'

fresh
as_root
lacks jansson
stub apt-get 'exit 100'
bootstrap 0 && [ -f "$work/arguments" ] && grep -q 'apt-get update fails' "$work/said"
report $? 'without a network it goes on with what is there'
rm "$work/bin/gcc"
bootstrap 1 && [ ! -f "$work/autoreconf" ]
report $? 'if that has a compiler'
rm -rf "$work"
