/* Command lines, many of them, in one process: good ones and bad ones of every command, with what standard error says;
 * then those of which the n-th allocation or system call of a file fails. Exit codes: 0 done, 2 wrong input, 3 the
 * system failed. */
#include "testing.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/system.h"
#include "cli.h"

enum { WORDS = 24, STRIDE = 37 };

static char directory[64];
static int own_out, own_error;

static const rp_command *const commands[] = {
    &rp_command_run,         &rp_command_compare, &rp_command_check,  &rp_command_new,       &rp_command_plot,
    &rp_command_hash,        &rp_command_bench,   &rp_command_laws,   &rp_command_methods,   &rp_command_measures,
    &rp_command_restitution, &rp_command_bounce,  &rp_command_scale,  &rp_command_reproduce, &rp_command_view,
    &rp_command_film,        &rp_command_watch,   &rp_command_report, &rp_command_study,     &rp_command_calibrate,
};

static const char scene[] =
    "repose: 1\ntitle: three\ndimension: 2\nmethod: soft\ngravity: [0, -9.81]\nmaterials: {m: {density: 1000}}\n"
    "interactions: [{between: [m, m], friction: 0.5, restitution: 0.5, normal: {law: linear, stiffness: 1000}}]\n"
    "particles: [{name: grains, material: m, radius: 0.005, place: {list: [[0, 0.0049], [0.0099, 0.0049], "
    "[0.005, 0.0135]]}}]\n"
    "walls: [{name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: m}]\nrun: {until: 0.004, step: "
    "2.0e-4}\noutput: {series: {every: 0.001}, frames: {every: 0.002, contacts: true}, forces: {every: 0.001}, "
    "profiles: [{name: up, along: y, lower: 0, upper: 0.02, bins: 4, every: 0.001}]}\n";
static const char study[] =
    "repose: 1\nstudy: {scene: s.yaml, keys: {interactions.0.friction: [0.1, -1]}, measures: [kinetic]}\n";
static const char search[] = "repose: 1\ncalibrate: {scene: s.yaml, keys: {interactions.0.restitution: {from: 0.3, to: "
                             "0.9}}, targets: [{measure: coordination, value: -5, error: 1.0e-3}], runs: 8}\n";
/* A ball with eps_n = 1/2, 1/2, then a drop of two times, which has no impact between two others. */
static const char times[] = "time\n0\n1\n1.5\n1.75\n\n0\n1\n";

#define SPHERES "--normal viscoelastic --young 7e10 --poisson 0.24 --density 2500 --radius 0.001"
#define LINEAR "--normal linear --stiffness 1e5"

