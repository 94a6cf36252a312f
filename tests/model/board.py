# SPDX-License-Identifier: BSD-2-Clause
"""The device tree of a machine of the model, and the command that boots it."""

import os
import subprocess

# The extensions of every hart of the model's presets.
COMMON = ('zicbom', 'zicboz', 'zicntr', 'zicsr', 'zifencei', 'zihpm', 'zawrs',
          'zba', 'zbb', 'zbc', 'zbs')
TREE = '''/dts-v1/;
/ {{
	#address-cells = <2>;
	#size-cells = <2>;
	compatible = "hartscope,model";
	model = "hartscope,model";
	chosen {{ stdout-path = "/soc/serial@10000000"; bootargs = "{words}"; }};
	memory@80000000 {{
		device_type = "memory";
		reg = <0 0x80000000 0 0x10000000>;
	}};
	cpus {{
		#address-cells = <1>;
		#size-cells = <0>;
		timebase-frequency = <10000000>;
{cpus}	}};
	poweroff {{
		compatible = "syscon-poweroff";
		regmap = <&test>;
		offset = <0>;
		value = <0x5555>;
	}};
	reboot {{
		compatible = "syscon-reboot";
		regmap = <&test>;
		offset = <0>;
		value = <0x7777>;
	}};
	pmu {{
		compatible = "riscv,pmu";
		riscv,event-to-mhpmcounters = <1 1 0x7fff9 2 2 0x7fffc
				0x10019 0x10019 0x7fff8>;
	}};
	soc {{
		#address-cells = <2>;
		#size-cells = <2>;
		compatible = "simple-bus";
		ranges;
		serial@10000000 {{
			compatible = "ns16550a";
			reg = <0 0x10000000 0 0x100>;
			clock-frequency = <3686400>;
		}};
		test: test@100000 {{
			compatible = "sifive,test1", "sifive,test0", "syscon";
			reg = <0 0x100000 0 0x1000>;
		}};
		clint@2000000 {{
			compatible = "sifive,clint0", "riscv,clint0";
			reg = <0 0x2000000 0 0x10000>;
			interrupts-extended = <{clint}>;
		}};
	}};
}};
'''
CPU = '''		cpu@{n} {{
			device_type = "cpu";
			reg = <{n}>;
			phandle = <{phandle}>;
			status = "okay";
			compatible = "riscv";
			riscv,isa-base = "rv{xlen}i";
			riscv,isa = "rv{xlen}{letters}_{names}";
			riscv,isa-extensions = {listed};
			mmu-type = "riscv,{mmu}";
			riscv,cbom-block-size = <64>;
			riscv,cboz-block-size = <64>;
			intc{n}: interrupt-controller {{
				#interrupt-cells = <1>;
				interrupt-controller;
				compatible = "riscv,cpu-intc";
			}};
		}};
'''


class Hart:
    """A hart: its description for boot, and its extensions in the device tree."""

    def __init__(self, words=(), names=(), numbers=None, fp=True, d=True):
        self.words = list(words)      # words of boot's KIND without a number
        self.names = list(names)      # extensions for the device tree
        self.numbers = numbers or {}  # the words with a number
        self.fp, self.d = fp, fp and d

    def kind(self):
        words = self.words + ([] if self.d else ['nod' if self.fp else 'nofp'])
        words += [f'{k}={v:#x}' for k, v in self.numbers.items()]
        return ','.join(words)

    def cpu(self, n, xlen):
        letters = 'ima' + 'f' * self.fp + 'd' * self.d + 'c'
        names = sorted(COMMON) + sorted(self.names) + ['sstc', 'svadu']
        return CPU.format(
            n=n, xlen=xlen, letters=letters, phandle=16 + n,
            names='_'.join(names), mmu='sv57' if xlen == '64' else 'sv32',
            listed=', '.join(f'"{x}"' for x in [*letters, *names]))


def tree(path, xlen, harts, words):
    """Write the device tree blob."""
    source = TREE.format(
        words=' '.join(words),
        cpus=''.join(hart.cpu(n, xlen) for n, hart in enumerate(harts)),
        clint=' '.join(f'&intc{n} 3 &intc{n} 7' for n in range(len(harts))))
    os.makedirs(os.path.dirname(path), exist_ok=True)
    subprocess.run(['dtc', '-q', '-I', 'dts', '-O', 'dtb', '-o', path],
                   input=source, text=True, check=True)


def command(build, xlen, harts, firmware, payload, dtb, *more):
    """The command line that boots it."""
    line = [os.path.join(build, 'host', 'model', 'boot'), '--xlen', xlen,
            '--harts', str(len(harts))]
    for hart in harts:
        line += ['--kind', hart.kind()]
    return line + ['--firmware', firmware, '--payload', payload, '--dtb', dtb,
                   *more]
