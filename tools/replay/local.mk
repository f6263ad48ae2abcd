# SPDX-License-Identifier: BSD-3-Clause

# Animations as glTF, pages, and film strips as SVG.
replay_gltf_parts = %reldir%/base64.c %reldir%/base64.h
replay_gltf_parts += %reldir%/replay.c %reldir%/replay.h
replay_gltf_parts += %reldir%/replay_gltf.c

replay_page_parts = %reldir%/replay_json.c %reldir%/replay_json.h

replay_parts = $(replay_gltf_parts) $(replay_page_parts)
replay_parts += %reldir%/replay_page.c
replay_parts += %reldir%/replay_strip.c
