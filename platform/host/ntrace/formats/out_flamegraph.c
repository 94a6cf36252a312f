// SPDX-License-Identifier: BSD-2-Clause
/*
 * decode --format=flamegraph: the stacks of functions as a picture that a
 * browser shows. A box is a function, as wide as its share of the instructions;
 * what it called stands on it. A click makes a box as wide as the page.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "formats.h"
#include "stacks.h"

enum {
	WIDTH = 1200,	 /* of the picture, in its own units */
	ROW = 17,	 /* from one row of boxes to the next */
	TOP = 64,	 /* above the boxes: title, key, what the mouse is on */
	LETTER = 73,	 /* room for a character, in tenths */
	MARGIN = 3,	 /* at both ends of a label */
	SWATCH = 12,	 /* size of a colour in the key */
	SHARE_MIN = 3000 /* a smaller share of the picture has no box */
};

/*
 * Where scripts run, names are cut by the widths of the font's glyphs; elsewhere
 * by LETTER, and textLength makes any font keep to it.
 */
static const char script[] =
	"var all=document.querySelectorAll('g.f'),root=all[0],"
	"info=document.getElementById('info');\n"
	"function num(g,n){return+g.getAttribute('data-'+n)}\n"
	"function fit(t,n,w){var a=0,b=n.length-1,c;t.removeAttribute("
	"'textLength');\n"
	"t.textContent=n;if(t.getComputedTextLength()<=w)return;\n"
	"t.textContent='\\u2026';w-=t.getComputedTextLength();"
	"t.textContent=n;\n"
	"while(a<b){c=(a+b+1)>>1;if(t.getSubStringLength(0,c)<=w)a=c;else "
	"b=c-1;}\n"
	"t.textContent=a<2?'':n.slice(0,a)+'\\u2026';}\n"
	"function say(n){fit(info,n,1184)}\n"
	"function show(z){var x=num(z,'x'),w=num(z,'w'),r=num(z,'r'),i,g,a,b,"
	"l,s;\n"
	"for(i=0;i<all.length;i++){g=all[i];a=num(g,'x');b=num(g,'w');\n"
	"var up=num(g,'r')<r&&a<=x&&a+b>=x+w;\n"
	"var in_=a>=x&&a+b<=x+w&&num(g,'r')>=r;\n"
	"g.style.display=up||in_?'':'none';if(!up&&!in_)continue;\n"
	"l=up?0:(a-x)*1200/w;s=up?1200:b*1200/w;\n"
	"g.firstElementChild.nextElementSibling.setAttribute('x',l);\n"
	"g.firstElementChild.nextElementSibling.setAttribute('width',"
	"Math.max(s-.5,.2));\n"
	"g.lastElementChild.setAttribute('x',l+3);\n"
	"fit(g.lastElementChild,g.getAttribute('data-n'),s-6);}}\n"
	"function seek(){var q=prompt('Part of a function\\u2019s name'),i,n,"
	"sum=0;\n"
	"for(i=0;i<all.length;i++){n=q&&all[i].getAttribute('data-n')"
	".indexOf(q)>=0;\n"
	"all[i].classList.toggle('hit',!!n);}\n"
	"if(!q)return;for(i=0;i<all.length;i++){n=all[i];if(!n.classList"
	".contains('hit'))continue;\n"
	"var a=num(n,'x'),b=num(n,'w'),r=num(n,'r'),k,under=false;\n"
	"for(k=0;k<i&&!under;k++){var o=all[k];under=o.classList.contains('hit')"
	"&&num(o,'r')<r&&num(o,'x')<=a&&num(o,'x')+num(o,'w')>=a+b;}\n"
	"if(!under)sum+=b;}\n"
	"say(q+': '+(100*sum/num(root,'w')).toFixed(2)+' %');}\n"
	"document.addEventListener('click',function(e){var g=e.target.closest("
	"'g.f');\n"
	"if(e.target.id=='seek')seek();else if(g)show(g);});\n"
	"document.addEventListener('mouseover',function(e){var g=e.target"
	".closest('g.f');\n"
	"if(g)say(g.firstElementChild.textContent);});\n"
	"if(root)show(root);\n";

/* Characters that XML forbids, and bytes that may be invalid UTF-8, become
 * '?'. */
static void write_name(struct output *out, const char *name)
{
	for (; *name; name++) {
		if (*name == '&')
			output_string(out, "&amp;");
		else if (*name == '<')
			output_string(out, "&lt;");
		else if (*name == '"')
			output_string(out, "&quot;");
		else if ((signed char)*name < 32 || *name == 127)
			output_char(out, '?');
		else
			output_char(out, *name);
	}
}

