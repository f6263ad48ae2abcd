# SPDX-License-Identifier: BSD-3-Clause
#
# Turns a document into a shell script that does what the document says, in its order:
#
#   a fenced block behind a paragraph that ends with `NAME`: and no more    page_file NAME
#   indented lines                                                          page_command
#   a block ```text behind a command                                        page_output, what the command prints
#
# Each of the three reads the block from standard input.  `only` is the language of blocks that are files, or empty for
# all; a block ```text with a name before it is a file.

function begin(call) {
  print call " <<'END_OF_BLOCK'"
}

function end() {
  print "END_OF_BLOCK"
}

/^```/ && fenced {
  if (shown) end()
  fenced = shown = 0
  name = ""
  next
}

/^```/ {
  if (commands) { end(); commands = 0 }
  fenced = 1
  language = substr($0, 4)
  shown = 1
  if (name != "") { begin("page_file '" name "'"); after_command = 0 }
  else if (language == "text" && after_command) begin("page_output")
  else shown = 0
  next
}

fenced {
  if (shown) print
  next
}

/^    [^ ]/ || (commands && /^    /) {
  if (!commands) begin("page_command")
  commands = 1
  after_command = 1
  print substr($0, 5)
  next
}

{
  if (commands) { end(); commands = 0 }
}

/^$/ { next }

{
  name = ""
  if (match($0, /`[A-Za-z0-9_.\/-]+`:$/)) name = substr($0, RSTART + 1, RLENGTH - 3)
  if (/^#/) after_command = 0
}

END {
  if (commands) end()
}
