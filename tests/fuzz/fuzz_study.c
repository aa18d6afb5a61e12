/* Any bytes as study.csv, as the row of a job, as the file of a study or of a calibration: the byte before them says
 * which. Tables are plotted where they are small; nothing is run. */
#include "fuzz.h"
#include "repose/study.h"
#include "study/study.h"
#include "study/table.h"

static const char scene[] =
    "repose: 1\ndimension: 2\nmethod: soft\nseed: 7\nmaterials: {glass: {density: 2500}}\n"
    "interactions: [{between: [glass, glass], restitution: 0.6, normal: {law: linear, stiffness: 20000}}]\n"
    "particles:\n  - {name: a, material: glass, radius: 0.005, place: {list: [[0.05, 0.02]]}}\nrun: {until: 0.1}\n";
static const char plan[] = "repose: 1\nstudy: {scene: s.yaml, keys: {gravity.1: [1, 2]}, measures: [kinetic]}\n";

static void read_table(const uint8_t *data, size_t size)
{
    rp_study_table t;
    rp_error err;
    fuzz_write("study.csv", data, size);
    rp_status status = rp_study_table_read(fuzz_directory, &t, &err);
    fuzz_said(status, &err, 0);
    for (size_t row = 0; !status && row < t.rows; row++)
        for (int k = 0; k < t.columns; k++) {
            fuzz_check(rp_study_table_cell(&t, row, k) != NULL);
            rp_study_table_number(&t, row, k);
        }
    const int small = !status && t.columns < 8 && t.rows < 20;
    rp_study_table_free(&t);
    if (!small) return;
    char directory[64];
    strcpy(directory, fuzz_directory);
    fuzz_said(rp_study_report(directory, fuzz_path("report.html"), &err), &err, 0);
}

static void read_row(const uint8_t *data, size_t size)
{
    static rp_study_plan p;
    rp_study_row row;
    rp_error err;
    fuzz_write("study.yaml", plan, sizeof plan - 1);
    p = (rp_study_plan){0};
    fuzz_check(rp_study_read(&p, fuzz_path("study.yaml"), &err) == RP_OK);
    fuzz_write("row.csv", data, size);
    fuzz_said(rp_study_row_read(&p, fuzz_path("row.csv"), &row, &err), &err, 0);
    rp_study_free(&p);
}

static void read_plan(const uint8_t *data, size_t size)
{
    rp_error err;
    char *jobs;
    fuzz_write("study.yaml", data, size);
    fuzz_said(rp_study_list(fuzz_path("study.yaml"), &jobs, &err), &err, 0);
    free(jobs);
}

/* Stopped before its first run. */
static void read_search(const uint8_t *data, size_t size)
{
    static const int stop = 1;
    rp_study_options o;
    rp_calibration found;
    rp_error err;
    char file[PATH_MAX];
    fuzz_write("search.yaml", data, size);
    strcpy(file, fuzz_path("search.yaml"));
    rp_study_options_default(&o);
    o.file = file;
    o.directory = fuzz_path("found");
    o.stop = &stop;
    o.force = 1;
    fuzz_said(rp_calibrate(&o, &found, &err), &err, 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static void (*const read[])(const uint8_t *data, size_t size) = {read_table, read_row, read_plan, read_search};
    if (size == 0) return 0;
    if (!fuzz_directory[0]) fuzz_write("s.yaml", scene, sizeof scene - 1);
    read[data[0] % 4](data + 1, size - 1);
    fuzz_check(rp_memory_bytes() == 0);
    return 0;
}
