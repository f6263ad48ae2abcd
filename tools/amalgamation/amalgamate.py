#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
#
# Writes libbms as one file, bms.c, beside copies of its public headers (make amalgamation):
#
#   amalgamate.py LIB FOLDER SOURCE...    LIB is the folder lib/, FOLDER receives the files, SOURCE are the sources of libbms
#
# A private header is written where the first file includes it, once. Four things are different in one file:
#
# - Names. A static name that another file defines too gets its file's name as a suffix. Names of members stay. Functions that
#   no public header declares are static.
# - Macros of a source end with it.
# - Templates, NAME_inline.h, are written again for each source that includes them, with names of that source.
# - AVX2. Between numeric/avx2_begin.h and avx2_end.h, functions of headers are written a second time, as NAME_avx2, for
#   processors with AVX2; types and constants are not. Sources with such a region come last.

import re
import shutil
import sys
from pathlib import Path

TOKEN = re.compile(
    r"""(?P<space>\s+|\\\n)|(?P<comment>/\*.*?\*/|//[^\n]*)|(?P<text>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')"""
    r"""|(?P<name>[A-Za-z_]\w*)|(?P<number>\.?\d(?:[eEpP][+-]|[\w.])*)|(?P<sign>->|\#\#|.)""",
    re.DOTALL,
)
INCLUDE = re.compile(r'#\s*include\s+"([^"]+)"')
OPENING = """\
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * libbms {version} in one file, written by `make amalgamation`: cc -c bms.c, and link with -lm.
 *
 * C11, and no flag is needed. gcc and clang compile the paths for AVX2 as well on x86-64, which run where the processor has
 * it. Flags that change the arithmetic, such as -ffast-math, are an error, or bms_self_test() finds them. -DBMS_THREADS and
 * -pthread let the batch functions use POSIX threads; -DBMS_NO_VECTORS leaves all vectors out. The bits of all answers are
 * the same in each case. gcc without AVX notes how it would pass vectors between files, which nothing does (-Wno-psabi).
 */

{features}
#if defined(__GNUC__)
/* A source uses a part of each header and template. */
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wunused-const-variable"
#endif

{includes}"""
BEGIN, END = "numeric/avx2_begin.h", "numeric/avx2_end.h"


def tokens(text):
    """(kind, text) of each token; their texts make up the whole."""
    return [(match.lastgroup, match.group()) for match in TOKEN.finditer(text)]


def words(text):
    """The tokens that a compiler sees."""
    return [token for kind, token in tokens(text) if kind not in ("space", "comment")]


class Item:
    """A directive or a definition or declaration at file scope, with the comments before it."""

    def __init__(self, text):
        self.text = text
        self.words = words(text)
        self.is_directive = self.words[:1] == ["#"]
        self.defines = self._defined()

    def _declared(self):
        """Names of variables: a name before '=', '[', ',' or ';' outside of brackets, braces and values."""
        depth, is_value, found = 0, False, []
        for word, following in zip(self.words, self.words[1:]):
            depth += (word in "([{") - (word in ")]}")
            if depth == 0 and word in "=,":
                is_value = word == "="
            elif depth == 0 and not is_value and re.match(r"[A-Za-z_]", word) and following in "=[,;":
                found.append(word)
        return found

    def _tag(self):
        match = re.match(r"(?:typedef )?(?:struct|union|enum) (\w+) \{", " ".join(self.words))
        return [match.group(1)] if match else []

    def _enumerators(self):
        if "enum" not in self.words[:2] or "{" not in self.words:
            return []
        body = self.words[self.words.index("{") + 1 : self.words.index("}")]
        return [word for before, word in zip(["{"] + body, body) if before in ("{", ",") and word != ","]

    def _defined(self):
        """Names that the item gives to its file alone."""
        kind = self.kind()
        if kind == "macro":
            return {self.words[2]}
        if kind == "function":
            return {self.function()} if self.is_static() else set()
        if kind == "type":
            last = [self.words[-2]] if self.words[0] == "typedef" and self.words[-2] != ")" else []
            return set(self._tag() + self._enumerators() + last)
        if kind == "variable":
            return set(self._declared())
        return set()

    def function(self):
        return self.words[self.words.index("(") - 1]

    def is_static(self):
        return self.words[0] in ("static", "BMS_INLINE", "BMS_NOINLINE")

    def kind(self):
        if self.is_directive:
            return "macro" if self.words[1:2] == ["define"] else "directive"
        if self.words[:1] == ["typedef"] or (self.words[:1] and self.words[0] in ("struct", "enum", "union") and "{" in self.words
                                             and "(" not in self.words[: self.words.index("{")]):
            return "type"
        first = next((word for word in self.words if word in ("=", "(", "[")), "")
        if first == "(":
            return "function"
        return "variable" if self.words and self.is_static() else "other"


