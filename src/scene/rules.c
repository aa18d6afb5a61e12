/* `interactions`: the rules by which materials interact, read through the laws' own tables of parameters.
 *
 * A rule names two materials or `any`. For a pair the most specific rule holds: both named, one named, none named. */
#include "scene/spec.h"
#include "core/wall_parts.h"

#include <assert.h>
#include <float.h>
#include <stdio.h>
#include <string.h>

/* ---- shared objects with laws ---- */

static void load_laws(rp_read *r, const rp_node *node, rp_laws *laws)
{
    char path[1024];
    rp_error told;
    rp_read_file(r, node, path, sizeof path, 1, 0);
    if (r->status || rp_laws_load(laws, path, &told) == RP_OK) return;
    if (rp_read_fail(r, node, "%s", told.what) && told.expected[0]) rp_error_expected(r->err, "%s", told.expected);
}

void rp_rules_read_laws(rp_read *r, const rp_node *root, rp_scene_spec *spec, rp_laws *given)
{
    const rp_node *node = rp_read_key(r, root, "laws");
    if (!node) spec->laws = rp_laws_hold(given);
    if (!node || !rp_read_list(r, node, 1, RP_SPEC_ITEMS_MAX, "shared objects")) return;
    if (rp_laws_extend(given, &spec->laws, r->err)) r->status = RP_SYSTEM;
    for (const rp_node *n = node->child; n && !r->status; n = n->next) load_laws(r, n, spec->laws);
}

/* ---- reading ---- */

/* [[speed, value], ...] as a curve. */
static void read_curve_table(rp_read *r, const rp_node *node, rp_bound bound, rp_curve *curve)
{
    rp_table table = {0};
    rp_read_table(r, node, RP_READ_NUMBER, bound, &table);
    if (!r->status && table.count > RP_CURVE_MAX && rp_read_fail(r, node, "a table of %d speeds", table.count))
        rp_error_expected(r->err, "at most %d", RP_CURVE_MAX);
    if (!r->status) {
        curve->kind = RP_CURVE_TABLE;
        curve->count = table.count;
    }

    for (int n = 0; !r->status && n < table.count; n++) {
        curve->at[n] = table.time[n];
        curve->value[n] = table.value[n];
    }

    rp_table_free(&table);
}

/* A number, {static, sliding}, or by speed of slip: {at_rest, at_speed, speed} or {table}. */
static void read_friction(rp_read *r, const rp_node *map, rp_interaction *x)
{
    static const char *const ways[] = {"sliding", "at_rest", "table"};
    static const rp_key constant[] = {{"static", 0}, {"sliding", RP_REQUIRED}},
                        table[] = {{"static", 0}, {"table", RP_REQUIRED}};
    static const rp_key decay[] = {
        {"static", 0}, {"at_rest", RP_REQUIRED}, {"at_speed", RP_REQUIRED}, {"speed", RP_REQUIRED}};
    const rp_node *node = rp_read_key(r, map, "friction");
    if (!node) return;
    if (node->kind != RP_NODE_MAP) {
        x->friction = rp_read_number_at(r, node, rp_bound_not_negative("1"));
        return;
    }
    int way = rp_read_one_of(r, node, ways, 3, 0);
    if (way == 1 && RP_READ_MAP(r, node, decay)) {
        x->friction_curve.kind = RP_CURVE_EXPONENTIAL;
        x->friction = x->friction_curve.start = rp_read_number(r, node, "at_rest", rp_bound_not_negative("1"), NAN);
        x->friction_curve.end = rp_read_number(r, node, "at_speed", rp_bound_not_negative("1"), NAN);
        x->friction_curve.speed = rp_read_number(r, node, "speed", rp_bound_positive("m/s"), NAN);
    } else if (way == 2 && RP_READ_MAP(r, node, table)) {
        read_curve_table(r, rp_read_key(r, node, "table"), rp_bound_not_negative("1"), &x->friction_curve);
        x->friction = x->friction_curve.value[0];
    } else if (way <= 0 && RP_READ_MAP(r, node, constant)) {
        x->friction = rp_read_number(r, node, "sliding", rp_bound_not_negative("1"), NAN);
    }
    x->friction_static = rp_read_number(r, node, "static", rp_bound_not_negative("1"), NAN);
    if (x->friction_static < x->friction
        && rp_read_fail(r, rp_yaml_find(node, "static"), "static friction below sliding friction"))
        rp_error_expected(r->err, "at least %g", x->friction);
}

