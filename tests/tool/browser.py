# SPDX-License-Identifier: BSD-2-Clause
"""Opens a report, or a flame graph, in Debian's Chromium, without a window, and uses
it.

It fails when the page does not do what it should; the report is of the first trace of
tests/tool, and a flame graph has the suffix ".svg".
"""

import argparse
import os
import shutil
import sys

sys.path.append(os.path.join(os.path.dirname(__file__), '..'))
import common  # pylint: disable=wrong-import-position

# Runs after the page's own scripts, in a copy of the page. Each line is a
# condition that must hold.
USE = r"""
<script>
(function () {
const $ = (id) => document.getElementById(id);
const wrong = [];
const sure = (what, good) => { if (!good) wrong.push(what); };
const key = (name, target) => (target || document.body).dispatchEvent(
	new KeyboardEvent('keydown', { key: name, bubbles: true,
		cancelable: true }));
const mouse = (kind, target, x, y) => {
	const box = target.getBoundingClientRect();
	target.dispatchEvent(new MouseEvent(kind, { bubbles: true,
		clientX: box.left + x, clientY: box.top + y }));
};
const seen = (id) => $(id).toDataURL();
const rows = (id) => [...$(id).rows].map((row) => row.textContent);

sure('sums', $('sums').textContent.startsWith('53 instructions'));
sure('functions', rows('functions').length === 6 &&
	rows('functions')[1].startsWith('1935.85 %2'));
sure('code of the hottest', $('codetitle').textContent.startsWith('work at'));
$('functions').rows[2].click();
sure('code of leaf', $('codetitle').textContent.startsWith('leaf at') &&
	rows('code').some((text) => text.includes('beqz a2')));
$('functions').rows[3].dispatchEvent(new KeyboardEvent('keydown',
	{ key: 'Enter' }));
sure('code by key', $('codetitle').textContent.startsWith('_start at'));
sure('events', rows('events').some((text) => text.includes('stop')));

const all = seen('time');
key('+');
const near = seen('time');
sure('zoom', near !== all);
key('ArrowRight');
sure('move', seen('time') !== near);
key('0');
sure('all again', seen('time') === all);
$('time').dispatchEvent(new WheelEvent('wheel', { deltaY: -1,
	cancelable: true }));
sure('wheel', seen('time') !== all);
key('0');
const when = $('when').textContent;
mouse('mousedown', $('time'), 400, 12);
mouse('mouseup', $('time'), 400, 12);
sure('moment', $('when').textContent !== when &&
	rows('moment').some((text) => text.includes('_start')));
const clicked = $('when').textContent;
for (let i = 0; i < 200; i++)
	key('.');
sure('moment by key', $('when').textContent !== clicked);
mouse('mousemove', $('time'), 400, 36);
sure('tip', $('tip').textContent.includes('_start: 53 instructions'));

key('/');
sure('search has the focus', document.activeElement === $('search'));
const plain = seen('flame');
$('search').value = 'LEAF';
$('search').dispatchEvent(new Event('input'));
sure('share of what was sought', $('found').textContent === '28.30 %');
sure('sought in the flame graph', seen('flame') !== plain);
sure('sought in the list', document.querySelectorAll('#functions .hit')
	.length === 1);
key('Enter', $('search'));
mouse('mousedown', $('time'), 57, 12);
mouse('mouseup', $('time'), 57, 12);
key('n');
sure('next call', rows('moment').some((text) => /leaf *runs$/.test(text)));
$('search').value = '';
$('search').dispatchEvent(new Event('input'));

const flame = seen('flame');
mouse('mousemove', $('flame'), 5, 3.5 * 16);
sure('name in the flame graph', $('flametip').textContent.startsWith(
	'_start: 53 instructions'));
mouse('click', $('flame'), 5, 2.5 * 16);
sure('widened', seen('flame') !== flame &&
	$('flametip').textContent.startsWith('work: 41'));
key('Escape');
sure('all of the flame graph', seen('flame') === flame);
$('flame').focus();
key('ArrowUp', $('flame'));
key('ArrowUp', $('flame'));
sure('keys in the flame graph', $('flametip').textContent.startsWith(
	'work: 41'));
sure('no network', performance.getEntriesByType('resource').length === 0);

const verdict = document.createElement('pre');
verdict.textContent = wrong.length ? 'WRONG: ' + wrong.join(', ') :
	'ALL ' + 'IS WELL';
document.body.append(verdict);
})();
</script>
"""
# The same for a flame graph within a page, in fonts with glyphs of one and of many
# widths, before and after each box is made as wide as the page
USE_FLAMES = r"""
<script>
(function () {
const wrong = new Set();
const svg = document.querySelector('svg');
const groups = [...svg.querySelectorAll('g.f')];
const inside = (inner, outer) => inner.left >= outer.left &&
	inner.right <= outer.right + .1;
const look = (when) => {
	const page = svg.getBoundingClientRect();

	for (const box of svg.querySelectorAll('text, rect'))
		if (!inside(box.getBoundingClientRect(), page))
			wrong.add(when + ': outside: ' + box.textContent);
	for (const group of groups) {
		const [box, text] = [...group.querySelectorAll('rect, text')];
		const size = text.getBoundingClientRect();

		if (text.textContent && !inside(size, box.getBoundingClientRect()))
			wrong.add(when + ': leaves its box: ' + text.textContent);
	}
};
let labels = 0;

look('at first');
for (const font of ['monospace', 'serif', 'sans-serif']) {
	for (const text of svg.querySelectorAll('text'))
		text.style.fontFamily = font;
	for (const group of [...groups, groups[0]]) {
		group.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }));
		group.dispatchEvent(new MouseEvent('click', { bubbles: true }));
		look(font);
		labels += group.lastElementChild.textContent !== '';
	}
}
if (labels < 3 * groups.length)
	wrong.add('wide boxes without a name');
if (svg.getBoundingClientRect().width !== document.body.clientWidth)
	wrong.add('not as wide as the page');
const verdict = document.createElement('pre');
verdict.textContent = wrong.size ? 'WRONG: ' + [...wrong].join(', ') :
	'ALL ' + 'IS WELL';
document.body.append(verdict);
})();
</script>
"""
TRIVIAL = '<html><body><script>document.body.append("ALL " + "IS WELL")' \
    '</script></body></html>'
