/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by the subcommands of "hartscope perf": perf.data with N-Trace. */
#ifndef HOST_PERF_H
#define HOST_PERF_H

#include <argp.h>
#include <linux/perf_event.h>
#include <ntrace/flow.h>
#include "image.h"
#include "io.h"

/** "hartscope perf": finds the subcommand and runs it. */
int perf_main(int argc, char **argv);

int perf_inject(int argc, char **argv);
int perf_report(int argc, char **argv);
int perf_script(int argc, char **argv);
int perf_timeline(int argc, char **argv);

/* --- the file ------------------------------------------------------------- */

/** Types of records of user space, with the numbers of perf. */
enum perf_type {
	PERF_ID_INDEX = 69,
	PERF_AUXTRACE_INFO = 70,
	PERF_AUXTRACE = 71,
	PERF_COMPRESSED = 81,
	PERF_COMPRESSED2 = 83,
};

#define PERF_NOBODY 0xffffffffu

/** A record, and the values in the trailer of its sample ID. */
struct perf_record {
	const u8 *data; /* from its header on */
	u32 type;
	u16 misc;
	u32 size;	   /* bytes of it */
	u32 order;	   /* in the file */
	u64 time;	   /* ns; 0: the recorder made it, for a state before
			    * the recording */
	u32 pid, tid, cpu; /* PERF_NOBODY: unknown */
};

/** Bytes of trace in a PERF_AUXTRACE record. */
struct perf_bytes {
	u32 cpu, tid;
	u64 offset; /* in the trace of its CPU, by PERF_RECORD_AUX's count */
	const u8 *data;
	u64 size;
	bool after_hole; /* the file lacks bytes before these */
};

struct perf_file {
	const char *path;
	u8 *data;
	size_t size;
	u64 sample_type;
	bool has_ids;		    /* records end with a sample ID */
	struct perf_record *record; /* sorted by time */
	size_t num_records;
	struct perf_bytes *bytes; /* in the order of the file */
	size_t num_bytes;
	const char *info; /* text of PERF_AUXTRACE_INFO; "" if unknown */
	char *made_info;  /* the same, made from a perf's numbers */
	bool of_rvtrace;  /* of the driver rvtrace and its perf */
	bool of_branches; /* of the PMU hartscope_branch: records, no trace */
	u64 branch_type;  /* PERF_SAMPLE_BRANCH_... of its event */
	bool monotonic;	  /* times are those of CLOCK_MONOTONIC */
	struct perf_id {
		u64 id;
		u32 cpu;
	} * id; /* CPUs of events, for records without theirs */
	size_t num_ids;
	u64 lost; /* records that the kernel dropped */
	bool cut; /* the file ends too early */
};

/** Numbers of a record, little endian, with any alignment. */
u32 perf_get32(const u8 *data);
u64 perf_get64(const u8 *data);

/**
 * Read a perf.data file. Exits with a message if it is none, or in a form that
 * is not supported: of a pipe, compressed, big endian.
 */
void perf_file_read(struct perf_file *file, const char *path);
void perf_file_free(struct perf_file *file);

/** Bytes of a record, without the trailer of its sample ID. */
u32 perf_record_body(const struct perf_file *file,
		     const struct perf_record *record);

/**
 * A string in a record.
 * @param at	its offset
 * @return it; "" if it is missing, or has no end
 */
const char *perf_record_text(const struct perf_record *record, size_t at);

/* --- code ----------------------------------------------------------------- */

enum { PERF_BUILD_ID_MAX = 20 };

/** A file with code, and its steps at the file's addresses. */
struct perf_object {
	char *name; /* name in the recording */
	char *path; /* its place; NULL: not found */
	/* Owner of its code and symbols: itself, except for parts of the
	 * kernel */
	const struct perf_object *source;
	struct image image;
	struct symbols symbols;
	struct ntrace_region *region;
	size_t num_regions;
	struct perf_load {
		u64 offset, size, address;
	} * load;
	size_t num_loads;
	u64 entry; /* its first instruction; 0: none */
	u8 build_id[PERF_BUILD_ID_MAX];
	u8 build_id_size;
	bool wanted; /* its code was used */
	bool memory; /* memory of this process, without a file */
	bool made;   /* one function of a jitdump */
	u32 pid;
};

/**
 * Check a file: its build ID and segments of code.
 * @return true if it is an ELF file for RISC-V
 */
bool perf_object_probe(struct perf_object *object, const char *path);

/** Read the code and symbols of a file, after perf_object_probe(). */
void perf_object_load(struct perf_object *object, const char *path);

/** A function without a file; arguments of perf_code_made(). */
void perf_object_made(struct perf_object *object, const char *name, u64 address,
		      const u8 *bytes, u64 size);

/** @return true if both have a build ID, and these differ */
bool perf_object_differs(const struct perf_object *object, const u8 *build_id,
			 size_t size);

void perf_object_free(struct perf_object *object);

/** An object at a place in memory. */
struct perf_place {
	struct perf_object *object;
	u64 bias;		      /* added to its addresses */
	struct ntrace_region *region; /* of the source, at these addresses */
};