def items_of(text):
    """The items of a file, in order."""
    found, begun, depth, is_directive, is_function = [], "", 0, False, False
    seen = []

    def end():
        nonlocal begun, is_directive, is_function, seen
        found.append(Item(begun))
        begun, is_directive, is_function, seen = "", False, False, []

    for kind, token in tokens(text):
        if is_directive and kind == "space" and "\n" in token and not token.startswith("\\"):
            end()
        begun += token
        if kind in ("space", "comment"):
            continue
        if not seen and token == "#":
            is_directive = True
        seen.append(token)
        if is_directive:
            continue
        if token == "{" and depth == 0:
            is_function = seen[-2] == ")" and "=" not in seen
        depth += (token in "([{") - (token in ")]}")
        is_macro_call = token == ")" and seen[0].isupper() and seen[1] == "("
        if depth == 0 and (token == ";" or is_macro_call or (token == "}" and is_function)):
            end()
    if begun:
        found.append(Item(begun))
    return found


class File:
    """A source or a private header."""

    def __init__(self, lib, name):
        self.name = name
        self.stem = Path(name).stem
        self.items = self._without_guard(items_of((lib / name).read_text()))
        self.includes = [match.group(1) for item in self.items if (match := included(item))]
        self.is_source = name.endswith(".c")
        self.is_template = name.endswith("_inline.h")
        self.is_fast = BEGIN in self.includes

    def _without_guard(self, items):
        """Each header is written where it belongs, so that it needs no guard."""
        guards = [item for item in items if item.words[1:2] == ["ifndef"]]
        defined = [item for item in items if item.words[1:2] == ["define"]]
        if self.name.endswith(".h") and guards and defined and guards[0].words[2] == defined[0].words[-1]:
            ends = [item for item in items if item.words[1:2] == ["endif"]]
            first, last = (comments_of(item) for item in (guards[0], ends[-1]))
            return [Item(first)] + [item for item in items if item not in (guards[0], defined[0], ends[-1])] + [Item(last)]
        return items

    def conditional_includes(self):
        depth, found = 0, []
        for item in self.items:
            directive = item.words[1] if item.kind() == "directive" and len(item.words) > 1 else ""
            depth += (directive in ("if", "ifdef", "ifndef")) - (directive == "endif")
            match = included(item)
            if match and depth > 0:
                found.append(match.group(1))
        return found

    def macros(self):
        return {name for item in self.items if item.kind() == "macro" for name in item.defines}

    def conditions(self):
        """Words of directives such as #if."""
        return {word for item in self.items if item.kind() == "directive" for word in item.words}

    def defines(self):
        return set().union(*(item.defines for item in self.items))


def comments_of(item):
    """What stands before the item itself."""
    found = tokens(item.text)
    own = next((k for k, (kind, _) in enumerate(found) if kind not in ("space", "comment")), len(found))
    return "".join(token for _, token in found[:own])


def included(item):
    return INCLUDE.search(item.text) if item.is_directive and item.words[1:2] == ["include"] else None


def grown(found, more):
    """The set with all that more() of it has, again and again."""
    before = None
    while before != found:
        before = found
        found = found.union(*more(found))
    return found


def members(found):
    """Positions of tokens that name members: after '.' or '->', or declared in a struct."""
    seen = [k for k, (kind, _) in enumerate(found) if kind not in ("space", "comment")]
    structs, places = [], set()
    for before, k, after in zip([seen[0]] + seen, seen, seen[1:] + seen[-1:]):
        previous, token, following = found[before][1], found[k][1], found[after][1]
        if token == "{":
            structs.append(is_struct(found, seen, k))
        elif token == "}" and structs:
            structs.pop()
        elif previous in (".", "->"):
            places.add(k)
        elif structs and structs[-1] and following in (";", ",", "[") and previous not in ("[", "+", "-", "/"):
            places.add(k)
    return places


def is_struct(found, seen, brace):
    at = seen.index(brace)
    return any(found[k][1] in ("struct", "union") for k in seen[max(0, at - 2) : at])