static int compare_names(const void *a, const void *b)
{
	const struct profile_node *x = *(struct profile_node *const *)a;
	const struct profile_node *y = *(struct profile_node *const *)b;
	int order = 0;

	if (x->function != y->function)
		order = strcmp(x->function->name, y->function->name);
	return order ? order : x->trap - y->trap;
}

/*
 * Place children by name, so that two pictures can be compared. The first one
 * is at its parent's left end; the parent's own instructions are right of the
 * last one.
 */
static void place_children(struct profile_node *parent)
{
	struct profile_node **list = NULL, *node, **at = &parent->child;
	u64 from = parent->from;
	size_t n = 0, i;

	for (node = parent->child; node; node = node->sibling) {
		list = grow(list, n, sizeof(struct profile_node *));
		list[n++] = node;
	}
	if (n)
		qsort(list, n, sizeof(struct profile_node *), compare_names);
	for (i = 0; i < n; i++) {
		list[i]->from = from;
		from += list[i]->all;
		*at = list[i];
		at = &list[i]->sibling;
	}
	*at = NULL;
	free(list);
}

/* nt_tasks' names stand for no code. */
static bool is_task(const struct profile_node *node)
{
	return node->function && !node->function->end;
}

/* The kinds of boxes that the key names; a name has the same colour everywhere. */
static void write_colour(struct output *out, const struct profile_node *node,
			 const char *name)
{
	u32 hash = 2166136261u;

	for (; *name; name++)
		hash = (hash ^ (u8)*name) * 16777619u;
	if (node->trap)
		output_format(out, "rgb(%u,%u,%u)", 90 + (hash & 31),
			      150 + (hash >> 5) % 50, 230);
	else if (is_task(node))
		output_format(out, "rgb(%u,%u,%u)", 130 + (hash & 31),
			      190 + (hash >> 5) % 40, 110 + (hash >> 11) % 30);
	else
		output_format(out, "rgb(%u,%u,%u)", 205 + hash % 50,
			      80 + (hash >> 6) % 150, (hash >> 14) % 60);
}

static void write_title(struct output *out, const char *name,
			const struct profile_node *node, u64 all)
{
	output_string(out, "<title>");
	write_name(out, name);
	output_format(out, "%s: %" PRIu64 " instructions, %.2f %%</title>",
		      node->trap ? " (trap)" : "", node->all,
		      100.0 * (double)node->all / (double)all);
}

/* The number of characters that fit, or 0 if these would say too little */
static size_t fitting(double width)
{
	size_t room = width > 2 * MARGIN ?
			      (size_t)((width - 2 * MARGIN) * 10 / LETTER) :
			      0;

	return room < 3 ? 0 : room;
}

static void write_label(struct output *out, const char *name, double x,
			double width, unsigned int y)
{
	size_t room = fitting(width), length = strlen(name);
	bool cut = length > room;
	char label[WIDTH * 10 / LETTER + 1];

	output_format(out, "<text x=\"%.1f\" y=\"%u\"", x + MARGIN, y + 12);
	if (!room) {
		output_string(out, "/></g>\n");
		return;
	}
	output_format(out,
		      " textLength=\"%.1f\" lengthAdjust=\"spacingAndGlyphs\">",
		      (double)(cut ? room : length) * LETTER / 10);
	snprintf(label, sizeof(label), "%.*s", (int)room - cut, name);
	write_name(out, label);
	output_string(out, cut ? "\u2026</text></g>\n" : "</text></g>\n");
}

/* Values for all boxes. */
struct picture {
	struct output *out;
	u64 all; /* instructions */
	unsigned int rows;
};

static void write_box(const struct picture *picture,
		      const struct profile_node *node, unsigned int row)
{
	struct output *out = picture->out;
	u64 all = picture->all;
	const char *name = node->function ? node->function->name : "all";
	double scale = (double)WIDTH / (double)all;
	double x = (double)node->from * scale;
	double width = (double)node->all * scale;
	unsigned int y = TOP + (picture->rows - 1 - row) * ROW;

	output_format(out,
		      "<g class=\"f\" data-x=\"%" PRIu64 "\" data-w=\"%" PRIu64
		      "\" data-r=\"%u\" data-n=\"",
		      node->from, node->all, row);
	write_name(out, name);
	output_string(out, "\">");
	write_title(out, name, node, all);
	output_format(out,
		      "<rect x=\"%.2f\" y=\"%u\" width=\"%.2f\" height=\"%u\" "
		      "fill=\"",
		      x, y, width > 0.7 ? width - 0.5 : 0.2, ROW - 1);
	write_colour(out, node, name);
	output_string(out, "\"/>");
	write_label(out, name, x, width, y);
}