/** Files by the options. */
struct perf_options {
	const char *path, *output;
	const char *kcore, *kallsyms, *vdso; /* NULL: use those beside the
					      * file */
	const char *symfs;
	const char *firmware; /* NULL: M-mode's code is unknown */
	u64 firmware_offset;  /* added to its addresses */
	const char **image;
	size_t num_images;
	bool as_json;
	u64 src_bits; /* UINT64_MAX: by the file */
};

struct perf_code {
	const struct perf_options *options;
	struct perf_object **object;
	size_t num_objects;
	struct perf_place **place;
	size_t num_places;
	struct perf_object
		kcore; /* the kernel; without code if it was not found */
	struct perf_place *firmware; /* NULL: none */
};

void perf_code_open(struct perf_code *code, const struct perf_options *options);
void perf_code_close(struct perf_code *code);

/**
 * The place of a file's map.
 * @param build_id	of the mapped file, or NULL
 * @param offset	in the file, of the byte at address
 */
struct perf_place *perf_code_map(struct perf_code *code, const char *name,
				 const u8 *build_id, size_t build_id_size,
				 u64 address, u64 offset);

/** The place of a part of the kernel, named in brackets. */
struct perf_place *perf_code_kernel(struct perf_code *code, const char *name);

/** @return the firmware's place, if it has code at this address, or NULL */
struct perf_place *perf_code_firmware(const struct perf_code *code,
				      u64 address);

/**
 * The place of a process' memory without a file: names from /tmp/perf-PID.map,
 * and no code.
 */
struct perf_place *perf_code_memory(struct perf_code *code, u32 pid);

/**
 * The place of code that a process has made.
 * @param file		with the code
 * @param name		of the function
 * @param bytes		size of them; may be freed after the call
 */
struct perf_place *perf_code_made(struct perf_code *code, const char *file,
				  const char *name, u64 address,
				  const u8 *bytes, u64 size);

/** The place of code that has moved by some bytes. */
struct perf_place *perf_code_moved(struct perf_code *code,
				   const struct perf_place *place, u64 by);

/**
 * The path here of a file of the traced machine; the caller frees it.
 * @return NULL if it is not found
 */
char *perf_code_path(const struct perf_code *code, const char *name);

/** The code at an address of a place; NULL if unknown. */
const struct ntrace_region *perf_place_region(const struct perf_place *place,
					      u64 address);

/** Number of bytes of code in a place. */
u64 perf_place_size(const struct perf_place *place);

/** Report executed objects that were not found. */
void perf_code_complain(const struct perf_code *code);

/* --- processes ------------------------------------------------------------ */

struct perf_map {
	u64 start, end;
	struct perf_place *place;
	u64 until;     /* time of its end; 0: still there */
	bool replaced; /* another program replaced it */
};

struct perf_made;
struct perf_dump;

struct perf_process {
	u32 pid;
	struct perf_map *map;
	size_t num_maps;
	struct perf_made *made; /* code that it has made; NULL: none */
	struct perf_process *next;
};

struct perf_thread {
	u32 tid;
	char comm[16];
	struct perf_thread *next;
};

enum { PERF_HASH = 1024 };

struct perf_tasks {
	struct perf_code *code;
	struct perf_process *process[PERF_HASH];
	struct perf_thread *thread[PERF_HASH];
	struct perf_process kernel;
	struct perf_dump *dump; /* jitdumps of processes */
	bool monotonic;		/* copy of struct perf_file's */
};

void perf_tasks_begin(struct perf_tasks *tasks, struct perf_code *code,
		      bool monotonic);
void perf_tasks_end(struct perf_tasks *tasks);

/** Take a record: records come in the order of time. */
void perf_tasks_record(struct perf_tasks *tasks,
		       const struct perf_record *record);

/** A process has made code. @param time of that */
void perf_tasks_code(struct perf_tasks *tasks, u32 pid, u64 address, u64 size,
		     u64 time, struct perf_place *place);

/** It has moved code; place is for the new address. */
void perf_tasks_move(struct perf_tasks *tasks, u32 pid, u64 from, u64 to,
		     u64 size, u64 time);

/** @return the name of a thread, "" if unknown */
const char *perf_tasks_comm(const struct perf_tasks *tasks, u32 tid);

/** The maps to use after a program was replaced. */
enum perf_maps {
	PERF_MAPS_BOTH,	  /* of both programs, if they agree */
	PERF_MAPS_BEFORE, /* of the earlier program, then of the later one */
	PERF_MAPS_AFTER,
};

/**
 * Find the place of an address of a process.
 * @param since	maps of programs replaced before are ignored
 * @param maps	the program to use, if it was replaced since then
 * @return NULL if unknown, or not certain
 */
struct perf_place *perf_tasks_find(const struct perf_tasks *tasks, u32 pid,
				   u64 since, enum perf_maps maps, u64 address);

/**
 * @return true if the process' program was replaced since then, and the start
 *	of the new one, or of its interpreter, is known
 */