static const struct line {
    const char *text;
    int code;
    const char *words; /* what standard error says; NULL: nothing is looked for */
} lines[] = {
    {"run s.yaml -o run --quiet --threads 1", 0, NULL},
    {"run s.yaml -o run --threads 1", 2, "--force"},
    {"run s.yaml -o run --force --threads 1 --max-steps 12", 4, "--resume"},
    {"run --resume -o run --threads 1", 0, "hash"},
    {"run --resume -o run --threads 1", 2, "finished"},
    {"run", 2, "which scene"},
    {"run --resume", 2, "which scene"},
    {"run s.yaml --threads -1", 2, "negative"},
    {"run s.yaml --max-hours -1", 2, "negative"},
    {"run s.yaml --max-steps -1", 2, "negative"},
    {"run s.yaml --max-steps 1e3", 2, "whole number"},
    {"run s.yaml --max-steps 99999999999", 2, "whole number"},
    {"run s.yaml --max-hours soon", 2, "a number"},
    {"run s.yaml --max-hours inf", 2, "a number"},
    {"run s.yaml --max-hours", 2, "needs a value"},
    {"run s.yaml --quiet=1", 2, "takes no value"},
    {"run s.yaml --forse", 2, "--force"},
    {"run s.yaml other.yaml", 2, "too many"},
    {"run none.yaml", 2, "none.yaml"},
    {"run s.yaml -o other --set run.untill=1", 2, "until"},
    {"run --resume -o none", 2, "none"},
    {"check s.yaml", 0, NULL},
    {"check s.yaml --set particles.0.radius=-1", 2, "radius"},
    {"check", 2, "too few"},
    {"hash run/checkpoint.h5", 0, NULL},
    {"hash s.yaml", 2, "scene.yaml"},
    {"hash none", 2, "no checkpoint"},
    {"new", 0, NULL},
    {"new heap -o heap.yaml", 0, NULL},
    {"new heap -o heap.yaml", 2, "not overwritten"},
    {"new heep", 2, "heap"},
    {"new heap -o none/heap.yaml", 3, "cannot write"},
    {"laws", 0, NULL},
    {"laws --markdown", 0, NULL},
    {"laws --from none.so", 2, "none.so"},
    {"laws one", 2, "too many"},
    {"methods", 0, NULL},
    {"methods --all", 2, "--all"},
    {"measures", 0, NULL},
    {"measures --markdown", 0, NULL},
    {"measures one", 2, "too many"},
    {"plot run -o p.png --width 200 --height 150", 0, NULL},
    {"plot run frame -o p.svg --time 0 --color height --forces --range 0, --title a", 0, NULL},
    {"plot run frames -o pictures --width 200 --height 150 --range frame", 0, NULL},
    {"plot run frame -o p.svg --range run", 0, NULL},
    {"plot run series kinetic stored -o p.svg --log-x --log-y", 0, NULL},
    {"plot run kinetic -o p.svg --x step", 0, NULL},
    {"plot run series -o p.svg", 0, NULL},
    {"plot run profile solid_fraction -o p.svg --name up", 0, NULL},
    {"plot run forces -o p.svg", 0, NULL},
    {"plot run frame", 0, NULL},
    {"plot run series", 0, NULL},
    {"plot run profile", 0, NULL},
    {"plot run forces", 0, NULL},
    {"plot run frame --range 2,1", 2, "--range"},
    {"plot run frame --range a,1", 2, "--range"},
    {"plot run frame --range ,inf", 2, "--range"},
    {"plot run frame --range 1", 2, "--range"},
    {"plot run frame --color colour", 2, "colour"},
    {"plot run frame -o p.pdf", 2, "p.pdf"},
    {"plot run frame --width -1", 2, "pixels"},
    {"plot run frame --height 20", 2, "pixels"},
    {"plot run frames -o s.yaml", 3, "s.yaml"},
    {"plot run series kinetik", 2, "kinetic"},
    {"plot run profile solid --name up", 2, "solid"},
    {"plot run profile --name down", 2, "down"},
    {"plot none", 2, "none"},
    {"plot none forces", 2, "none"},
    {"plot run study", 2, "which measure"},
    {"plot run study kinetic seed", 2, "study.csv"},
    {"plot", 2, "too few"},
    {"bench s.yaml --steps 5 --warm 2 --repeat 2", 0, NULL},
    {"bench s.yaml --steps 5 --warm 2 --repeat 1 --json", 0, NULL},
    {"bench none", 2, "none.yaml"},
    {"bench s.yaml --steps 0", 2, "at least 1"},
    {"bench s.yaml --warm -1", 2, "at least"},
    {"bench s.yaml --threads 0", 2, "at least 1"},
    {"bench s.yaml --repeat 0", 2, "at least 1"},
    {"bench s.yaml --step 5", 2, "--steps"},
    {"restitution " LINEAR " --damping 10 --effective-mass 0.01", 0, NULL},
    {"restitution " LINEAR " --damping 10 --effective-mass 0.01 --speed 0.1:1:log5 --json", 0, NULL},
    {"restitution " LINEAR " --damping 10 --effective-mass 0.01 --speed 0.1:1:log5 --plot r.svg -o r.csv", 0, NULL},
    {"restitution " LINEAR " --friction 0.3 --effective-mass 0.01 --speed 1 --slip 0:2:3 --plot r.svg", 0, NULL},
    {"restitution " LINEAR " --friction 0.3 --effective-mass 0.01 --speed 1,2 --slip 0:2:3 --plot r.svg", 0, NULL},
    {"restitution " SPHERES " --dissipation 1e-5 --wall --speed 1", 0, NULL},
    {"restitution " SPHERES " --find dissipation --restitution 0.8", 0, NULL},
    {"restitution " SPHERES " --find dissipation --restitution 0.8 --json", 0, NULL},
    {"restitution " SPHERES " --find rolling --restitution 0.9", 0, NULL},
    {"restitution " SPHERES " --from-rolling 1e-7 --json", 0, NULL},
    {"restitution s.yaml --speed 1", 0, NULL},
    {"restitution s.yaml --pair m,m --speed 1", 0, NULL},
    {"restitution s.yaml --pair m,n --speed 1", 2, "'n'"},
    {"restitution none.yaml --speed 1", 2, "none.yaml"},
    {"restitution " SPHERES " --find rolling", 2, "either"},
    {"restitution " SPHERES " --find rolling --restitution 2", 2, "either"},
    {"restitution s.yaml --find rolling --restitution 0.9", 2, "one material"},
    {"restitution --find rolling --restitution 0.9", 2, "one material"},
    {"restitution " SPHERES " --from-rolling 1e-7 --speed x", 2, "--speed"},
    {"restitution --speed 1", 2, "no normal law"},
    {"restitution --normal liner --effective-mass 1", 2, "linear"},
    {"restitution " LINEAR, 2, "effective mass"},
    {"restitution --normal hertz --young 1e7 --poisson 0.3 --effective-mass 1", 2, "size of the bodies"},
    {"restitution " LINEAR " --effective-mass 1 --dissipation 1", 2, "has no parameter"},
    {"restitution " LINEAR " --effective-mass 1 --tangential-stiffness 1", 2, "needs a tangential law"},
    {"restitution --normal linear --stiffness x --effective-mass 1", 2, "a number"},
    {"restitution --normal linear --stiffness -1 --effective-mass 1", 2, "a number"},
    {"restitution " LINEAR " --effective-mass 1 --speed 1:2", 2, "--speed"},
    {"restitution " LINEAR " --effective-mass 1 --speed 1:2:1", 2, "--speed"},
    {"restitution " LINEAR " --effective-mass 1 --speed 0:2:log3", 2, "--speed"},
    {"restitution " LINEAR " --effective-mass 1 --speed x:2:3", 2, "--speed"},
    {"restitution " LINEAR " --effective-mass 1 --speed 1:x:3", 2, "--speed"},
    {"restitution " LINEAR " --effective-mass 1 --speed 1:2:3x", 2, "--speed"},
    {"restitution " LINEAR " --effective-mass 1 --speed inf:2:3", 2, "--speed"},
    {"restitution " LINEAR " --effective-mass 1 --speed 1,x", 2, "--speed"},
    {"restitution " LINEAR " --effective-mass 1 --slip 1,,2", 2, "--slip"},
    {"restitution " LINEAR " --effective-mass 1 --speed 1 -o none/r.csv", 3, "none/r.csv"},
    {"restitution " LINEAR " --effective-mass 1 --speed 1,2 --plot r.pdf", 2, "r.pdf"},
    {"restitution " LINEAR " --effective-mass 1 --find dissipation --restitution 0.5", 2, "dissipation"},
    {"restitution " LINEAR " --effective-mass 1 --sticking", 0, NULL},
    {"bounce times.txt", 0, NULL},
    {"bounce times.txt --json --plot b.svg", 0, NULL},
    {"bounce times.txt --table 1", 0, NULL},
    {"bounce times.txt --from 1 --to 2 --plot b.svg", 0, NULL},
    {"bounce times.txt --table 0", 2, "1 to 16"},
    {"bounce times.txt --table 99", 2, "1 to 16"},
    {"bounce times.txt --plot b.pdf", 2, "b.pdf"},
    {"bounce times.txt --gravity -1", 2, "gravity"},
    {"bounce s.yaml", 2, "no three"},
    {"bounce none.txt", 2, "none.txt"},
    {"bounce .", 3, "reading"},
    {"bounce", 2, "too few"},
    {"scale --young 2e11 --poisson 0.29 --density 7700 --factor 0.1", 0, NULL},
    {"scale --young 2e11 --poisson 0.29 --density 7700 --factor 0.1 --dissipation 1e-5 --json", 0, NULL},
    {"scale --young 2e11 --poisson 0.29 --density 7700 --factor 0.1 --with-young 3e9 --with-poisson 0.35 "
     "--with-density 1200",
     0, NULL},
    {"scale --young 2e11 --poisson 0.29 --factor 0.1", 2, "needed"},
    {"scale --young 2e11 --poisson 0.29 --density 7700 --factor -1", 2, "needed"},
    {"reproduce --list", 0, NULL},
    {"reproduce none", 2, "no figure"},
    {"reproduce --all --scene", 2, "--scene"},
    {"reproduce poschel2008-fig5 --full", 2, NULL},
    {"compare s.yaml -o compared --threads 1 --methods soft,contact-dynamics --columns kinetic", 0, "steps"},
    {"compare s.yaml -o compared --threads 1", 2, "--force"},
    {"compare", 2, "which scene"},
    {"compare s.yaml --threads -1", 2, "negative"},
    {"compare s.yaml -o other --methods sofd,contact-dynamics", 2, "soft"},
    {"compare s.yaml -o other --methods soft", 2, "two or more"},
    {"compare none.yaml", 2, "none.yaml"},
    {"view none.yaml", 2, NULL},
    {"view run --port 99999", 2, NULL},
    {"view run --no-token --host 0.0.0.0", 2, NULL},
    {"view run s.yaml", 2, NULL},
    {"view pictures", 2, NULL},
    {"view", 2, "too few"},
    {"film run -o f.avi", 2, ".mp4"},
    {"film run --rate 0", 2, "--rate"},
    {"film none -o f.gif", 2, "none"},
    {"film run -o f.mp4 --width 200 --height 150", 0, NULL},
    {"film run run -o f.mp4 --width 200 --height 150 --quiet", 0, NULL},
    {"film none run -o f.mp4", 2, "none"},
    {"watch run", 0, NULL},
    {"watch run kinetic nothing --once", 0, NULL},
    {"watch run --every 0", 2, "0.1"},
    {"watch none", 2, "not the directory of a run"},
    {"report none", 2, NULL},
    {"report run -o none/r.html", 3, NULL},
    {"report", 2, "too few"},
    {"study", 2, "which study"},
    {"study study.yaml --list", 0, NULL},
    {"study none.yaml --list", 2, "none.yaml"},
    {"study study.yaml -o studied --threads 1 --jobs 1", 0, "1 failed"},
    {"study study.yaml -o studied --job 2 --retry", 1, "friction"},
    {"study study.yaml -o studied --job 9", 2, "1 to 2"},
    {"study study.yaml --job 1 --force", 2, "--force"},
    {"study study.yaml --jobs -1", 2, "negative"},
    {"study study.yaml -o run", 2, "no study"},
    {"study s.yaml -o other", 2, "study"},
    {"plot studied study kinetic interactions.0.friction", 0, NULL},
    {"plot studied study kinetic interactions.0.frictio", 2, "friction"},
    {"plot studied study kinetik interactions.0.friction", 2, "kinetic"},
    {"report studied", 0, NULL},
    {"report studied -o none/r.html", 3, "none"},
    {"calibrate", 2, "which calibration"},
    {"calibrate study.yaml -o found", 2, NULL},
    {"calibrate search.yaml -o found --threads 1", 1, "run 8"},
    {"calibrate search.yaml -o found", 1, NULL},
};