/* One row of measured restitution: speeds from, to, then equally likely values. */
static void read_measured_row(rp_read *r, const rp_node *row, rp_measured *m)
{
    int count = rp_read_list(r, row, 3, 2 + RP_MEASURED_SAMPLES, "from, to (m/s) and values of eps_n"), n = 0;
    if (r->status) return;
    double *edge = &m->edge[m->bins], from = 0;
    if (m->bins && count - 2 != m->samples && rp_read_fail(r, row, "%d values in this range of speeds", count - 2))
        rp_error_expected(r->err, "%d, as in the first", m->samples);
    m->samples = count - 2;
    for (const rp_node *k = row->child; k && !r->status; k = k->next, n++) {
        double value = rp_read_number_at(r, k, rp_bound_not_negative(n < 2 ? "m/s" : "1"));
        if (n == 0) from = value;
        else if (n == 1) edge[1] = value;
        else m->value[m->bins * m->samples + n - 2] = value;
        if (n == 0 && m->bins && from != *edge && !r->status && rp_read_fail(r, k, "ranges of speed with a gap"))
            rp_error_expected(r->err, "%.17g, where the range before ends", *edge);
        if (n == 1 && !(value > from) && !r->status && rp_read_fail(r, k, "a range of speeds without length"))
            rp_error_expected(r->err, "more than %.17g", from);
    }
    *edge = from;
    m->bins++;
}

/* What does not draw at random takes the middle value of each range. */
static void read_measured(rp_read *r, const rp_node *node, rp_interaction *x)
{
    rp_measured *m = &x->measured;
    rp_read_list(r, node, 1, RP_MEASURED_BINS, "ranges of speed: [from, to, values ...]");
    for (const rp_node *row = r->status ? NULL : node->child; row && !r->status; row = row->next)
        read_measured_row(r, row, m);
    x->eps_n_curve.kind = RP_CURVE_TABLE;
    x->eps_n_curve.count = m->bins;
    for (int n = 0; n < m->bins; n++) {
        x->eps_n_curve.at[n] = 0.5 * (m->edge[n] + m->edge[n + 1]);
        x->eps_n_curve.value[n] = m->value[n * m->samples + m->samples / 2];
    }
}

/* Scales of the two exponentials of a pair of materials. */
static void read_fluctuation(rp_read *r, const rp_node *map, rp_interaction *x)
{
    static const rp_key keys[] = {{"below", RP_REQUIRED}, {"above", RP_REQUIRED}};
    const rp_node *node = rp_read_key(r, map, "fluctuation");
    if (!node || !RP_READ_MAP(r, node, keys)) return;
    x->below = rp_read_number(r, node, "below", rp_bound_between(0, 1, "1"), NAN);
    x->above = rp_read_number(r, node, "above", rp_bound_between(0, 1, "1"), NAN);
}

static void read_restitution(rp_read *r, const rp_node *map, rp_interaction *x)
{
    static const rp_key keys[] = {{"normal", RP_REQUIRED}, {"tangential", 0}, {"speed", 0}, {"fluctuation", 0}},
                        by_speed[] = {{"table", RP_REQUIRED}, {"tangential", 0}, {"fluctuation", 0}},
                        as_measured[] = {{"measured", RP_REQUIRED}, {"tangential", 0}};
    const rp_node *node = rp_read_key(r, map, "restitution");
    if (!node) return;
    if (node->kind != RP_NODE_MAP) {
        x->eps_n = rp_read_number_at(r, node, rp_bound_between(0, 1, "1"));
        return;
    }
    int measured = rp_yaml_find(node, "measured") != NULL;
    if (measured || rp_yaml_find(node, "table")) {
        if (measured && RP_READ_MAP(r, node, as_measured)) read_measured(r, rp_read_key(r, node, "measured"), x);
        else if (!measured && RP_READ_MAP(r, node, by_speed))
            read_curve_table(r, rp_read_key(r, node, "table"), rp_bound_between(0, 1, "1"), &x->eps_n_curve);
        if (!measured) read_fluctuation(r, node, x);
        x->eps_t = rp_read_number(r, node, "tangential", rp_bound_between(-1, 1, "1"), NAN);
        return;
    }
    RP_READ_MAP(r, node, keys);
    read_fluctuation(r, node, x);
    x->eps_n = rp_read_number(r, node, "normal", rp_bound_between(0, 1, "1"), NAN);
    x->eps_t = rp_read_number(r, node, "tangential", rp_bound_between(-1, 1, "1"), NAN);
    x->eps_speed = rp_read_number(r, node, "speed", rp_bound_positive("m/s"), NAN);
}

