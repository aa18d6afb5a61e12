/* See view.h. */
#include "methods/contact_dynamics/view.h"
#include <math.h>
#include "base/memory.h"
#include "core/walls.h"
#include "methods/contact_dynamics/elasticity.h"
#include "methods/contact_dynamics/shaped.h"
#include "methods/contact_dynamics/terms.h"
#include "methods/contact_dynamics/work.h"

static rp_status view_of(const rp_world *w, int wall, size_t n, int point, rp_contact_view *v, rp_error *err)
{
    rp_status status = RP_OK;
    const rp_contacts *c = &w->contacts;
    const rp_cd_work *m = w->method_state;
    const rp_particles *p = &w->particles;
    const rp_history *h = wall ? &c->wall_pairs : &c->pairs;
    const double *force = &h->value[n * (size_t)c->width + (size_t)(point * m->point_width)];
    uint32_t a = wall ? c->wall_pair[n].a : rp_pair_a(c->pair[n]);
    rp_vec x = rp_particle_position(p, a);
    *v = (rp_contact_view){.a = p->id[a],
                           .force = rp_vec_make(force[0], force[1], force[2]),
                           .sliding = (h->active[n] >> RP_CD_POINT_BITS * point & RP_SLIDING) != 0};
    if (p->shape && (p->shape[a] || (!wall && p->shape[rp_pair_b(c->pair[n])]))) {
        if (wall) status = rp_cd_shaped_view_wall(w, &m->corners, n, point, v, err);
        else rp_cd_shaped_view_pair(w, &m->corners, n, point, v);
    } else if (wall) {
        rp_wall_pair pair = c->wall_pair[n];
        double distance = rp_wall_distance(&w->wall[pair.wall], rp_wall_pair_face(pair), x, &v->normal);
        v->b = -1 - (int64_t)pair.wall;
        v->feature = rp_wall_pair_face(pair);
        v->overlap = p->row[a].r - distance;
        v->branch = rp_vec_scale(distance, v->normal);
        v->point = rp_vec_sub(x, v->branch);
    } else {
        uint32_t b = rp_pair_b(c->pair[n]);
        const double *shift = c->shift[rp_pair_image(c->pair[n])];
        v->branch = rp_vec_sub(rp_vec_sub(x, rp_particle_position(p, b)), rp_vec_make(shift[0], shift[1], shift[2]));
        double distance = rp_vec_norm(v->branch), sum = p->row[a].r + p->row[b].r;
        v->normal = rp_vec_scale(1 / distance, v->branch);
        v->overlap = sum - distance;
        v->b = p->id[b];
        v->feature = rp_pair_image(c->pair[n]);
        v->point = rp_vec_sub(x, rp_vec_scale(p->row[a].r * distance / sum, v->normal));
    }
    v->fn = rp_vec_dot(v->force, v->normal);
    return status;
}

rp_status rp_cd_view_contacts(const rp_world *w, rp_contact_list *list, rp_error *err)
{
    const rp_contacts *c = &w->contacts;
    const rp_cd_work *m = w->method_state;
    list->count = 0;
    if (w->particles.shape) rp_corners_turn(&m->corners, w, 0, (uint32_t)w->particles.count, 0);
    for (int wall = 0; wall < 2; wall++) {
        const rp_history *h = wall ? &c->wall_pairs : &c->pairs;
        for (size_t n = 0; n < h->count; n++)
            for (int point = 0; point < m->points; point++) {
                if (!(h->active[n] >> RP_CD_POINT_BITS * point & RP_ACTIVE)) continue;
                if (!rp_memory_reserve(&list->view, &list->capacity, list->count + 1, sizeof *list->view))
                    return rp_memory_error(err, list->count * sizeof *list->view, "the list of contacts");
                rp_status status = view_of(w, wall, n, point, &list->view[list->count++], err);
                if (status) return status;
            }
    }
    return RP_OK;
}

