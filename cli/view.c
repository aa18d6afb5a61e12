/* repose view: the viewer in the browser. */
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "cli.h"
#include "live.h"
#include "serve.h"

static int quiet;

static int is_directory(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

/* In a process of its own; it is not waited for. */
static void open_browser(const char *url)
{
    const pid_t child = fork();
    if (child) return;
    execlp("xdg-open", "xdg-open", url, (char *)NULL);
    fprintf(stderr, "repose: xdg-open is not here: open the address yourself\n");
    _exit(0);
}

static void tell(const char *url, int open)
{
    printf("%s\n", url);
    fflush(stdout);
    if (open) open_browser(url);
    fprintf(stderr, "Open this address in a browser on this machine. Ctrl-C ends the viewer.\n");
}

static int view_runs(rp_serve_options *o, int open)
{
    rp_server *server;
    rp_error err;
    rp_view_data session;
    char url[512];
    if (rp_view_session(o->directories, NULL, o->count, &session, &err)) return rp_cli_fail(&err);
    rp_view_data_free(&session);
    if (rp_serve_start(o, &server, url, &err)) return rp_cli_fail(&err);
    tell(url, open);
    while (!rp_cli_stop) poll(NULL, 0, 60000); /* a signal ends it at once */
    rp_serve_stop(server);
    return RP_OK;
}

static int view_scene(rp_serve_options *o, rp_sim_def *def, int open, int paused, int until_end)
{
    rp_server *server;
    rp_error err;
    char url[512], hash[33];
    def->log = rp_cli_log;
    def->log_context = &quiet;
    if (rp_live_create(def, paused, &o->live, &err)) return rp_cli_fail(&err);
    rp_status status = rp_serve_start(o, &server, url, &err);
    if (!status) {
        tell(url, open);
        status = rp_live_run(o->live, &rp_cli_stop, until_end, &err);
        if (!status) status = rp_sim_hash(rp_live_sim(o->live), hash, &err);
        if (!status) fprintf(stderr, "t = %.6g s, hash %s\n", rp_sim_time(rp_live_sim(o->live)), hash);
    }
    rp_serve_stop(server);
    rp_live_destroy(o->live);
    return status ? rp_cli_fail(&err) : RP_OK;
}

static rp_status check(const rp_serve_options *o, const rp_text_list *rest, rp_error *err)
{
    int directories = 0;
    const int loopback = strncmp(o->host, "127.", 4) == 0 || strcmp(o->host, "localhost") == 0;
    for (int n = 0; n < rest->count; n++) directories += is_directory(rest->item[n]);
    if (!rp_view_page())
        return rp_error_set(err, RP_INPUT,
                            "this program was built without the viewer, which needs Node (Debian: nodejs "
                            "npm, or tools/install viewer)");
    if (o->port < 0 || o->port > 65535) return rp_error_set(err, RP_INPUT, "--port is a number from 0 to 65535");
    if (o->no_token && !loopback)
        return rp_error_set(err, RP_INPUT, "--no-token at %s would show the runs to everyone on the network", o->host);
    if (directories == rest->count || (rest->count == 1 && !directories)) return RP_OK;
    return rp_error_set(err, RP_INPUT, "repose view shows directories of runs, or runs one scene");
}

static int view(int argc, char **argv)
{
    rp_serve_options o = {.host = "127.0.0.1"};
    rp_sim_def def = rp_sim_def_default();
    rp_text_list rest, set = {.count = 0};
    rp_error err;
    int open = 0, paused = 0, until_end = 0;
    quiet = 0;
    const rp_option options[] = {
        {"--port", RP_OPTION_INT, &o.port},          {"--host", RP_OPTION_TEXT, &o.host},
        {"--no-token", RP_OPTION_FLAG, &o.no_token}, {"--open", RP_OPTION_FLAG, &open},
        {"--threads", RP_OPTION_INT, &def.threads},  {"--set", RP_OPTION_LIST, &set},
        {"--paused", RP_OPTION_FLAG, &paused},       {"--until-end", RP_OPTION_FLAG, &until_end},
        {"--quiet", RP_OPTION_FLAG, &quiet},
    };
    if (rp_cli_read(argc, argv, options, sizeof options / sizeof *options, &rest, 1, 8, &err) || check(&o, &rest, &err))
        return rp_cli_fail(&err);
    rp_cli_begin();
    rp_cli_catch();
    if (is_directory(rest.item[0])) {
        o.directories = rest.item;
        o.count = rest.count;
        return view_runs(&o, open);
    }
    def.scene = rest.item[0];
    def.set = set.item;
    def.set_count = set.count;
    return view_scene(&o, &def, open, paused, until_end);
}

const rp_command rp_command_view = {
    "view", "DIR ... | scene.yaml [options]", "runs, or a scene that goes on, in a browser",
    "Prints the address of a page. DIR: a run that has ended or still goes on; several stand side by side, with one\n"
    "camera and one time. A scene is run here, live, with pause, single steps and speed; it writes no files, and its\n"
    "state has the bits of repose run, whatever a page does.\n\n"
    "  --port N     where to listen (default: any port that is free)\n"
    "  --host A     the address to listen at (default 127.0.0.1: pages on this machine)\n"
    "  --no-token   pages need no token; refused unless --host is of this machine alone\n"
    "  --open       opens the page, by xdg-open\n"
    "  --threads N, --set KEY=VALUE, --quiet   as of repose run\n"
    "  --paused     a scene waits at its start until a page lets it go on\n"
    "  --until-end  ends when the scene does; default: Ctrl-C",
    view};