static const rp_law *read_law(rp_read *r, const rp_node *node, const rp_laws *laws, rp_slot slot)
{
    const char *names[64];
    int count = 0;
    const char *name = rp_read_text_at(r, node, RP_NAME);
    const rp_law *law = r->status ? NULL : rp_laws_find(laws, slot, name);
    if (law || r->status) return law;
    for (int n = 0; n < rp_laws_count(laws) && count < 64; n++)
        if (rp_laws_get(laws, n)->slot == slot) names[count++] = rp_laws_get(laws, n)->name;
    char kind[32];
    snprintf(kind, sizeof kind, "%s law", rp_slot_name(slot));
    rp_read_unknown(r, node, kind, names, count);
    return NULL;
}

double rp_rules_read_param(rp_read *r, const rp_node *map, const rp_param *p)
{
    const char *names[RP_CHOICES_MAX];
    int count = 0;
    if (!rp_read_key(r, map, p->name)) return NAN;
    if (p->kind == RP_PARAM_FLAG) return rp_read_flag(r, map, p->name, 0);
    if (p->kind == RP_PARAM_NUMBER) {
        rp_bound bound = {p->least, p->most, 0, p->unit};
        if (p->least == DBL_MIN) {
            bound.least = 0.0;
            bound.open = 1;
        }
        /* a table's way to say > 0 */
        return rp_read_number(r, map, p->name, bound, NAN);
    }
    while (count < RP_CHOICES_MAX && (names[count] = p->choice(count))) count++;
    assert(count < RP_CHOICES_MAX);
    return rp_read_choice(r, map, p->name, names, count, 0);
}

static void read_slot(rp_read *r, const rp_node *rule, const rp_laws *laws, rp_slot slot, rp_interaction *x)
{
    rp_key keys[RP_PARAM_MAX + 1] = {{"law", RP_REQUIRED}};
    const rp_node *node = rp_read_key(r, rule, rp_slot_name(slot));
    if (!node) return;
    const rp_node *name = rp_yaml_find(node, "law");
    const rp_law *law = name ? read_law(r, name, laws, slot) : NULL;
    for (int i = 0; law && i < law->param_count; i++) keys[1 + i] = (rp_key){law->param[i].name, 0};
    if (!rp_read_map(r, node, keys, law ? 1 + law->param_count : 1)) return;
    x->law[slot] = law;
    for (int i = 0; i < law->param_count; i++) x->param[slot][i] = rp_rules_read_param(r, node, &law->param[i]);
}

/* Friction of a contact with a normal law is a spring unless the scene says otherwise, whatever the method: the law is
 * the same. */
static void complete_friction(rp_interaction *x)
{
    const rp_law *spring = rp_laws_find(NULL, RP_TANGENTIAL, "cundall-strack");
    int needed = x->law[RP_NORMAL] && !x->law[RP_TANGENTIAL] && x->friction > 0;
    if (needed) x->law[RP_TANGENTIAL] = spring;
}

static void check_soft(rp_read *r, const rp_node *node, rp_interaction *x)
{
    if (!x->law[RP_NORMAL] && rp_read_fail(r, node, "the soft method needs a normal law")) {
        rp_error_value(r->err, "%s", "");
        rp_error_expected(
            r->err, "for instance normal: {law: linear, stiffness: 1.0e5}; the damping follows from the restitution");
    }
    const rp_node *restitution = rp_yaml_find(node, "restitution");
    const rp_node *curve = rp_yaml_find(restitution, x->measured.bins ? "measured" : "table");
    if (x->eps_n_curve.kind && rp_read_fail(r, curve, "a soft contact cannot follow a table of restitution"))
        rp_error_expected(r->err, "restitution: {normal: 0.9, speed: 1.0}, or damping of the normal law");
    if (!isnan(x->below)
        && rp_read_fail(r, rp_yaml_find(restitution, "fluctuation"), "a soft contact has no random restitution"))
        rp_error_expected(r->err, "no fluctuation, or method: event-driven");
}

static void read_between(rp_read *r, const rp_node *node, const rp_scene_spec *spec, rp_interaction *x)
{
    int *material[2] = {&x->a, &x->b};
    if (!node || !rp_read_list(r, node, 2, 2, "materials, or any")) return;
    const rp_node *n = node->child;
    for (int i = 0; i < 2; i++, n = n->next) {
        int any = n->kind == RP_NODE_SCALAR && strcmp(n->text, "any") == 0;
        *material[i] = any ? -1 : rp_materials_read_name(r, n, spec);
    }
    if (x->b < x->a) {
        int a = x->a;
        x->a = x->b;
        x->b = a;
    }
}

