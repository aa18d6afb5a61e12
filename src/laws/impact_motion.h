/* The state of one impact while it is integrated, and what its two kinds of friction with a history share. Private to
 * impact.c and impact_hysteretic.c. */
#ifndef RP_LAWS_IMPACT_MOTION_H
#define RP_LAWS_IMPACT_MOTION_H

#include "laws/interaction.h"
#include "repose/restitution.h"

enum {
    Y_X,
    Y_V,
    Y_U,
    Y_H,
    Y_T,
    Y_COUNT
}; /* s (or xi), -gn, gt, the spring's T (or h) or what impact_hysteretic.c says, time; in units of the scales */
enum { E_END, E_CUT, E_TURN, E_PEAK, E_FRICTION, E_REVERSE, E_RISE, E_SOFTEN, E_REST, E_BARE, E_COUNT };
enum {         /* friction */
       STICK,  /* below the bound */
       SLIDE,  /* at the bound; a spring then has what the dashpot leaves, T = mu N - d u, or 0 */
       STOPPED /* slip came to rest: coulomb */
};

typedef struct motion {
    const rp_interaction *laws;
    const rp_law *law[RP_SLOT_COUNT];
    rp_impact_pair pair;
    double speed, length, time, force; /* scales: m/s, m, s, N */
    double end;                        /* xi at which a law with a cutoff ends, m */
    double rest_speed, rest_force;     /* below both an adhesive contact rests, m/s and N */
    double grip;                       /* what Coulomb's N of an adhesive law has beyond the normal force at first, N */
    int ranged, spring;
    int rigid;   /* friction slides at every slip: coulomb */
    int tension; /* the dashpot may pull */
    int cut;     /* it would pull and may not, while adhesion keeps the contact */
    int bare;    /* adhesive laws: the pull leaves nothing for friction to hold on to, Coulomb's N is 0 */
    int loading;
    int friction;     /* STICK ... */
    double side;      /* sign of friction while sliding */
    double smooth[2]; /* friction by speed: between these speeds of slip, m/s, its curve has no kink */
    int hysteretic;
    struct {                 /* hysteretic friction: impact_hysteretic.c */
        double k0, exponent; /* N/m, 1 */
        double power;        /* of the part that is left, to which the unknown is raised */
        double least;        /* of the unknown; below it is at the bound */
        double way;          /* sign of the slip (also for friction by speed) */
        double turn;         /* T at the last reversal, N; over the bound while that falls */
        int falling;         /* the bound falls */
        int full;            /* beyond the last reversal: the stiffness is k0 */
    } h;
    rp_block b;
    double history[RP_HISTORY_MAX][RP_BLOCK]; /* of its contacts */
} motion;

typedef struct probe {
    double total;   /* normal force without cut, adhesion not counted, N */
    double normal;  /* normal force that acts, N */
    double bound;   /* Coulomb's N */
    double carried; /* the same before its absolute value is taken: smooth where a dashpot's pull begins, N */
    double trial;   /* tangential force if it did not slide, against u: positive, N */
    double k, d;    /* stiffness of the tangential spring and damping beside it, N/m and kg/s */
    double limit, limit_static; /* mu N */
    double limit_rate;          /* hysteretic friction: d(mu N)/dtau, N */
    double room, room_rate;     /* mu N - way T*, and d/dtau of it */
} probe;

double rp_impact_overlap(const motion *m, const double *y);
double rp_impact_pace(const motion *m, const double *y); /* dt / (t_0 dtau) */
void rp_impact_lane(motion *m, int c, double xi, double v, double u, double h);
void rp_impact_call(motion *m, rp_slot slot, double dt);
void rp_impact_normal(motion *m, int lanes,
                      probe *p); /* calls the normal and adhesion laws on what was put into the lanes */

/* Friction by Walton and Braun. */
void rp_impact_hysteretic_prepare(motion *m);
void rp_impact_hysteretic_begin(motion *m, double *y);
probe rp_impact_hysteretic_ask(motion *m, const double *y);
void rp_impact_hysteretic_rate(const motion *m, const double *y, const probe *p,
                               double *out); /* completes the rates of y */
void rp_impact_hysteretic_damping(const motion *m, const double *y, const probe *p, double *diagonal);
void rp_impact_hysteretic_event(const motion *m, const double *y, const probe *p, double *value);
void rp_impact_hysteretic_happen(motion *m, double *y, int which);

#endif
