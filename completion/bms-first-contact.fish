# SPDX-License-Identifier: BSD-3-Clause
#
# Completion of bms-first-contact's options and files in fish.

complete -c bms-first-contact -l approach -d 'answer with the first time from which on the boxes overlap'
complete -c bms-first-contact -l intervals -d 'add all stretches of contact, in order and to their ends'
complete -c bms-first-contact -l certificate -d 'add a proof of the answer that can be checked without this program'
complete -c bms-first-contact -l derivative -d 'add how t changes with every number of the query'
complete -c bms-first-contact -l trace -d 'add all steps of the algorithm'
complete -c bms-first-contact -l trace=text -d 'write all steps for reading'
complete -c bms-first-contact -l html -r -d 'write a page as well that shows the queries, moving, in any browser'
complete -c bms-first-contact -l threads -x -d 'share the work among N threads, 0 for one per processor'
complete -c bms-first-contact -l tolerance -x -d 'add the first contacts of all queries within LENGTH[,TURN]'
complete -c bms-first-contact -l progress -d 'show how far it is'
complete -c bms-first-contact -s h -l help -d 'show this and exit'
complete -c bms-first-contact -l version -d 'show the version and exit'
complete -c bms-first-contact -l self-test -d 'check the arithmetic that the answers rest on, and exit'