GOOD = 'ALL IS WELL'
# A browser may end before it has shown a page
ATTEMPTS = 3
SECONDS = 300  # of processor time, of which a page needs some


def open_page(browser, page, place, *options):
    """The output of Chromium; None if it does not end."""
    command = [browser, '--headless', '--no-sandbox', '--disable-gpu',
               '--no-first-run', '--disable-dev-shm-usage',
               '--disable-background-networking', '--hide-scrollbars',
               f'--user-data-dir={place}/profile', *options,
               f'file://{os.path.abspath(page)}']
    try:
        done = common.run_limited(command, SECONDS)
    except OSError:
        return None
    finally:
        shutil.rmtree(f'{place}/profile', ignore_errors=True)
    return done.stdout if done.returncode >= 0 else None


def shows(browser, text, place):
    """True if the page with this text reports success after its scripts have run."""
    copy = f'{place}/page.html'
    with open(copy, 'w', encoding='utf-8') as file:
        file.write(text)
    for _ in range(ATTEMPTS):
        html = open_page(browser, copy, place, '--window-size=1280,1000',
                         '--dump-dom') or 'no page came back'
        if GOOD in html or '>WRONG: ' in html:
            break
    if GOOD not in html:
        print(html[html.find('>WRONG: ') + 1:][:500])
    return GOOD in html


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--there', action='store_true',
                        help='exit with 0 if there is '
                        'a Chromium that shows a page')
    parser.add_argument('--picture', metavar='FILE',
                        help='only take a picture of the page')
    parser.add_argument('page')
    parser.add_argument('folder', help='for files of this program')
    args = parser.parse_args()
    browser = shutil.which('chromium')
    if not browser:
        sys.exit('there is no Chromium')
    os.makedirs(args.folder, exist_ok=True)
    if args.picture:
        open_page(browser, args.page, args.folder, '--window-size=1200,800',
                  f'--screenshot={os.path.abspath(args.picture)}')
        return
    text = TRIVIAL
    if not args.there:
        with open(args.page, encoding='utf-8') as file:
            text = file.read()
        text = f'<body style="margin:0">{text}{USE_FLAMES}' \
            if args.page.endswith('.svg') else text + USE
    sys.exit(not shows(browser, text, args.folder))


main()