/* Recursion is as deep as a stack, so at most PROFILE_FRAMES_MAX. */
static void write_boxes(const struct picture *picture,
			struct profile_node *node, unsigned int row)
{
	if (node->all * SHARE_MIN < picture->all)
		return;
	write_box(picture, node, row);
	place_children(node);
	for (node = node->child; node; node = node->sibling)
		write_boxes(picture, node, row + 1);
}

/* Count rows with a box in them. */
static unsigned int count_rows(const struct profile_node *node, u64 all)
{
	unsigned int rows = 0, above;

	if (node->all * SHARE_MIN < all)
		return 0;
	for (node = node->child; node; node = node->sibling) {
		above = count_rows(node, all);
		rows = above > rows ? above : rows;
	}
	return rows + 1;
}

static void write_key(struct output *out)
{
	static const struct {
		const char *fill, *text;
	} key[] = {
		{ "#e6963c", "a function, coloured by its name" },
		{ "#64aae6", "entered by a trap" },
		{ "#8cd278", "a task" },
		{ "#e0e", "found by a search" },
	};
	unsigned int x = 8, i;

	for (i = 0; i < sizeof(key) / sizeof(key[0]); i++) {
		output_format(
			out,
			"<rect class=\"key\" x=\"%u\" y=\"26\" width=\"%u\" "
			"height=\"%u\" fill=\"%s\"/><text x=\"%u\" "
			"y=\"36\">%s</text>\n",
			x, SWATCH, SWATCH, key[i].fill, x + SWATCH + 5,
			key[i].text);
		x += SWATCH + 25 +
		     (unsigned int)strlen(key[i].text) * LETTER / 10;
	}
}

/* The end of a long path is what tells it from others. */
static void write_trace_name(struct output *out, const char *name)
{
	enum { MOST = 90 };
	size_t length = strlen(name);

	if (length > MOST) {
		output_string(out, "\u2026");
		name += length - MOST;
	}
	write_name(out, name);
}

/* As wide as the window or the page that has it, and as high as that makes it */
static void write_head(const struct picture *picture, const char *trace)
{
	unsigned int height = TOP + picture->rows * ROW + 8;
	struct output *out = picture->out;

	output_format(
		out,
		"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"100%%\" "
		"viewBox=\"0 0 %u %u\">\n",
		WIDTH, height);
	output_string(
		out, "<style>svg{height:auto}text{font:12px monospace;"
		     "pointer-events:none}"
		     ".f{cursor:pointer}.f:hover rect{stroke:#000}"
		     ".hit rect{fill:#e0e}#seek{pointer-events:all;"
		     "cursor:pointer;fill:#06c}</style>\n"
		     "<rect width=\"100%\" height=\"100%\" fill=\"#fffdf5\"/>\n"
		     "<text x=\"8\" y=\"18\">");
	write_trace_name(out, trace);
	output_format(out,
		      ": %" PRIu64 " instructions by stack of functions</text>"
		      "\n<text id=\"info\" x=\"8\" y=\"54\"></text>\n"
		      "<text id=\"seek\" x=\"%u\" y=\"18\">search</text>\n",
		      picture->all, WIDTH - 60);
	write_key(out);
}

static void end_flamegraph(void *state)
{
	struct nt_stacks *stacks = state;
	struct picture picture = { .out = stacks->out };

	nt_calls_end(&stacks->calls);
	profile_tree_sum(&stacks->tree);
	picture.all = stacks->tree.root.all;
	picture.rows = count_rows(&stacks->tree.root, picture.all);
	write_head(&picture, stacks->calls.decode->trace.path);
	if (picture.all)
		write_boxes(&picture, &stacks->tree.root, 0);
	output_format(picture.out,
		      "<script><![CDATA[\n%s]]></script>\n</svg>\n", script);
	nt_stacks_free(stacks);
}

const struct nt_format nt_format_flamegraph = {
	.name = "flamegraph",
	.help = "instructions by stack of functions, an SVG picture",
	.symbols = true,
	.inlines = true,
	.begin = nt_stacks_begin,
	.ranges = nt_stacks_ranges,
	.event = nt_calls_event,
	.end = end_flamegraph,
};