const rp_method_column rp_cd_view_columns[RP_CD_VIEW_COLUMNS] = {
    {"iterations", "1", "sweeps of the last step"},
    {"residual", "1", "of the Coulomb problem after the last step's sweeps"},
    {"penetration_speed", "m/s", "largest speed at which contacts still close after the last step"},
    {"penetration", "1", "penetration_speed over what external forces give in a step"},
    {"carried_weight", "1", "what walls and fixed particles take of the weight: 1 for a bed at rest"},
    {"sliding_fraction", "1", "share of active contacts that slide"},
    {"unconverged_steps", "1", "steps whose sweeps ended before the criterion was met, since the start"},
    {"jammed_steps", "1", "steps in which an imposed velocity pressed a jammed packing, since the start"},
    {"iterations_so_far", "1", "sweeps since the start"},
    {"contact_updates", "1", "one-contact problems solved since the start"},
    {"largest_residual", "1", "largest residual of a step since the start"},
    {"energy_gained", "J",
     "what clusters of contacts gave instead of taking, since the start; an impact by itself is one"},
    {"push_reach", "m", "how far a push gets in a step"},
    {"cluster_length", "m", "size of the cluster of contacts: soft regime where push_reach is below it"},
    {"sweeps_if_rigid", "1", "sweeps that would reach through the cluster"},
    {"effective_stiffness", "N/m", "of a contact, from too few sweeps of plain Gauss-Seidel"},
    {"effective_damping", "kg/s", "of a contact, from too few sweeps of plain Gauss-Seidel"},
    {"sound_speed", "m/s", "of that effective medium"},
    {"critical_wave_number", "1/m", "waves above it are overdamped"},
    {"critical_wave_length", "m", "waves below it are overdamped"},
};

/* The part of the particles' weight that walls and fixed particles carried in the last step: 1 for a bed at rest under
 * any load. */
static double carried_weight(const rp_world *w)
{
    rp_vec gravity = rp_world_gravity(w, w->time - 0.5 * w->dt), force = {0, 0, 0};
    double mass = 0, g2 = rp_vec_dot(gravity, gravity);
    for (int n = 0; n < w->wall_count; n++) force = rp_vec_add(force, w->wall[n].force);
    for (int n = 0; n < w->group_count; n++)
        if (w->group[n].mode != RP_GROUP_GLUED)
            force = rp_vec_add(force, w->group[n].reaction); /* that of glued ones counts at their wall */
    for (size_t i = 0; i < w->particles.count; i++) mass += w->particles.row[i].inv_mass > 0 ? w->particles.mass[i] : 0;
    return mass * g2 > 0 ? rp_vec_dot(force, gravity) / (mass * g2) : 0;
}

/* Spurious elasticity with the mean number of sweeps so far. */
static rp_cd_elasticity softness(const rp_world *w, double length)
{
    double mass, diameter;
    rp_cd_options o = rp_cd_options_of(w);
    rp_cd_elasticity_particle(w, &mass, &diameter);
    return rp_cd_elasticity_of(&o, w->step > 0 ? w->method_total[RP_CD_SWEEPS] / (double)w->step : o.most, w->dt, mass,
                               diameter, length);
}

void rp_cd_view_values(const rp_world *w, double *value)
{
    const rp_cd_work *m = w->method_state;
    double length = rp_cd_elasticity_cluster(w);
    rp_cd_elasticity soft = softness(w, length);
    const rp_cd_solve_report *r = &m->report;
    const double now[] = {r->iterations,
                          r->residual,
                          r->penetration,
                          m->scale > 0 ? r->penetration / m->scale : 0,
                          carried_weight(w),
                          r->active > 0 ? r->sliding / r->active : 0,
                          w->method_total[RP_CD_UNCONVERGED],
                          w->method_total[RP_CD_JAMMED],
                          w->method_total[RP_CD_SWEEPS],
                          w->method_total[RP_CD_UPDATES],
                          w->method_total[RP_CD_WORST],
                          w->method_total[RP_CD_GAINED],
                          soft.diffusion_length,
                          length,
                          soft.sweeps,
                          soft.stiffness,
                          soft.damping,
                          soft.sound,
                          soft.wave_number,
                          soft.wave_length};
    _Static_assert(sizeof now / sizeof *now == RP_CD_VIEW_COLUMNS, "a value for each column");
    for (size_t n = 0; n < RP_CD_VIEW_COLUMNS; n++) value[n] = now[n];
}

/* The bodies that are not round, by name. */
static const char *shapes_of(const rp_world *w)
{
    const int clumps = rp_method_has_clumps(w);
    if (!w->particles.shape) return "clumps";
    if (w->dimension == 2) return clumps ? "polygons and clumps" : "polygons";
    return clumps ? "polyhedra and clumps" : "polyhedra";
}

