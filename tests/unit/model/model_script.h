/* SPDX-License-Identifier: BSD-2-Clause */
/* Rows of words for a hart of the model: what it does, and what must then be. */
#ifndef MODEL_SCRIPT_H
#define MODEL_SCRIPT_H

struct model_script {
	const char *name, *words;
};

/**
 * Run each script. All numbers are hexadecimal, and ~N is the complement.
 *
 * A hart: "rv64", "rv32" or the name of a preset, then changes of its
 * configuration: "+sscofpmf" and other extensions, "+ctr" for ctr_config(),
 * "-smctr", "-C" for a letter of misa, "FIELD=VALUE" for a number in struct
 * model_config. Other words:
 *
 *   c300=8  x10=1  pc=N  priv=1  time=N  res=N   give an element this value
 *   c300|8  c300^8                               set these bits, clear them
 *   c300<8                                       write a CSR as M-mode does
 *   @80002000=5  @80002000/4=5                   8 bytes of memory, or 4
 *   i=00500513  csrr=300                         execute this instruction
 *   csrrw=300  csrrs=300  csrrc=300
 *   go                                           execute the one at the pc
 *   open  flush  reset  count=5,3                rig_open(), model_NAME()
 *   ok  trap  int                                the step retired, ...
 *   NAME:VALUE  NAME&MASK:VALUE                  must be: an element, memory,
 *                                                or a field of the step
 *   NAME:none                                    there is no such element
 *   outside.c344:N  real.c144:N                  model_outside(), model_real()
 *   rec5.0:N  rec5.1:N  rec5.2:N                 CTR's record 5
 */
void model_scripts(const struct model_script *script, unsigned int count);

#endif
