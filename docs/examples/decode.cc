// SPDX-License-Identifier: BSD-2-Clause
// Prints the address ranges that an N-Trace says were executed:
//     c++ -o decode decode.cc $(pkg-config --cflags --libs hartscope)
//     ./decode TRACE PROGRAM ADDRESS     (PROGRAM: what memory holds at ADDRESS)
#include <hartscope/ntrace.h>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <vector>

static std::vector<uint8_t> read(const char *path)
{
	std::ifstream file(path, std::ios::binary);
	return { std::istreambuf_iterator<char>(file), {} };
}

static void *memory(size_t size)
{
	const size_t unit = HARTSCOPE_ALIGNMENT;
	return std::aligned_alloc(unit, (size + unit - 1) / unit * unit);
}

static void print(void *, const hartscope_hart *hart, const hartscope_range *range,
		  size_t num, uint64_t times)
{
	for (size_t i = 0; i < num; i++)
		std::printf("hart %u: %#" PRIx64 " %u instructions, %" PRIu64 " times\n",
			    hart->src, range[i].start, range[i].insns, times);
}

int main(int argc, char **argv)
{
	if (argc != 4)
		return std::fputs("usage: decode TRACE PROGRAM ADDRESS\n", stderr), 2;
	std::vector<uint8_t> trace = read(argv[1]), program = read(argv[2]);
	hartscope_code code{};
	code.base = std::strtoull(argv[3], nullptr, 0);
	code.bytes = program.data();
	code.size = program.size();
	code.isa.xlen = 64;
	size_t size = hartscope_image_size(1), steps = hartscope_image_code_size(code.size);
	hartscope_image *image = hartscope_image_init(memory(size), size, 1);
	if (trace.empty() || !hartscope_image_add(image, &code, memory(steps), steps))
		return std::fputs("decode: there is no trace, or no program\n", stderr), 1;
	hartscope_ntrace_room room{ 8, 4096, 4096, {} };
	hartscope_ntrace_settings settings{};
	settings.xlen = 64;
	hartscope_ntrace_sink sink{};
	sink.ranges = print;
	size = hartscope_ntrace_decoder_size(&room);
	hartscope_ntrace_decoder *decoder = hartscope_ntrace_decoder_init(
		memory(size), size, &room, &settings, image, &sink);
	hartscope_ntrace_decoder_feed(decoder, trace.data(), trace.size());
	return hartscope_ntrace_decoder_finish(decoder) ? 0 : 1;
}
