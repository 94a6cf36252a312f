// SPDX-License-Identifier: BSD-2-Clause
// Shows what "data" has. Text of the trace becomes text only, never HTML.
'use strict';
(function () {
const data = JSON.parse(document.getElementById('data').textContent);
const names = data.names;
const MODES = ['U', 'S', 'M', 'D', 'VU', 'VS', '?'];
const COLOURS = { U: '#5a9e4b', S: '#4b7fc4', M: '#cf6a3a', D: '#8a5fb0',
	VU: '#a5c96f', VS: '#7fb3dd', '?': '#9aa0a6' };
const STRIP = 26, ROW = 14, GAP = 8, LABEL = 56, DEPTH_MAX = 24;
const FLAME_ROW = 16;
const $ = (id) => document.getElementById(id);
const time = $('time'), flame = $('flame');
const view = { from: 0, to: 1, hart: 0, moment: null };
let needle = '';

function make(tag, text, style) {
	const element = document.createElement(tag);

	if (text !== undefined)
		element.textContent = text;
	if (style)
		element.className = style;
	return element;
}

// A row of cells: text, or [text, class]
function addRow(table, cells, style) {
	const row = make('tr', undefined, style);

	for (const cell of cells)
		row.append(Array.isArray(cell) ? make('td', ...cell) :
			make('td', cell));
	table.append(row);
	return row;
}

function addTitles(table, titles) {
	const row = make('tr');

	for (const title of titles)
		row.append(Array.isArray(title) ? make('th', ...title) :
			make('th', title));
	table.append(row);
}

const count = (n) => n.toLocaleString('en');
const share = (part, all) =>
	(all ? 100 * part / all : 0).toFixed(2) + ' %';

function clock(t) {
	if (data.unit !== 'ns')
		return count(Math.round(t)) + ' ' + data.unit;
	if (t >= 1e9)
		return (t / 1e9).toFixed(6) + ' s';
	return t >= 1e6 ? (t / 1e6).toFixed(4) + ' ms' :
		(t / 1e3).toFixed(3) + ' us';
}

const fits = (name) => needle !== '' && name.toLowerCase().includes(needle);

// Of names that have been drawn since the last search
const colours = [new Map(), new Map()];

function colour(name, trap) {
	let found = colours[trap].get(name);

	if (found === undefined) {
		found = newColour(name, trap);
		colours[trap].set(name, found);
	}
	return found;
}

function newColour(name, trap) {
	let hash = 7;

	if (fits(name))
		return '#e13be8';
	for (let i = 0; i < name.length; i++)
		hash = (hash * 31 + name.charCodeAt(i)) >>> 0;
	return trap ? `hsl(${200 + hash % 40} 65% 72%)` :
		`hsl(${10 + hash % 45} 75% ${62 + (hash >>> 8) % 16}%)`;
}

// A canvas as wide as the page, in its own pixels
function prepare(canvas, height) {
	const scale = window.devicePixelRatio || 1;
	const width = canvas.clientWidth || 1200;
	const g = canvas.getContext('2d');

	canvas.style.height = height + 'px';
	canvas.width = width * scale;
	canvas.height = height * scale;
	g.setTransform(scale, 0, 0, scale, 0, 0);
	g.clearRect(0, 0, width, height);
	g.font = '11px monospace';
	g.textBaseline = 'middle';
	return [g, width];
}

// Of names, in the font of all labels
const widths = new Map();

function widthOf(g, name) {
	let found = widths.get(name);

	if (found === undefined) {
		found = g.measureText(name).width;
		widths.set(name, found);
	}
	return found;
}

// As much of a name as fits, with an ellipsis if that is not all
function shorten(g, name, width) {
	let most = 0, less = name.length;

	if (widthOf(g, name) <= width)
		return name;
	while (less - most > 1) {
		const half = (most + less) >> 1;

		if (widthOf(g, name.slice(0, half) + '\u2026') <= width)
			most = half;
		else
			less = half;
	}
	return most > 1 ? name.slice(0, most) + '\u2026' : '';
}

function label(g, name, x, width, y) {
	if (width < 20)
		return;
	g.fillStyle = '#111';
	g.fillText(shorten(g, name, width - 4), x + 2, y);
}

// --- time: a strip of modes for each hart, and its calls below
// Calls come in the order of time, five numbers each, and there may be many: in
// columns they are quick to make and to go through.
function readCalls(flat) {
	const num = flat.length / 5;
	const calls = { num, name: new Uint32Array(num),
		start: new Float64Array(num), end: new Float64Array(num),
		insns: new Float64Array(num), depth: new Uint16Array(num),
		trap: new Uint8Array(num), deepest: -1 };
	let now = 0;

	for (let i = 0, at = 0; i < num; i++, at += 5) {
		now += flat[at + 1];
		calls.name[i] = flat[at];
		calls.start[i] = now;
		calls.end[i] = now + flat[at + 2];
		calls.insns[i] = flat[at + 3];
		calls.depth[i] = flat[at + 4] >> 1;
		calls.trap[i] = flat[at + 4] & 1;
		calls.deepest = Math.max(calls.deepest, calls.depth[i]);
	}
	return calls;
}

const callOf = (calls, i) => ({ name: names[calls.name[i]],
	start: calls.start[i], end: calls.end[i], insns: calls.insns[i],
	depth: calls.depth[i], trap: calls.trap[i] });

// The first call that fits, or null; those that do
function findCall(calls, good) {
	for (let i = 0; i < calls.num; i++)
		if (good(i))
			return callOf(calls, i);
	return null;
}

function filterCalls(calls, good) {
	const found = [];

	for (let i = 0; i < calls.num; i++)
		if (good(i))
			found.push(callOf(calls, i));
	return found;
}

const harts = data.harts.map((hart) => {
	const calls = readCalls(hart.calls);

	return { ...hart, calls, top: 0,
		depth: Math.min(DEPTH_MAX, 1 + calls.deepest) };
});
const whole = { from: Math.min(...harts.map((h) => h.start)),
	to: Math.max(...harts.map((h) => h.end)) };
if (!(whole.to > whole.from)) {
	whole.from = harts.length ? whole.from : 0;
	whole.to = whole.from + 1;
}

let timeWidth = 1200;
const toX = (t) => LABEL + (t - view.from) / (view.to - view.from) *
	(timeWidth - LABEL);
const toTime = (x) => view.from + (x - LABEL) / (timeWidth - LABEL) *
	(view.to - view.from);

function drawModes(g, hart) {
	const most = Math.max(1, ...Array.from({ length: 1024 }, (_, i) =>
		MODES.reduce((s, m) => s + (hart.rows[m]?.[i] || 0), 0)));

	for (let i = 0; i < 1024; i++) {
		const a = toX(hart.start + i * hart.width);
		const b = toX(hart.start + (i + 1) * hart.width);
		let y = hart.top + STRIP;

		if (b < LABEL || a > timeWidth)
			continue;
		for (const mode of MODES) {
			const n = hart.rows[mode]?.[i] || 0;
			const h = n ? Math.max(1, n / most * STRIP) : 0;

			g.fillStyle = COLOURS[mode];
			y -= h;
			g.fillRect(Math.max(a, LABEL), y,
				Math.max(b - Math.max(a, LABEL), 0.5), h);
		}
		if (hart.rows.losses?.[i]) {
			g.fillStyle = '#d00';
			g.fillRect(Math.max(a, LABEL), hart.top,
				Math.max(b - a, 2), STRIP);
		}
	}
}

function drawCalls(g, hart) {
	const calls = hart.calls, reach = new Float64Array(DEPTH_MAX);
	const scale = (timeWidth - LABEL) / (view.to - view.from);

	for (let i = 0; i < calls.num && calls.start[i] <= view.to; i++) {
		const depth = calls.depth[i];
		const x = LABEL + (calls.end[i] - view.from) * scale;

		if (x < LABEL || depth >= DEPTH_MAX)
			continue;
		const a = Math.max(toX(calls.start[i]), LABEL);
		const b = Math.min(x, timeWidth);
		const name = names[calls.name[i]];
		// Of many in one pixel the first is drawn, or what was sought
		if (b < reach[depth] + 0.3 && !fits(name))
			continue;
		const y = hart.top + STRIP + 2 + depth * ROW;
		reach[depth] = b;
		g.fillStyle = colour(name, calls.trap[i]);
		g.fillRect(a, y, Math.max(b - a - 0.3, 0.6), ROW - 1);
		label(g, name, a, b - a, y + ROW / 2);
	}
}

function drawTime() {
	const height = harts.reduce((sum, hart) => {
		hart.top = sum;
		return sum + STRIP + 4 + hart.depth * ROW + GAP;
	}, 4);
	let g;

	[g, timeWidth] = prepare(time, height);
	for (const [i, hart] of harts.entries()) {
		drawModes(g, hart);
		drawCalls(g, hart);
		g.fillStyle = i === view.hart ? '#06c' : '#444';
		g.fillText('hart ' + hart.hart, 4, hart.top + STRIP / 2);
	}
	if (view.moment !== null) {
		g.fillStyle = '#000';
		g.fillRect(toX(view.moment), 0, 1, height);
	}
}

function zoom(factor, at) {
	const span = Math.min((view.to - view.from) * factor,
		whole.to - whole.from);
	const part = (at - view.from) / (view.to - view.from);

	if (span < 1e-3)
		return;
	view.from = Math.min(Math.max(at - part * span, whole.from),
		whole.to - span);
	view.to = view.from + span;
	drawTime();
}

function move(part) {
	const span = view.to - view.from;

	view.from = Math.min(Math.max(view.from + part * span, whole.from),
		whole.to - span);
	view.to = view.from + span;
	drawTime();
}

function showAll() {
	view.from = whole.from;
	view.to = whole.to;
	drawTime();
}

const hartAt = (y) => Math.max(0, harts.findLastIndex((h) => h.top <= y));

function callAt(x, y) {
	const hart = harts[hartAt(y)], t = toTime(x), before = toTime(x - 1);
	const depth = Math.floor((y - hart.top - STRIP - 2) / ROW);
	const c = hart.calls;

	return findCall(c, (i) => c.depth[i] === depth && c.start[i] <= t &&
		t <= Math.max(c.end[i], before));
}

// --- the calls around a moment
function stackAt(hart, t) {
	let i = Math.min(1023, Math.floor((t - hart.start) / hart.width));
	const list = [];

	while (i > 0 && !hart.stacks[i])
		i--;
	for (let n = hart.stacks[Math.max(i, 0)]; n; n = data.tree[n][0])
		list.unshift(nodes[n].name);
	return list;
}

function addCall(table, call, indent, mark) {
	const row = addRow(table, [clock(call.start), clock(call.end -
		call.start), count(call.insns), [' '.repeat(2 * indent) +
		(call.trap ? 'trap: ' : '') + call.name, 'text'],
		[mark, 'text']], fits(call.name) ? 'hit' : '');

	row.addEventListener('click', () => showCode(call.name));
	row.classList.add('pick');
}

function showMoment() {
	const hart = harts[view.hart], t = view.moment;
	const table = $('moment');

	table.replaceChildren();
	$('when').textContent = t === null || !hart ? '' :
		`hart ${hart.hart}, ${clock(t)}`;
	if (t === null || !hart)
		return;
	addTitles(table, ['start', 'length', 'instructions',
		['function', 'text'], ['', 'text']]);
	const c = hart.calls;
	const over = filterCalls(c, (i) => c.start[i] <= t && t <= c.end[i])
		.sort((a, b) => a.depth - b.depth || a.start - b.start);
	for (const call of over)
		addCall(table, call, call.depth, 'runs');
	const last = over[over.length - 1];
	const depth = last ? last.depth + 1 : 0;
	filterCalls(c, (i) => c.depth[i] === depth && (!last ||
		c.start[i] >= last.start && c.end[i] <= last.end))
		.sort((a, b) => Math.abs(a.start - t) - Math.abs(b.start - t))
		.slice(0, 20).sort((a, b) => a.start - b.start)
		.forEach((call) => addCall(table, call, call.depth,
			call.end < t ? 'before' : 'after'));
	addRow(table, ['', '', '', ['stack of this part of the time: ' +
		stackAt(hart, t).join(' > '), 'text'], '']);
	if (data.leastCall > 1)
		addRow(table, ['', '', '', ['calls of less than ' +
			count(data.leastCall) + ' instructions are not shown; ' +
			'--time=FROM..TO makes a report of less time', 'text'],
			''], 'never');
}

function choose(hart, t) {
	view.hart = Math.min(Math.max(hart, 0), harts.length - 1);
	view.moment = Math.min(Math.max(t, whole.from), whole.to);
	if (view.moment < view.from || view.moment > view.to)
		move((view.moment - (view.from + view.to) / 2) /
			(view.to - view.from));
	drawTime();
	showMoment();
}

// The next call, of any hart, that fits what is sought
function nextCall() {
	const from = view.moment ?? -1;
	let best = null;

	harts.forEach((hart, i) => {
		const c = hart.calls;
		const call = findCall(c, (k) => c.start[k] > from &&
			fits(names[c.name[k]]));

		if (call && (!best || call.start < best.call.start))
			best = { i, call };
	});
	if (best)
		choose(best.i, best.call.start);
}

// --- flame graph
const nodes = data.tree.map((n) => ({ parent: n[0], name: n[1] ?
	names[n[1] - 1] : 'all', all: n[2], own: n[3], trap: n[4],
	children: [], x: 0, depth: 0 }));
nodes.forEach((node, i) => {
	if (!i)
		return;
	node.depth = nodes[node.parent].depth + 1;
	nodes[node.parent].children.push(i);
});
for (const node of nodes) {
	let x = node.x;

	node.children.sort((a, b) => nodes[a].name < nodes[b].name ? -1 : 1);
	for (const child of node.children) {
		nodes[child].x = x;
		x += nodes[child].all;
	}
}
const flameView = { root: 0, at: 0, boxes: [] };

function isAbove(i, top) {
	while (i > top)
		i = nodes[i].parent;
	return i === top;
}

function drawFlame() {
	const root = nodes[flameView.root];
	const boxes = [];
	const path = [];
	let deepest = root.depth;

	for (let i = flameView.root; i; i = nodes[i].parent)
		path.push(nodes[i].parent);
	const visit = (i, scale) => {
		const node = nodes[i];
		const w = node.all * scale;

		if (w < 0.4)
			return;
		deepest = Math.max(deepest, node.depth);
		boxes.push({ i, x: (node.x - root.x) * scale, w });
		node.children.forEach((child) => visit(child, scale));
	};
	const width = flame.clientWidth || 1200;
	visit(flameView.root, width / Math.max(root.all, 1));
	path.forEach((i) => boxes.push({ i, x: 0, w: width }));
	const [g] = prepare(flame, (deepest + 1) * FLAME_ROW + 2);
	for (const box of boxes) {
		const node = nodes[box.i];

		box.y = (deepest - node.depth) * FLAME_ROW;
		g.fillStyle = colour(node.name, node.trap);
		g.fillRect(box.x, box.y, Math.max(box.w - 0.5, 0.3),
			FLAME_ROW - 1);
		label(g, node.name, box.x, box.w, box.y + FLAME_ROW / 2);
		if (box.i === flameView.at && document.activeElement === flame)
			g.strokeRect(box.x + 1, box.y + 1, box.w - 2,
				FLAME_ROW - 3);
	}
	flameView.boxes = boxes;
}

function flameTip(i) {
	const node = nodes[i];

	$('flametip').textContent = `${node.name}${node.trap ? ' (trap)' : ''}: ` +
		`${count(node.all)} instructions, ` +
		`${share(node.all, nodes[0].all)}; ${count(node.own)} of its own`;
}

function widen(i) {
	flameView.root = flameView.at = i;
	flameTip(i);
	drawFlame();
}

const flameAt = (x, y) => flameView.boxes.find((b) => x >= b.x &&
	x < b.x + b.w && y >= b.y && y < b.y + FLAME_ROW);

function flameKey(key) {
	const node = nodes[flameView.at];
	const peers = nodes[node.parent].children;
	const place = peers.indexOf(flameView.at);
	const to = { ArrowDown: node.parent, ArrowUp: node.children[0],
		ArrowLeft: peers[place - 1], ArrowRight: peers[place + 1] }[key];

	if (key === 'Enter')
		widen(flameView.at);
	else if (to !== undefined)
		flameView.at = to;
	else
		return false;
	if (!isAbove(flameView.at, flameView.root))
		flameView.root = flameView.at;
	flameTip(flameView.at);
	drawFlame();
	return true;
}

// --- functions and their code
data.functions.sort((a, b) => b.executed - a.executed);

function showFunctions() {
	const table = $('functions');

	table.replaceChildren();
	addTitles(table, ['instructions', 'share', 'entered', 'covered',
		['function', 'text'], ['place', 'text']]);
	for (const f of data.functions) {
		const row = addRow(table, [count(f.executed),
			share(f.executed, data.insns), count(f.entered),
			`${f.covered} / ${f.insns}`, [f.name, 'text'],
			[f.file ? `${f.file}:${f.line}` : '', 'text']],
			fits(f.name) ? 'pick hit' : 'pick');

		row.tabIndex = 0;
		row.addEventListener('click', () => showFunction(f));
		row.addEventListener('keydown', (event) => {
			if (event.key === 'Enter')
				showFunction(f);
		});
	}
}

function showFunction(f) {
	const table = $('code');
	let place = '';

	$('codetitle').textContent = `${f.name} at ${f.address}`;
	$('codebox').hidden = false;
	table.replaceChildren();
	addTitles(table, ['executed', 'jumped', ['address', 'text'],
		['instruction', 'text']]);
	for (const [address, text, executed, taken, file, line] of f.code) {
		if (file !== undefined && place !== file + ':' + line) {
			place = file + ':' + line;
			addRow(table, ['', '', [`${data.files[file].name
				.replace(/.*\//, '')}:${line}`, 'text'],
				[data.files[file].lines[line] ?? '', 'text']],
				'source');
		}
		addRow(table, [count(executed), taken ? count(taken) : '',
			[address, 'text'], [text, 'text']],
			executed ? '' : 'never');
	}
	if (f.code.length < f.insns)
		addRow(table, ['', '', '', [f.code.length ? '...' :
			'no code of it in this page', 'text']]);
}

function showCode(name) {
	const f = data.functions.find((x) => x.name === name);

	if (f)
		showFunction(f);
}

// --- events
function showEvents() {
	const table = $('events');

	$('eventsums').textContent = `${count(data.losses)} times the flow was ` +
		`lost, for ${count(data.lostBytes)} bytes; ` +
		`${count(data.errors)} errors` + (data.eventsLeftOut ?
		`; ${count(data.eventsLeftOut)} more are not listed` : '');
	for (const event of data.events) {
		const row = addRow(table, [event.hart === undefined ? '' :
			'hart ' + event.hart, clock(event.time),
			[event.text, 'text']], event.error ? 'error pick' :
			'pick');
		const i = harts.findIndex((h) => h.hart === event.hart);

		if (i >= 0)
			row.addEventListener('click', () => choose(i, event.time));
	}
}

// --- what the user does
function search(text) {
	needle = text.toLowerCase();
	colours.forEach((map) => map.clear());
	const found = data.functions.filter((f) => fits(f.name));
	$('found').textContent = needle === '' ? '' : share(found.reduce(
		(sum, f) => sum + f.executed, 0), data.insns);
	drawTime();
	drawFlame();
	showFunctions();
	showMoment();
}

function timeKey(key) {
	const middle = view.moment ?? (view.from + view.to) / 2;
	const pixel = (view.to - view.from) / timeWidth;
	const action = { '+': () => zoom(0.5, middle),
		'=': () => zoom(0.5, middle), '-': () => zoom(2, middle),
		'0': showAll, ArrowLeft: () => move(-0.2),
		ArrowRight: () => move(0.2), n: nextCall,
		h: () => choose((view.hart + 1) % harts.length, middle),
		',': () => choose(view.hart, middle - pixel),
		'.': () => choose(view.hart, middle + pixel) }[key];

	if (!action || !harts.length)
		return false;
	action();
	return true;
}

function onKey(event) {
	const key = event.key;

	if (event.ctrlKey || event.altKey || event.metaKey)
		return;
	if (event.target === $('search')) {
		if (key === 'Escape' || key === 'Enter')
			$('search').blur();
		return;
	}
	if (key === '/')
		$('search').focus();
	else if (key === 'Escape')
		widen(0);
	else if (!(event.target === flame && flameKey(key)) && !timeKey(key))
		return;
	event.preventDefault();
}

let drag = null;
time.addEventListener('mousedown', (event) => {
	drag = { x: event.offsetX, from: view.from, moved: false };
});
window.addEventListener('mouseup', () => { drag = null; });
time.addEventListener('mousemove', (event) => {
	if (drag && Math.abs(event.offsetX - drag.x) > 3) {
		const span = view.to - view.from;

		drag.moved = true;
		move((drag.from - view.from) / span - (event.offsetX - drag.x) /
			(timeWidth - LABEL));
		return;
	}
	const call = harts.length ? callAt(event.offsetX, event.offsetY) : null;
	$('tip').textContent = clock(toTime(event.offsetX)) + (call ?
		`  ${call.name}${call.trap ? ' (trap)' : ''}: ` +
		`${count(call.insns)} instructions, ` +
		`${clock(call.end - call.start)} from ${clock(call.start)}` : '');
});
time.addEventListener('mouseup', (event) => {
	if (drag && !drag.moved && harts.length)
		choose(hartAt(event.offsetY), toTime(event.offsetX));
});
time.addEventListener('wheel', (event) => {
	zoom(event.deltaY > 0 ? 1.25 : 0.8, toTime(event.offsetX));
	event.preventDefault();
}, { passive: false });
flame.addEventListener('mousemove', (event) => {
	const box = flameAt(event.offsetX, event.offsetY);

	if (box)
		flameTip(box.i);
});
flame.addEventListener('click', (event) => {
	const box = flameAt(event.offsetX, event.offsetY);

	if (box)
		widen(box.i);
});
flame.addEventListener('focus', drawFlame);
flame.addEventListener('blur', drawFlame);
$('search').addEventListener('input', (event) => search(event.target.value));
document.addEventListener('keydown', onKey);
window.addEventListener('resize', () => { drawTime(); drawFlame(); });

document.title = data.trace + ': hartscope ntrace report';
$('title').textContent = data.trace;
$('sums').textContent = `${count(data.insns)} instructions, ` +
	`${count(data.bytes)} bytes, ${count(data.messages)} messages, ` +
	`${harts.length + data.hartsLeftOut} harts` + (data.hartsLeftOut ?
	` (the first ${harts.length} are shown)` : '');
for (const mode of MODES)
	if (harts.some((hart) => hart.rows[mode])) {
		const part = make('span'), box = make('i');

		box.style.background = COLOURS[mode];
		part.append(box, mode === '?' ? 'mode not known' : mode);
		$('legend').append(part);
	}
view.from = whole.from;
view.to = whole.to;
if (harts.length)
	choose(0, (whole.from + whole.to) / 2);
else
	drawTime();
drawFlame();
showFunctions();
showEvents();
if (data.functions.length)
	showFunction(data.functions[0]);
})();