bool perf_tasks_replaced(const struct perf_tasks *tasks, u32 pid, u64 since);

/** @return true if a present file of the process has its start there */
bool perf_tasks_entry(const struct perf_tasks *tasks, u32 pid, u64 address);

/* --- code that processes make --------------------------------------------- */

/** @return true if a map with this name announces a jitdump */
bool perf_jit_is_dump(const char *name);

/** @return true if perf uses this name for memory without a file */
bool perf_jit_is_memory(const char *name);

/** A process has a jitdump: read it. Reports a file that is none, or has other
 * times. */
void perf_jit_open(struct perf_tasks *tasks, u32 pid, const char *name);
void perf_jit_close(struct perf_tasks *tasks);

/** Take the records of jitdumps up to this time. */
void perf_jit_reach(struct perf_tasks *tasks, u64 time);

/** Places of an address over time; struct perf_made has maps of code, by
 * page. */
struct perf_held {
	struct perf_place *now, *before;
};

/** Note a map that holds the address, the newest one first. */
void perf_held_note(struct perf_held *held, const struct perf_map *map,
		    u64 since);

/** Code is there from a time on, and ends older code there. */
void perf_made_add(struct perf_made **made, u64 start, u64 size, u64 time,
		   struct perf_place *place);
/** Code there ends. @return the place of the code with this start, or NULL */
struct perf_place *perf_made_end(struct perf_made *made, u64 start, u64 size,
				 u64 time);
void perf_made_find(const struct perf_made *made, u64 address, u64 since,
		    struct perf_held *held);
/** @return a copy of the code that is still there */
struct perf_made *perf_made_copy(const struct perf_made *made);
void perf_made_free(struct perf_made *made);

/* --- decoding ------------------------------------------------------------- */

/** A piece of trace, from one PERF_RECORD_AUX record. */
struct perf_piece {
	u32 cpu, pid, tid; /* PERF_NOBODY: several, or not known */
	u64 since, time;   /* ns: start and end */
	u64 offset, size, flags;
	enum perf_maps maps;
	const char *comm;
	/* Of branch records only: their number, the reason for their read and
	 * their kinds (trace/branch_block.h), and the task's pc then, 0: not
	 * known. */
	u32 entries;
	u8 why, what;
	u64 ip;
};

/** Losses, and counts of results. */
struct perf_totals {
	u64 insns, kernel_insns, firmware_insns, branches;
	u64 bytes, pieces;
	u64 gaps;      /* losses of a known flow */
	u64 no_code;   /* times that code was missing */
	u64 damaged;   /* other errors of the trace */
	u64 overflows; /* of the encoder */
	u64 truncated, partial, unclaimed;
};

/** A straight run of instructions of one object, or of unnamed code. */
struct perf_run {
	const struct perf_piece *piece;
	const struct perf_place *place;
	const struct profile_function *function; /* NULL: none */
	u64 address, insns, halfwords;
};

/** A jump from one instruction to another. */
struct perf_branch {
	const struct perf_piece *piece;
	u64 from, to;
	u8 kind; /* enum ntrace_end; NTRACE_END_TRAP: a trap was taken */
	/* Of branch records only; cycles since the last one, 0: not known. */
	bool mispredicted;
	u16 cycles;
};

/** Receiver of execution. Any function may be NULL. */
struct perf_sink {
	void *user;
	bool ordered; /* times is always 1: each pass of a loop has its call */
	void (*piece)(void *user, const struct perf_piece *piece);
	void (*run)(void *user, const struct perf_run *run, u64 times);
	void (*branch)(void *user, const struct perf_branch *branch, u64 times);
	/* Trace was lost here. */
	void (*loss)(void *user, const struct perf_piece *piece,
		     const char *what);
};

struct perf_decode {
	const struct perf_options *options;
	struct perf_file file;
	struct perf_code code;
	struct perf_tasks tasks;
	struct perf_totals totals;
};

/** Options of all subcommands; its input is a struct perf_options. */
extern const struct argp perf_argp;
/** Call this at ARGP_KEY_INIT. */
void perf_options_begin(struct perf_options *perf);

/** Read the file. Exits with a message if it has no trace. */
void perf_decode_open(struct perf_decode *decode,
		      const struct perf_options *options);

/** Exits with a message if the file has branch records, as they do not have all
 * executed instructions. */
void perf_decode_needs_trace(const struct perf_decode *decode);

/** Give all execution to sink, by time. */
void perf_decode_run(struct perf_decode *decode, const struct perf_sink *sink);

/** Report losses and missing files. @return the exit status */
int perf_decode_end(struct perf_decode *decode);

/** Place and function of an address of a piece. */
struct perf_place *perf_decode_place(const struct perf_decode *decode,
				     const struct perf_piece *piece,
				     u64 address);
const struct profile_function *
perf_place_function(const struct perf_place *place, u64 address);

/** An address as "main+0x10 (/bin/true)". */
void perf_decode_text(const struct perf_decode *decode,
		      const struct perf_piece *piece, u64 address, char *text,
		      size_t size);

#endif
