// SPDX-License-Identifier: BSD-2-Clause
/*
 * event_get_info, whose lists have any length: the judge of the list. Each step
 * of its loops goes from any state to one of the same kind, so a proof for the
 * first records is a proof for all, at any address. Records that need a search
 * of the whole map of raw events, not only a look into a table, are not proved
 * here.
 */
#include "../../lib/pmu/pmu_info.c"
#include "prove.h"

enum { RECORDS = 6 };

/* --- assumptions of every part ------------------------------------------- */

/* Some records of a page, of a list that was judged. */
static unsigned long records(unsigned long most, unsigned long *part)
{
	unsigned long address = prove_word();

	*part = INFO_SIZE * (1 + nondet_u64() % most);
	GIVEN(!(address & (INFO_SIZE - 1)));
	GIVEN(address / INFO_PAGE == (address + *part - 1) / INFO_PAGE);
	GIVEN(prove_xlen == 64 || !((address + *part - 1) >> 32));
	prove_shmem_trust(address, *part);
	return address;
}

/* --- a list in parts ----------------------------------------------------------- */

/* A part consists of records of one page, and so does the rest. */
void prove_info_part(void)
{
	unsigned long address = nondet_u64(), size = nondet_u64(), part;

	GIVEN(size && !((address | size) & (INFO_SIZE - 1)));
	GIVEN(address + size - 1 >= address);
	part = pmu_info_part(address, size);
	PROVE(part && part <= size && !(part & (INFO_SIZE - 1)));
	PROVE(address / INFO_PAGE == (address + part - 1) / INFO_PAGE);
}

/*
 * The arguments: a list that passes the judge consists of records, and does not
 * wrap around.
 */
void prove_info_reachable(void)
{
	struct sbi_args args;

	prove_begin();
	args = prove_args();
	if (args.a[2] && pmu_info_reachable(&args))
		PROVE(args.a[2] * INFO_SIZE / INFO_SIZE == args.a[2] &&
		      (prove_xlen == 64 || !(args.a[2] * INFO_SIZE >> 32)));
}

/* --- one page -------------------------------------------------------------------- */

/* Nothing is written before all records are judged. */
void prove_info_legal(void)
{
	unsigned long address, part;

	prove_begin();
	address = records(RECORDS, &part);
	prove_guarded = true;
	pmu_info_legal(address, part);
	PROVE(!prove_writes);
}

/* --- one record ------------------------------------------------------------------ */

/*
 * A record that a look into a table answers: no read outside of the machine's
 * tables, and the only written word is in the record.
 */
void prove_info_known(void)
{
	struct pmu_machine machine;
	struct pmu_hart hart;
	unsigned long address, part, end;

	prove_begin();
	hart.machine = &machine;
	address = records(1, &part);
	prove_guarded = true;
	end = pmu_info_known(&hart, address, address + part);
	PROVE(end == address || end == address + part);
}