static void read_rule(rp_read *r, const rp_node *node, const rp_scene_spec *spec, int force_laws, rp_rule_spec *rule)
{
    static const rp_key keys[] = {{"between", RP_REQUIRED}, {"friction", 0},   {"restitution", 0}, {"normal", 0},
                                  {"adhesion", 0},          {"tangential", 0}, {"rolling", 0}};
    rule->node = node;
    rp_interaction_init(&rule->x);
    if (!RP_READ_MAP(r, node, keys)) return;
    read_between(r, rp_read_key(r, node, "between"), spec, &rule->x);
    read_friction(r, node, &rule->x);
    read_restitution(r, node, &rule->x);
    for (rp_slot slot = 0; slot < RP_SLOT_COUNT; slot++) read_slot(r, node, spec->laws, slot, &rule->x);
    if (force_laws) check_soft(r, node, &rule->x);
    complete_friction(&rule->x);
}

static void check_repeated(rp_read *r, const rp_scene_spec *spec)
{
    for (int i = 1; i < spec->rule_count; i++)
        for (int j = 0; j < i; j++) {
            if (spec->rule[i].x.a != spec->rule[j].x.a || spec->rule[i].x.b != spec->rule[j].x.b) continue;
            if (rp_read_fail(r, spec->rule[i].node, "a second rule between the same materials"))
                rp_error_expected(r->err, "one rule for a pair; the other stands in line %d", spec->rule[j].node->line);
            return;
        }
}

void rp_rules_read(rp_read *r, const rp_node *root, rp_scene_spec *spec, int force_laws)
{
    const rp_node *node = rp_read_key(r, root, "interactions");
    if (!node) return;
    int count = rp_read_list(r, node, 1, RP_SPEC_ITEMS_MAX, "interactions");
    spec->rule = rp_read_alloc(r, (size_t)count, sizeof *spec->rule, "interactions");
    if (r->status) return;
    for (const rp_node *n = node->child; n && !r->status; n = n->next)
        read_rule(r, n, spec, force_laws, &spec->rule[spec->rule_count++]);
    if (!r->status) check_repeated(r, spec);
}

/* ---- search ---- */

/* How specific a rule is for a pair; -1: it does not apply. */
static int fit(const rp_interaction *x, int a, int b)
{
    int direct = (x->a < 0 || x->a == a) && (x->b < 0 || x->b == b);
    int crossed = (x->a < 0 || x->a == b) && (x->b < 0 || x->b == a);
    return direct || crossed ? (x->a >= 0) + (x->b >= 0) : -1;
}

static rp_status ambiguous(const rp_scene_spec *spec, int a, int b, int one, int other, rp_error *err)
{
    rp_error_set(err, RP_INPUT, "two rules are equally specific for the materials '%s' and '%s'",
                 spec->material[a].name, spec->material[b].name);
    rp_yaml_error_at(err, spec->rule[other].node);
    rp_error_value(err, "the rules in lines %d and %d", spec->rule[one].node->line, spec->rule[other].node->line);
    rp_error_expected(err, "one that says between: [%s, %s]", spec->material[a].name, spec->material[b].name);
    return RP_INPUT;
}

int rp_rules_find(const rp_scene_spec *spec, int a, int b, rp_error *err, rp_status *status)
{
    int best = -1, rival = -1, best_fit = -1;
    *status = RP_OK;
    for (int i = 0; i < spec->rule_count; i++) {
        int how = fit(&spec->rule[i].x, a, b);
        if (how < 0 || how < best_fit) continue;
        rival = how == best_fit ? i : -1;
        if (how > best_fit) {
            best = i;
            best_fit = how;
        }
    }
    if (rival >= 0) *status = ambiguous(spec, a, b, best, rival, err);
    return best;
}

static rp_status uncovered(const rp_scene_spec *spec, int a, int b, rp_error *err)
{
    rp_error_set(err, RP_INPUT, "no interaction between '%s' and '%s', which can meet", spec->material[a].name,
                 spec->material[b].name);
    const rp_node *rules = rp_yaml_find(spec->yaml.root, "interactions");
    if (rules) rp_yaml_error_at(err, rules);
    else rp_error_at(err, spec->yaml.name, 1, 1);
    rp_error_key(err, "interactions");
    rp_error_value(err, "%s", "");
    rp_error_expected(err, "an entry with between: [%s, %s], or any", spec->material[a].name, spec->material[b].name);
    return RP_INPUT;
}

rp_status rp_rules_cover(const rp_scene_spec *spec, const char *used, rp_error *err)
{
    char wall[RP_SPEC_MATERIALS_MAX] = {0};
    for (int w = 0; w < spec->wall_count; w++) rp_wall_parts_meet(&spec->wall[w], wall);
    for (int a = 0; a < spec->material_count; a++)
        for (int b = a; b < spec->material_count; b++) {
            if (!(used[a] && used[b]) && !(used[a] && wall[b]) && !(wall[a] && used[b])) continue;
            rp_status status;
            int rule = rp_rules_find(spec, a, b, err, &status);
            if (status) return status;
            if (rule < 0) return uncovered(spec, a, b, err);
        }
    return RP_OK;
}
