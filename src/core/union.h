/* Integrals over the union of discs in the plane, or of balls in space: volume, and first and second moments. Members
 * may overlap in any way, lie within each other or apart.
 *
 * The plane. By Green's theorem the integral of x^a y^b is that of x^(a + 1) y^b / (a + 1) along the boundary in y. The
 * boundary is what of the circles lies in no other disc; on each arc the integrand is a polynomial in sine and cosine,
 * which Gauss's rule integrates to rounding.
 *
 * Space. Sections at equal z are unions of discs. Their moments are smooth in z but where a ball begins or ends, where
 * the circle in which two spheres meet begins or ends, and where three spheres meet; there they go as a square root.
 * Between two such heights z = middle - half cos(phi) takes the roots away, and Gauss's rule in phi converges
 * faster than any power: two balls are exact to rounding; for many the error is that of rounding, too, unless two of
 * those heights lie nearer to each other than about 1e-6 of the size and are not the same (then about 1e-10).
 */
#ifndef RP_CORE_UNION_H
#define RP_CORE_UNION_H

typedef struct rp_union_moments {
    double volume;                 /* m^3; in the plane m^2 */
    double x, y, z;                /* of the place, times volume */
    double xx, yy, zz, xy, xz, yz; /* of its products */
} rp_union_moments;

/* count rows of x, y, z and radius; dimension 2: z does not matter. */
rp_union_moments rp_union_integrate(const double *member, int count, int dimension);

#endif
