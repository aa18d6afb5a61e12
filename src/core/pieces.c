/* See pieces.h. */
#include "core/pieces.h"

/* The list's chunks hold until the number of particles changes. */
static int by_chunk(const rp_world *w)
{
    const rp_contacts *c = &w->contacts;
    return c->chunk_count > 0 && c->chunk[c->chunk_count - 1].last == w->particles.count;
}

size_t rp_pieces_count(const rp_world *w)
{
    return by_chunk(w) ? w->contacts.chunk_count : (w->particles.count + RP_PIECE_SLOTS - 1) / RP_PIECE_SLOTS;
}

rp_piece rp_pieces_at(const rp_world *w, size_t n)
{
    if (by_chunk(w)) return (rp_piece){w->contacts.chunk[n].first, w->contacts.chunk[n].last};
    size_t first = n * RP_PIECE_SLOTS, last = first + RP_PIECE_SLOTS;
    return (rp_piece){first, last < w->particles.count ? last : w->particles.count};
}

rp_piece rp_pieces_of(const rp_world *w, size_t slot)
{
    if (!by_chunk(w)) return rp_pieces_at(w, slot / RP_PIECE_SLOTS);
    size_t low = 0, high = w->contacts.chunk_count - 1; /* chunks follow each other without gaps */
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (slot < w->contacts.chunk[middle].last) high = middle;
        else low = middle + 1;
    }
    return rp_pieces_at(w, low);
}

double rp_pieces_mean_radius(const rp_world *w)
{
    double sum = 0;
    for (size_t n = 0; n < rp_pieces_count(w); n++) {
        rp_piece piece = rp_pieces_at(w, n);
        double part = 0;
        for (size_t i = piece.first; i < piece.last; i++) part += w->particles.row[i].r;
        sum += part;
    }
    return w->particles.count ? sum / (double)w->particles.count : 0;
}
