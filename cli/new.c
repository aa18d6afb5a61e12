/* repose new: a commented scene to start from. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "cli.h"
#include "starters.h"

/* A file that a scene needs, and no scene. */
static int is_file(const rp_starter *s) { return strchr(s->name, '.') != NULL; }

/* Each with the first line of its scene, a comment that says what it shows. */
static int list(void)
{
    int widest = 0;
    for (const rp_starter *s = rp_starters; s->name; s++)
        if (!is_file(s) && (int)strlen(s->name) > widest) widest = (int)strlen(s->name);
    for (const rp_starter *s = rp_starters; s->name; s++) {
        const char *line = s->text + strspn(s->text, "# ");
        if (!is_file(s)) printf("%-*s  %.*s\n", widest, s->name, (int)strcspn(line, "\n"), line);
    }
    return RP_OK;
}

static const rp_starter *find(const char *name, rp_error *err)
{
    const char *names[64];
    int count = 0;
    for (const rp_starter *s = rp_starters; s->name; s++) {
        if (is_file(s)) continue;
        if (strcmp(s->name, name) == 0) return s;
        if (count < 64) names[count++] = s->name;
    }
    rp_error_set(err, RP_INPUT, "there is no starter scene '%s'", name);
    rp_error_nearest(err, name, names, count);
    return NULL;
}

static int write_one(const char *path, const char *text)
{
    rp_error err;
    FILE *file = fopen(path, "wx");
    if (!file) {
        rp_error_set(&err, errno == EEXIST ? RP_INPUT : RP_SYSTEM,
                     errno == EEXIST ? "%s exists and is not overwritten" : "cannot write %s", path);
        return rp_cli_fail(&err);
    }
    int good = fputs(text, file) >= 0;
    if (fclose(file) != 0 || !good) {
        rp_error_set(&err, RP_SYSTEM, "cannot write %s: %s", path, strerror(errno));
        return rp_cli_fail(&err);
    }
    printf("%s\n", path);
    return RP_OK;
}

/* What the scene needs stands beside it. */
static int write_files(const char *name, const char *scene)
{
    const char *slash = strrchr(scene, '/');
    const int directory = slash ? (int)(slash - scene) + 1 : 0;
    const size_t length = strlen(name);
    for (const rp_starter *s = rp_starters; s->name; s++) {
        char path[1024];
        if (strncmp(s->name, name, length) != 0 || s->name[length] != '.') continue;
        snprintf(path, sizeof path, "%.*s%s", directory, scene, s->name);
        int status = write_one(path, s->text);
        if (status) return status;
    }
    return RP_OK;
}

static int run(int argc, char **argv)
{
    rp_text_list rest;
    rp_error err;
    const char *path = NULL;
    char own[128];
    const rp_option options[] = {{"-o", RP_OPTION_TEXT, &path}};
    if (rp_cli_read(argc, argv, options, 1, &rest, 0, 1, &err)) return rp_cli_fail(&err);
    if (rest.count == 0) return list();
    const rp_starter *s = find(rest.item[0], &err);
    if (!s) return rp_cli_fail(&err);
    if (!path) {
        snprintf(own, sizeof own, "%s.yaml", s->name);
        path = own;
    }
    int status = write_one(path, s->text);
    return status ? status : write_files(s->name, path);
}

const rp_command rp_command_new = {"new", "[KIND] [-o FILE]", "a commented scene to start from",
                                   "Without KIND: which there are, and what they show.", run};