/* What the coefficients above do not say. */
static void describe_contacts(const rp_world *w, const rp_cd_options *o, rp_buffer *b)
{
    int rolling = 0, sticky = 0;
    for (int n = 0; n < w->interaction_count; n++) {
        rolling |= w->interaction[n].law[RP_ROLLING] != NULL;
        sticky |= rp_cd_terms_sticky(&w->interaction[n]);
    }
    rp_buffer_print(
        b, "contacts         rigid, without overlap and duration. Impacts have the coefficients above, each for "
           "its own masses, speed and angle;\n"
           "                 those of one step are solved together. Contacts that last stick or slide by Coulomb's law "
           "alone: springs,\n"
           "                 dashpots and stiffnesses of the laws act in impacts only\n");
    if ((w->particles.shape || rp_method_has_bodies(w)) && o->restitution == RP_CD_POISSON)
        rp_buffer_print(b,
                        "                 Where %s strike, friction is Coulomb's alone: no eps_t, given or of the "
                        "laws (contact-dynamics.restitution: poisson)\n",
                        shapes_of(w));
    if (sticky)
        rp_buffer_print(
            b, "                 Adhesion holds what touches up to its pull (jkr: 3/2 pi gamma R_eff), without "
               "stretch; what rebounds leaves\n");
    if (sticky && w->particles.shape && o->stepping == RP_CD_GAP)
        rp_buffer_print(b, "                 Corners that strike and stick close their gap first, so that friction and "
                           "spin depend on where in the\n"
                           "                 step they fall (stepping: midpoint does not)\n");
    if (rolling)
        rp_buffer_print(b, "                 Rolling friction has its bound and neither spring nor dashpot: within the "
                           "bound nothing rolls\n");
}

/* When a step counts as solved. */
static void describe_accuracy(const rp_cd_options *o, rp_buffer *b)
{
    const char *criterion = rp_cd_option_table[RP_CD_OPTION_CRITERION].choice((int)o->criterion);
    double rest, share;
    if (o->criterion == RP_CD_ITERATIONS) return;
    rp_cd_options_allow(o, RP_CD_CARRIED, &rest, &share);
    if (!o->accuracy) rp_buffer_print(b, "                 solved by criterion %s, %.2g\n", criterion, o->tolerance);
    else
        rp_buffer_print(b,
                        "                 accuracy %s: what is left over is at most %.2g of the motion between grains, "
                        "%.2g of g dt / layers at rest;\n"
                        "                 up to %d contacts also to %.2g of the impulses, up to %d to %.2g where %d "
                        "sweeps reach it\n",
                        rp_cd_option_table[RP_CD_OPTION_ACCURACY].choice((int)o->accuracy), share, rest, RP_CD_REGION,
                        o->tolerance, RP_CD_FEW, RP_CD_EXACT, RP_CD_FEW_SWEEPS);
}

void rp_cd_view_describe(const rp_world *w, rp_buffer *b)
{
    rp_cd_options o = rp_cd_options_of(w);
    double mass, d, length = rp_cd_elasticity_cluster(w), speed = rp_world_speed_scale(w);
    rp_cd_elasticity_particle(w, &mass, &d);
    rp_cd_elasticity e = rp_cd_elasticity_of(&o, o.most, w->dt, mass, d, length);
    describe_contacts(w, &o, b);
    rp_buffer_print(b, "time step        %.4g s; the fastest (%.3g m/s estimated) moves %.3g of a diameter in it%s\n",
                    w->dt, speed, speed * w->dt / d,
                    speed * w->dt > 0.25 * d ? "   <- warning: contacts may be missed" : "");
    rp_buffer_print(
        b, "solver           %s, %s %d sweeps a step; a push gets %.3g m far in %d, the particles span %.3g m\n",
        o.solver == RP_CD_ACCELERATED ? "accelerated" : "Gauss-Seidel",
        o.criterion == RP_CD_ITERATIONS ? "always" : "at most", o.most, e.diffusion_length, o.most, length);
    describe_accuracy(&o, b);
    if (e.diffusion_length < length)
        rp_buffer_print(b, "elasticity       soft regime: rigid from about %.3g sweeps on   <- warning\n", e.sweeps);
    if (!isnan(e.sound))
        rp_buffer_print(b,
                        "                 with %d sweeps: sound %.3g m/s, contact stiffness %.3g N/m, damping %.3g "
                        "kg/s; waves shorter than %.3g m (k > %.3g 1/m) are overdamped;\n"
                        "                 sweeps and dt reduced together by 2 double the stiffness at the same cost "
                        "[UngerKertesz2003, Eqs. 57-68]\n",
                        o.most, e.sound, e.stiffness, e.damping, e.wave_length, e.wave_number);
}
