/* L D L^T, row by row: row k of L solves L_k y = a_k with the rows before it; its pattern is the union of paths in the
 * elimination tree. See sparse.h. */
#include <stdlib.h>
#include <string.h>
#include "base/memory.h"
#include "fclib/sparse.h"

/* ---- order of elimination ---- */

typedef struct graph {
    size_t rows;
    uint32_t *near;                  /* of row i from begin[i]: first its elements, then its neighbours */
    size_t *begin;                   /* rows */
    uint32_t *elements, *neighbours; /* how many of either */
    size_t *set, *set_end;           /* of element e: its rows in `member` */
    uint32_t *member;
    size_t member_count, member_capacity;
    uint32_t *degree, *mark, stamp;
    uint32_t *head, *after, *before; /* rows of one degree, as lists */
    unsigned char *gone;             /* 1: eliminated; of an element, 2: absorbed */
} graph;

#define NONE UINT32_MAX

static void list_add(graph *g, uint32_t i)
{
    uint32_t *head = &g->head[g->degree[i]];
    g->after[i] = *head;
    g->before[i] = NONE;
    if (*head != NONE) g->before[*head] = i;
    *head = i;
}

static void list_remove(graph *g, uint32_t i)
{
    if (g->before[i] != NONE) g->after[g->before[i]] = g->after[i];
    else g->head[g->degree[i]] = g->after[i];
    if (g->after[i] != NONE) g->before[g->after[i]] = g->before[i];
}

static void graph_free(graph *g)
{
    void *blocks[] = {g->near,   g->begin, g->elements, g->neighbours, g->set,    g->set_end, g->member,
                      g->degree, g->mark,  g->head,     g->after,      g->before, g->gone};
    for (size_t n = 0; n < sizeof blocks / sizeof *blocks; n++) rp_memory_free(blocks[n]);
}

static int graph_alloc(graph *g, const rp_sparse *a)
{
    const size_t n = a->rows;
    *g = (graph){.rows = n};
    g->near = rp_memory_alloc(a->start[n], sizeof *g->near);
    g->begin = rp_memory_alloc(n, sizeof *g->begin);
    g->set = rp_memory_alloc(n, sizeof *g->set);
    g->set_end = rp_memory_alloc(n, sizeof *g->set_end);
    uint32_t **array[] = {&g->elements, &g->neighbours, &g->degree, &g->mark, &g->head, &g->after, &g->before};
    int good = g->near && g->begin && g->set && g->set_end;
    for (size_t k = 0; k < sizeof array / sizeof *array; k++) {
        *array[k] = rp_memory_alloc(n + 1, sizeof **array[k]);
        good = good && *array[k];
    }
    g->gone = rp_memory_alloc(n, 1);
    return good && g->gone;
}

static void graph_fill(graph *g, const rp_sparse *a)
{
    size_t at = 0;
    for (size_t i = 0; i <= g->rows; i++) g->head[i] = NONE;
    for (uint32_t i = 0; i < g->rows; i++) {
        g->begin[i] = at;
        for (size_t n = a->start[i]; n < a->start[i + 1]; n++)
            if (a->column[n] != i) g->near[at++] = a->column[n];
        g->neighbours[i] = (uint32_t)(at - g->begin[i]);
        g->degree[i] = g->neighbours[i];
        list_add(g, i);
    }
}

static int gather(graph *g, uint32_t i)
{
    if (g->gone[i] || g->mark[i] == g->stamp) return 1;
    g->mark[i] = g->stamp;
    if (!rp_memory_reserve(&g->member, &g->member_capacity, g->member_count + 1, sizeof *g->member)) return 0;
    g->member[g->member_count++] = i;
    return 1;
}

/* The rows that p couples become the set of element p; elements that it contains are absorbed. */
static int make_element(graph *g, uint32_t p)
{
    const uint32_t *near = g->near + g->begin[p];
    int good = 1;
    g->stamp++;
    g->gone[p] = 1;
    g->set[p] = g->member_count;
    for (uint32_t k = 0; k < g->elements[p]; k++) {
        const uint32_t e = near[k];
        for (size_t n = g->set[e]; n < g->set_end[e] && good; n++) good = gather(g, g->member[n]);
        g->gone[e] = 2;
    }
    for (uint32_t k = 0; k < g->neighbours[p] && good; k++) good = gather(g, near[g->elements[p] + k]);
    g->set_end[p] = g->member_count;
    return good;
}