/* ---- one line ---- */

static int call(const char *text)
{
    char copy[400], *argv[WORDS + 1], *save = NULL;
    int argc = 0;
    snprintf(copy, sizeof copy, "%s", text);
    const char *name = strtok_r(copy, " ", &save);
    for (char *word; argc < WORDS && (word = strtok_r(NULL, " ", &save));) argv[argc++] = word;
    argv[argc] = NULL;
    for (size_t n = 0; n < sizeof commands / sizeof *commands; n++)
        if (strcmp(commands[n]->name, name) == 0) return rp_cli_end(commands[n]->run(argc, argv));
    return -1;
}

static void turn(int descriptor, int to)
{
    fflush(NULL);
    dup2(to, descriptor);
}

/* Its exit code; said: what it wrote to standard error. */
static int quietly(const char *text, char said[4000])
{
    const int null = open("/dev/null", O_WRONLY), words = open("words.txt", O_RDWR | O_CREAT | O_TRUNC, 0666);
    turn(1, null);
    turn(2, words);
    const int code = call(text);
    turn(1, own_out);
    turn(2, own_error);
    lseek(words, 0, SEEK_SET);
    const ssize_t size = read(words, said, 3999);
    said[size < 0 ? 0 : size] = 0;
    close(words);
    close(null);
    return code;
}

