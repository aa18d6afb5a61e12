/* How two materials interact: a law for each slot with its parameters, friction and restitution.
 *
 * An interaction comes from a scene, or is put together one by one:
 *
 *     rp_interaction *x;
 *     rp_material glass = {.name = "glass", .density = 2500, .young = 7e10, .poisson = 0.24};
 *     rp_interaction_create(NULL, &x, &err);
 *     rp_interaction_materials_set(x, &glass, &glass);
 *     rp_interaction_law_set(x, RP_NORMAL, "viscoelastic", &err);
 *     rp_interaction_param_set(x, RP_NORMAL, "dissipation", 1e-5, &err);
 *     rp_interaction_prepare(x, &err);
 *     rp_restitution_impact(x, &pair, 1.0, 0, &impact, &err);           (repose/restitution.h)
 *     rp_interaction_destroy(x);
 *
 * After any change rp_interaction_prepare is called before the interaction is used. Parameters that were not set have
 * the default of the law's table, or are derived by the law from the materials and the restitution.
 */
#ifndef REPOSE_INTERACTION_H
#define REPOSE_INTERACTION_H

#include "repose/export.h"
#include "repose/law.h"
#include "repose/status.h"

RP_BEGIN_DECLARATIONS

typedef struct rp_interaction rp_interaction;

/* A body that takes part in an impact. */
typedef struct rp_impact_body {
    double radius;  /* m; INFINITY: a wall; NaN: not known */
    double mass;    /* kg */
    double inertia; /* moment of inertia, kg m^2 */
} rp_impact_body;

/* An interaction of spheres without laws and with nothing given. laws: that rp_interaction_law_set chooses from; NULL:
 * the built-in ones. On failure *x is NULL. */
RP_API rp_status rp_interaction_create(rp_laws *laws, rp_interaction **x, rp_error *err);

/* NULL is allowed. */
RP_API void rp_interaction_destroy(rp_interaction *x);

/* The interaction of two materials of a scene file, prepared. a NULL: the scene's first material; b NULL: the same as
 * a. body (NULL: not wanted): the first particle of each material, its radius NaN if there is none. RP_INPUT if the
 * scene is wrong, has no such material, or no rule for the two. */
RP_API rp_status rp_scene_interaction(const char *path, const char *a, const char *b, rp_interaction **x,
                                      rp_impact_body body[2], rp_error *err);

/* The two materials. */
RP_API void rp_interaction_materials_set(rp_interaction *x, const rp_material *a, const rp_material *b);
/* One of the two, side 0 or 1. */
RP_API const rp_material *rp_interaction_material(const rp_interaction *x, int side);

/* Chooses a law by its name; parameters of another law that the slot had before are forgotten. */
RP_API rp_status rp_interaction_law_set(rp_interaction *x, rp_slot slot, const char *name, rp_error *err);
/* The law of a slot; NULL: none. */
RP_API const rp_law *rp_interaction_law(const rp_interaction *x, rp_slot slot);

/* Sets a parameter of the slot's law, in SI units; flags are 0 or 1, choices their index. RP_INPUT if there is no such
 * parameter or the value is out of its range. */
RP_API rp_status rp_interaction_param_set(rp_interaction *x, rp_slot slot, const char *name, double value,
                                          rp_error *err);

/* Coefficients of sliding and of static friction. sliding NaN: both stay as they are but for a static one that is
 * given; static NaN: as sliding. */
RP_API void rp_interaction_friction_set(rp_interaction *x, double sliding, double at_rest);

/* Coefficients of restitution, and the speed at which the normal one holds (m/s); NaN: as before. */
RP_API void rp_interaction_restitution_set(rp_interaction *x, double eps_n, double eps_t, double speed);

/* Derives what the laws need from all that was set; the error names a parameter that is missing. */
RP_API rp_status rp_interaction_prepare(rp_interaction *x, rp_error *err);

/* Duration of a collision at speed v (m/s) by the normal law without damping, s; INFINITY without normal law. */
RP_API double rp_interaction_contact_time(const rp_interaction *x, double m_eff, double r_eff, double v);

/* Normal stiffness of a prepared interaction, N/m; 0 if it is not the same at all overlaps. */
RP_API double rp_interaction_stiffness(const rp_interaction *x);

RP_END_DECLARATIONS

#endif