/* Row i after the elimination of p: fewer neighbours, element p, and a bound of its degree. */
static void update(graph *g, uint32_t p, uint32_t i)
{
    uint32_t *near = g->near + g->begin[i], elements = 0, neighbours = 0;
    size_t degree = g->set_end[p] - g->set[p] - 1;
    const uint32_t old_elements = g->elements[i], all = old_elements + g->neighbours[i];
    uint32_t kept = 0;
    for (uint32_t k = 0; k < old_elements; k++) {
        if (g->gone[near[k]] == 2) continue;
        degree += g->set_end[near[k]] - g->set[near[k]] - 1;
        near[elements++] = near[k];
    }
    kept = elements;
    for (uint32_t k = old_elements; k < all; k++) {
        const uint32_t j = near[k];
        if (g->gone[j] || g->mark[j] == g->stamp) continue;
        near[kept + neighbours++] = j;
    }
    degree += neighbours;
    /* p was a neighbour or stood in an absorbed element, so there is room for one more */
    for (uint32_t k = kept + neighbours; k > elements; k--) near[k] = near[k - 1];
    near[elements] = p;
    g->elements[i] = elements + 1;
    g->neighbours[i] = neighbours;
    g->degree[i] = (uint32_t)(degree < g->rows ? degree : g->rows - 1);
}

static int order_rows(graph *g, uint32_t *order)
{
    uint32_t least = 0;
    for (size_t k = 0; k < g->rows; k++) {
        while (g->head[least] == NONE) least++;
        const uint32_t p = g->head[least];
        list_remove(g, p);
        order[k] = p;
        if (!make_element(g, p)) return 0;
        for (size_t n = g->set[p]; n < g->set_end[p]; n++) {
            const uint32_t i = g->member[n];
            list_remove(g, i);
            update(g, p, i);
            list_add(g, i);
            if (g->degree[i] < least) least = g->degree[i];
        }
    }
    return 1;
}

/* ---- factors ---- */

/* Rows of L that row k meets, as paths in the tree towards k. */
static void count_columns(rp_ldl *f, const rp_sparse *a)
{
    const uint32_t n = (uint32_t)f->rows;
    for (uint32_t k = 0; k < n; k++) {
        f->parent[k] = n;
        f->mark[k] = k;
        const uint32_t i = f->order[k];
        for (size_t at = a->start[i]; at < a->start[i + 1]; at++)
            for (uint32_t j = f->place[a->column[at]]; j < k && f->mark[j] != k; j = f->parent[j]) {
                if (f->parent[j] == n) f->parent[j] = k;
                f->start[j + 1]++;
                f->mark[j] = k;
            }
    }
    for (size_t k = 0; k < n; k++) f->start[k + 1] += f->start[k];
}

static int ldl_alloc(rp_ldl *f, size_t n)
{
    *f = (rp_ldl){.rows = n};
    uint32_t **array[] = {&f->order, &f->place, &f->parent, &f->mark, &f->path};
    int good = 1;
    for (size_t k = 0; k < sizeof array / sizeof *array; k++) {
        *array[k] = rp_memory_alloc(n, sizeof **array[k]);
        good = good && *array[k];
    }
    f->start = rp_memory_alloc(n + 1, sizeof *f->start);
    f->next = rp_memory_alloc(n, sizeof *f->next);
    f->d = rp_memory_alloc(n, sizeof *f->d);
    f->work = rp_memory_alloc(n, sizeof *f->work);
    return good && f->start && f->next && f->d && f->work;
}

rp_status rp_ldl_analyse(rp_ldl *f, const rp_sparse *a, size_t most, rp_error *err)
{
    graph g = {0};
    int good = ldl_alloc(f, a->rows) && graph_alloc(&g, a);
    if (good) graph_fill(&g, a);
    good = good && order_rows(&g, f->order);
    graph_free(&g);
    if (!good) return rp_memory_error(err, a->start[a->rows] * sizeof(double), "the order of a factorisation");
    for (uint32_t k = 0; k < f->rows; k++) f->place[f->order[k]] = k;
    count_columns(f, a);
    const size_t count = f->start[f->rows];
    if (count > most)
        return rp_error_set(err, RP_FAILED, "the factors of %zu rows have %zu entries, %zu at most are allowed",
                            f->rows, count, most);
    f->row = rp_memory_alloc(count, sizeof *f->row);
    f->value = rp_memory_alloc(count, sizeof *f->value);
    if (!f->row || !f->value) return rp_memory_error(err, count * sizeof *f->value, "a factorisation");
    return RP_OK;
}

