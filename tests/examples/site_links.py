#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Prints links of a site that lead nowhere, and what its pages load from elsewhere: site_links.py SITE"""
import html
import os
import re
import sys

site = sys.argv[1]
names, links = {}, []
for folder, _, files in os.walk(site):
    for file in files:
        if file.endswith('.html'):
            page = os.path.join(folder, file)
            with open(page, encoding='utf-8', errors='replace') as text:
                text = text.read()
            names[page] = set(re.findall(r'\b(?:id|name)="([^"]+)"', text))
            links += [(page, kind, html.unescape(to)) for kind, to in re.findall(r'\b(href|src|srcset)="([^"]*)"', text)]
            for tag in re.findall(r'<(?:script|link|img|source)\b[^>]*', text):
                if re.search(r'(?:src|srcset|href)="(?:[a-z]+:)?//', tag):
                    print('%s: loads %s' % (page, tag))

for page, kind, to in links:
    path, _, part = to.partition('#')
    # doxygen's pages are its own; the page of errors has addresses of a server.
    if re.match(r'[a-z]+:', to) or to in ('', '.') or '/api/' in page or page.endswith('404.html'):
        continue
    target = os.path.normpath(os.path.join(os.path.dirname(page), path)) if path else page
    if os.path.isdir(target):
        target = os.path.join(target, 'index.html')
    if not os.path.exists(target) or (part and target in names and part not in names[target]):
        print('%s: %s' % (page, to))
