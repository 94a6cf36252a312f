# SPDX-License-Identifier: BSD-2-Clause
# Proofs with CBMC: "make prove" has all of them, the full level some.

PROVE_SHORT := pmu_get_info pmu_set_shmem pmu_stop_flags trace_allowed
PROVE_LONG := pmu_fw_read pmu_fw_read_hi pmu_start pmu_stop_one pmu_config \
	trace_judge info_part info_reachable info_legal info_known

.PHONY: prove run-prove-full run-prove-long
prove:
	$(summary) prove-long
run-prove-full: PROOFS = $(PROVE_SHORT)
run-prove-long: PROOFS = $(PROVE_SHORT) $(PROVE_LONG)
run-prove-full run-prove-long: $(O)/opensbi/.src | $(O)/.setup/host
	@sh tests/prove/run.sh $(O) $(O)/results/prove.tally $(PROOFS)
