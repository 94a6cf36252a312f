# SPDX-License-Identifier: BSD-2-Clause
lib-fence-objs-y += fence.o
