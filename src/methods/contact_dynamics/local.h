/* The one-contact problem, exact, for any symmetric positive W.
 *
 * Given W (how an impulse at the contact changes its own relative velocity) and b (that velocity without the impulse,
 * bias of gap and restitution included), find p with u = W p + b such that
 *
 *   0 <= u_n  and  p_n >= 0  and  u_n p_n = 0                      Signorini [RadjaiRichefeu2009, Eqs. 3, 5]
 *   |p_t| <= mu p_n;  u_t != 0  =>  p_t = -mu p_n u_t/|u_t|        Coulomb [RadjaiRichefeu2009, Eq. 8;
 *                                                                  UngerKertesz2003, Eqs. 29-32]
 *
 * Component 0 is the normal one. The solution is unique if mu |W_nt| < W_nn (errata 61); otherwise one of them is
 * found.
 *
 * given: a normal impulse that is in b already and that friction counts: |p_t| <= mu (p_n + given). It is 0 but in the
 * restitution of an impact (restitution.h), where friction acts without any further p_n.
 */
#ifndef RP_METHODS_CONTACT_DYNAMICS_LOCAL_H
#define RP_METHODS_CONTACT_DYNAMICS_LOCAL_H

void rp_cd_local_solve_2d(double W[2][2], const double b[2], double mu, double given, double p[2]);
void rp_cd_local_solve_3d(double W[3][3], const double b[3], double mu, double given, double p[3]);

#endif