static void each_line(void **state)
{
    char said[4000];
    int wrong = 0;
    (void)state;
    for (size_t n = 0; n < sizeof lines / sizeof *lines; n++) {
        const struct line *l = &lines[n];
        const int code = quietly(l->text, said), dumb = l->words && !strstr(said, l->words);
        const int64_t left = rp_memory_bytes();
        if (code == l->code && !dumb && !left && (code < 2 || said[0])) continue;
        print_message("repose %s\n  exit code %d, expected %d; %lld bytes left; says: %s\n", l->text, code, l->code,
                      (long long)left, said);
        wrong++;
    }
    assert_int_equal(wrong, 0);
}

/* ---- failures ---- */

static const char *const failing[] = {
    "check s.yaml",
    "hash run/checkpoint.h5",
    "laws --from none.so",
    "watch run",
    "film run -o f.mp4 --width 200 --height 150",
    "film run run -o f.mp4 --width 200 --height 150",
    "restitution " LINEAR " --friction 0.3 --effective-mass 0.01 --speed 1,2 --plot r.svg",
    "restitution s.yaml --find stiffness --restitution 0.9",
    "bounce times.txt --plot b.svg",
    "bench s.yaml --steps 2 --warm 0 --repeat 1",
    "compare s.yaml -o compared --force --threads 1 --methods soft --columns kinetic",
};