def renamed(text, names):
    """The text with other names; a name that a macro pastes together gets the suffix behind it."""
    if not names or not words(text):
        return text
    found = tokens(text)
    keep = members(found)
    written = "".join(names.get(token, token) if kind == "name" and k not in keep else token for k, (kind, token) in enumerate(found))
    if "##" not in written:
        return written
    for old, new in names.items():
        suffix = new[len(old) :]
        for start in set(re.findall(r"(\w+_)##\w+$", written, re.MULTILINE)):
            if old.startswith(start):
                written = re.sub(rf"({start}##\w+)$", rf"\1##{suffix}", written, flags=re.MULTILINE)
    return written


def is_feature_macro(item):
    return item.kind() == "macro" and re.fullmatch(r"_\w+_SOURCE", item.words[2])


class Amalgamation:
    def __init__(self, lib, sources):
        self.lib = lib
        self.files = {}
        self.sources = [name for name in sources if name.endswith(".c")]
        for name in self.sources:
            self._read(name)
        self._find_templates()
        self.definers = {}
        for file in self.files.values():
            for name in file.defines():
                self.definers.setdefault(name, []).append(file.name)
        self.public = set(re.findall(r"\b(bms_\w+)\(", "".join(header.read_text() for header in lib.glob("bms*.h"))))
        self.written = set()
        self.out = []

    def _read(self, name):
        if name in self.files or "/" not in name:
            return
        self.files[name] = File(self.lib, name)
        for header in self.files[name].includes:
            self._read(header)

    def _find_templates(self):
        """A header that depends on a macro of the file that includes it, or that includes such a header, is a template too."""
        users = [file for file in self.files.values() if (file.is_source or file.is_template) and file.name not in (BEGIN, END)]
        own = {name for file in users for name in file.macros()}
        headers = [file for file in self.files.values() if not file.is_source and file.name not in (BEGIN, END)]
        first = {file.name for file in headers if file.is_template or own & file.conditions()}
        for name in grown(first, lambda found: ([file.name] for file in headers if found & set(file.includes))):
            self.files[name].is_template = True

    # ---------------------------------------------------------------- names

    def _templates(self, source):
        """The templates that a source includes, through other templates as well."""
        found, waiting = [], [source]
        while waiting:
            for header in self.files[waiting.pop()].includes:
                if "/" in header and self.files[header].is_template and header not in found:
                    found.append(header)
                    waiting.append(header)
        return found

    def _names_of(self, source):
        """What is called differently in a source and its templates."""
        own = [source] + self._templates(source)
        users = [other for other in self.sources if other != source]
        names = {}
        for part in own:
            for name in self.files[part].defines():
                shared = part != source and any(part in self._templates(other) for other in users)
                if shared or set(self.definers[name]) - set(own):
                    names[name] = f"{name}_in_{self.files[source].stem}"
        macros = self.macros_of(source)
        return {old: new for old, new in names.items() if old not in macros and not old.startswith("bms_")}

    def macros_of(self, source):
        """Macros that end with a source."""
        return {name for part in [source] + self._templates(source) for name in self.files[part].macros()}

    # ---------------------------------------------------------------- writing

    def _include(self, name, source, names):
        """The text of an included file at the place of its #include."""
        if name in (BEGIN, END):
            self._write(self.files[name].items, source, names)
            if name == END:
                self.out.append("\n#undef BMS_FAST_FUSED\n")
        elif "/" in name and self.files[name].is_template:
            if (source, name) not in self.written:
                self.written.add((source, name))
                self._write(self.files[name].items, source, names)
        elif "/" in name and name not in self.written:
            self.written.add(name)
            self._write(self.files[name].items, None, {})

    def _text(self, item, names):
        """An item with other names; functions and constants that no public header declares are static."""
        text = renamed(item.text, names)
        opening = comments_of(item)
        if item.words[:1] == ["extern"]:
            return opening + text[len(opening) :].replace("extern", "static", 1)
        is_constant = item.words[:1] == ["const"] and "=" in item.words
        is_function = item.kind() == "function" and item.words[1] != "(" and not item.is_static()
        if is_constant or (is_function and item.function() not in self.public):
            return opening + "static " + text[len(opening) :]
        return text

    def _write(self, items, source, names):
        for item in items:
            match = included(item)
            if match:
                self.out.append(comments_of(item))
                self._include(match.group(1), source, names)
            elif not is_feature_macro(item):
                self.out.append(self._text(item, names))

    def _write_source(self, name):
        file = self.files[name]
        self.out.append(f"\n/* ---------------------------------------------------------------- {name} */\n\n")
        # What other sources may need unconditionally stands before the condition.
        for part in [name] + self._templates(name):
            for header in self.files[part].conditional_includes():
                if "/" in header and header not in (BEGIN, END) and not self.files[header].is_template:
                    self._include(header, None, {})
        self._write(file.items, name, self.names | self._names_of(name))
        self.out.extend(f"\n#undef {macro}" for macro in sorted(self.macros_of(name)))
        self.out.append("\n")

    # ---------------------------------------------------------------- AVX2

    def _region(self, name, found):
        """Adds the shared headers of a region, in the order of their inclusion."""
        for header in self.files[name].includes:
            if "/" in header and header not in found and header not in (BEGIN, END):
                self._region(header, found)
                if header not in found:
                    found.append(header)
        return found

    def _twice(self, fast, headers):
        """Names of what is written again: functions, and what mentions one of them, as far as the sources use it."""
        items = [item for header in headers for item in self.files[header].items]
        functions = set().union(*(item.defines for item in items if item.kind() == "function" and item.words[-1] == "}"))
        found = grown(functions, lambda found: (item.defines for item in items if item.kind() in ("variable", "macro")
                                                and found & set(item.words)))
        parts = [self.files[part] for name in fast for part in [name] + self._templates(name)]
        first = {word for file in parts for item in file.items for word in item.words}
        pasted = {start for file in parts for item in file.items for start in re.findall(r"(\w+_)##\w+$", item.text)}
        first |= {start + word for start in pasted for word in first}
        used = grown(first, lambda used: (item.words for item in items if used & item.defines))
        return found & used

    def _write_fast_headers(self, fast):
        headers = []
        for name in fast:
            self._region(name, headers)
        headers = [header for header in headers if not self.files[header].is_template]
        for header in headers:
            self._include(header, None, {})
        twice = self._twice(fast, headers)
        self.names = {name: f"{name}_avx2" for name in twice}
        self.out.append("\n/* ---------------------------------------------------------------- headers again, for AVX2 */\n\n#if BMS_FAST_AVX2\n")
        self._include(BEGIN, None, {})
        again = set()
        for name in fast:
            for header in self.files[name].includes:
                self._write_again(header, twice, again)
        self._include(END, None, {})
        self.out.append("\n#endif\n")

    def _write_again(self, header, twice, again):
        """Functions of a header, under the conditions that they stand under."""
        if "/" not in header or header in again or header in (BEGIN, END):
            return
        again.add(header)
        is_template = self.files[header].is_template
        for item in self.files[header].items:
            match = included(item)
            if match:
                self._write_again(match.group(1), twice, again)
            elif item.kind() == "directive" and not is_template:
                self.out.append("\n" + item.text[len(comments_of(item)) :])
            elif item.defines & twice and not is_template:
                self.out.append(renamed(item.text, self.names))

    def text(self):
        self.names = {}
        fast = [name for name in self.sources if self.files[name].is_fast]
        for name in self.sources:
            if name not in fast:
                self._write_source(name)
        self._write_fast_headers(fast)
        for name in fast:
            self._write_source(name)
        return "".join(self.out)

    def feature_macros(self):
        """What the C library's headers are to declare, which stands before the first of them."""
        found = {tuple(item.words[2:4]) for name in self.sources for item in self.files[name].items if is_feature_macro(item)}
        return "".join(f"#ifndef {name}\n#define {name} {value}\n#endif\n" for name, value in sorted(found))


def main(lib, folder, *sources):
    lib, folder = Path(lib), Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    names = [re.sub(r"^.*?lib/", "", source) for source in sources]
    version = re.search(r'#define BMS_VERSION "(.*)"', (lib / "bms.h").read_text()).group(1)
    whole = Amalgamation(lib, names)
    text = whole.text()
    text = re.sub(r"/\* SPDX-License-Identifier: BSD-3-Clause \*/\n\n*", "", text)
    text = re.sub(r"\n{3,}", "\n\n", text)
    headers = sorted(header.name for header in lib.glob("bms*.h"))
    includes = "".join(f'#include "{header}"\n' for header in headers)
    opening = OPENING.format(version=version, features=whole.feature_macros(), includes=includes)
    (folder / "bms.c").write_text(opening + text)
    for header in list(lib.glob("bms*.h")) + list(lib.glob("bms*.hpp")):
        shutil.copyfile(header, folder / header.name)


if __name__ == "__main__":
    main(*sys.argv[1:])
