# SPDX-License-Identifier: BSD-2-Clause
lib-profile-objs-y += profile_counts.o
lib-profile-objs-y += profile_function.o
lib-profile-objs-y += profile_stack.o
lib-profile-objs-y += profile_tree.o
