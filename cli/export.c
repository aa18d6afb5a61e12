/* repose export: particles of a run as text. */
#include <math.h>
#include <stdio.h>
#include "cli.h"
#include "repose/run.h"

static int run_export(int argc, char **argv)
{
    rp_export_options o = {.time = NAN};
    rp_text_list rest;
    rp_error err;
    char own[1200];
    const char *path = NULL;
    size_t rows;
    const rp_option options[] = {
        {"-o", RP_OPTION_TEXT, &path},
        {"--time", RP_OPTION_NUMBER, &o.time},
        {"--all", RP_OPTION_FLAG, &o.all},
        {"--checkpoint", RP_OPTION_FLAG, &o.checkpoint},
    };
    if (rp_cli_read(argc, argv, options, sizeof options / sizeof *options, &rest, 1, 1, &err)) return rp_cli_fail(&err);
    if ((o.all || o.checkpoint) + !isnan(o.time) > 1 || (o.all && o.checkpoint)) {
        rp_error_set(&err, RP_INPUT, "--time, --all and --checkpoint exclude each other");
        return rp_cli_fail(&err);
    }
    snprintf(own, sizeof own, "%s/particles.csv", rest.item[0]);
    if (!path) path = own;
    if (rp_export_particles(rest.item[0], &o, path, &rows, &err)) return rp_cli_fail(&err);
    printf("%s: %zu rows\n", path, rows);
    return RP_OK;
}

const rp_command rp_command_export = {
    "export", "DIR [-o F.csv|F.xyz] [options]", "particles of a run as CSV or XYZ",
    "  repose export DIR [--time T] [-o particles.csv]\n"
    "      writes the particles of the frame nearest to T (default: the last), or of the checkpoint where a run has no "
    "frames:\n"
    "      a row each, in the order of ids: time, id, material, group, position, radius, mass, velocity, angular "
    "velocity, periods\n"
    "  --all           every frame, one after the other\n"
    "  --checkpoint    the state of the last checkpoint\n"
    "\n"
    "CSV has names in its first line and units in the second: pd.read_csv(\"particles.csv\", comment=\"#\"). XYZ is "
    "the "
    "extended form\nthat OVITO and ASE read, with the material as the species. Frames themselves are for ParaView: "
    "open frames.pvd,\nthen Filters > Glyph: type Sphere, scale array radius, scale factor 2, all points.",
    run_export};
