# SPDX-License-Identifier: BSD-2-Clause
lib-fence-objs-y += fence.o
lib-fence-fast-y += fence.o