static void fail_each(const char *text, void (*fail_at)(long n), const char *what)
{
    char said[4000];
    const int usual = quietly(text, said);
    long n = 1;
    for (int harmless = 0; harmless < 2; n += STRIDE) {
        fail_at(n);
        const int code = quietly(text, said);
        fail_at(0);
        if (rp_memory_bytes())
            fail_msg("repose %s, %s %ld leaks %lld bytes", text, what, n, (long long)rp_memory_bytes());
        if (code != usual && (code != 3 || !said[0])) fail_msg("repose %s, %s %ld: %d, %s", text, what, n, code, said);
        harmless = code == 3 ? 0 : harmless + 1;
        assert_true(n < 20000);
    }
}

static void each_failure(void **state)
{
    (void)state;
    for (size_t n = 0; n < sizeof failing / sizeof *failing; n++) {
        fail_each(failing[n], rp_memory_fail_at, "allocation");
        fail_each(failing[n], rp_system_fail_at, "system call");
    }
}

/* ---- files ---- */

static void put(const char *name, const char *text)
{
    assert_int_equal(rp_file_write(name, text, strlen(text), 0, NULL), RP_OK);
}

/* An ffmpeg that takes what it is given: tests/web/test_film_watch.py has the real one. */
static int set_up(void **state)
{
    char path[80];
    (void)state;
    snprintf(directory, sizeof directory, "%s/repose-lines-XXXXXX",
             access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    if (!mkdtemp(directory) || chdir(directory)) return -1;
    own_out = dup(1);
    own_error = dup(2);
    put("s.yaml", scene);
    put("study.yaml", study);
    put("search.yaml", search);
    put("times.txt", times);
    put("ffmpeg", "#!/bin/sh\nexit 0\n");
    snprintf(path, sizeof path, "%s:/usr/bin:/bin", directory);
    return setenv("PATH", path, 1) || setenv("TMPDIR", directory, 1) || system("chmod +x ffmpeg");
}

static int tear_down(void **state)
{
    (void)state;
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", directory);
    return system(command);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_line), cmocka_unit_test(each_failure)};
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