/* Row k of A + shift I into work, its pattern in L from path[top] on, in an order that the tree allows. */
static size_t take_row(rp_ldl *f, const rp_sparse *a, uint32_t k, double shift)
{
    size_t top = f->rows;
    const uint32_t i = f->order[k];
    f->mark[k] = k;
    f->work[k] = shift;
    for (size_t at = a->start[i]; at < a->start[i + 1]; at++) {
        uint32_t j = f->place[a->column[at]];
        if (j > k) continue;
        f->work[j] += a->value[at];
        size_t length = 0;
        for (; f->mark[j] != k; j = f->parent[j]) {
            f->path[length++] = j;
            f->mark[j] = k;
        }
        while (length > 0) f->path[--top] = f->path[--length];
    }
    return top;
}

int rp_ldl_factor(rp_ldl *f, const rp_sparse *a, double shift)
{
    const uint32_t n = (uint32_t)f->rows;
    memset(f->work, 0, n * sizeof *f->work);
    for (uint32_t k = 0; k < n; k++) {
        f->mark[k] = n;
        f->next[k] = f->start[k];
    }
    for (uint32_t k = 0; k < n; k++) {
        const size_t top = take_row(f, a, k, shift);
        double d = f->work[k];
        f->work[k] = 0;
        for (size_t t = top; t < n; t++) {
            const uint32_t j = f->path[t];
            const double y = f->work[j], l = y / f->d[j];
            f->work[j] = 0;
            for (size_t at = f->start[j]; at < f->next[j]; at++) f->work[f->row[at]] -= f->value[at] * y;
            d -= l * y;
            f->row[f->next[j]] = k;
            f->value[f->next[j]++] = l;
        }
        if (!(d > 0)) return 0;
        f->d[k] = d;
    }
    return 1;
}

void rp_ldl_solve(rp_ldl *f, const double *b, double *x)
{
    double *y = f->work;
    const size_t n = f->rows;
    for (size_t k = 0; k < n; k++) y[k] = b[f->order[k]];
    for (size_t k = 0; k < n; k++)
        for (size_t at = f->start[k]; at < f->start[k + 1]; at++) y[f->row[at]] -= f->value[at] * y[k];
    for (size_t k = n; k-- > 0;) {
        y[k] /= f->d[k];
        for (size_t at = f->start[k]; at < f->start[k + 1]; at++) y[k] -= f->value[at] * y[f->row[at]];
    }
    for (size_t k = 0; k < n; k++) x[f->order[k]] = y[k];
}

static int by_number(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

size_t rp_ldl_forward(rp_ldl *f, const uint32_t *row, const double *b, size_t count, uint32_t *index, double *y)
{
    const uint32_t n = (uint32_t)f->rows;
    size_t found = 0;
    for (size_t k = 0; k < count; k++)
        for (uint32_t j = f->place[row[k]]; j < n && f->mark[j] != NONE; j = f->parent[j]) {
            index[found++] = j;
            f->mark[j] = NONE;
        }
    qsort(index, found, sizeof *index, by_number);
    for (size_t k = 0; k < found; k++) f->work[index[k]] = 0;
    for (size_t k = 0; k < count; k++) f->work[f->place[row[k]]] += b[k];
    for (size_t k = 0; k < found; k++) {
        const uint32_t j = index[k];
        y[k] = f->work[j];
        for (size_t at = f->start[j]; at < f->start[j + 1]; at++) f->work[f->row[at]] -= f->value[at] * y[k];
        f->mark[j] = 0;
    }
    for (size_t k = 0; k < found; k++) f->work[index[k]] = 0;
    return found;
}

void rp_ldl_free(rp_ldl *f)
{
    void *blocks[] = {f->order, f->place, f->parent, f->mark, f->path, f->start,
                      f->next,  f->d,     f->work,   f->row,  f->value};
    for (size_t n = 0; n < sizeof blocks / sizeof *blocks; n++) rp_memory_free(blocks[n]);
    *f = (rp_ldl){0};
}
