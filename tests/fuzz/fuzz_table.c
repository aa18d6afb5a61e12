/* Any bytes as series.csv, profile-p.csv or forces.csv, read back for pictures; small ones are drawn. */
#include "fuzz.h"
#include "output/series_table.h"
#include "repose/picture.h"

/* The byte before the file chooses which it is and whether it is drawn: pictures take a thousand times longer. */
static void draw(int which, int log)
{
    char directory[64];
    rp_error err;
    rp_status status;
    strcpy(directory, (fuzz_path("picture.svg"), fuzz_directory));
    const char *path = fuzz_path("picture.svg");
    if (which == 0) status = rp_picture_series(directory, NULL, NULL, 0, log, log, path, &err);
    else if (which == 1) status = rp_picture_profile(directory, "p", NULL, 0, path, &err);
    else status = rp_picture_forces(directory, path, &err);
    fuzz_said(status, &err, 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const names[] = {"series.csv", "profile-p.csv", "forces.csv"};
    rp_series_table *table;
    rp_error err;
    if (size == 0) return 0;
    int which = data[0] % 3;
    fuzz_write(names[which], data + 1, size - 1);
    rp_status status = rp_series_table_read(fuzz_directory, names[which], &table, &err);
    fuzz_said(status, &err, 0);
    if (!status) {
        int column;
        fuzz_check(table->columns > 0 && table->columns <= RP_SERIES_COLUMNS && table->rows > 0);
        rp_series_table_need(table, "time", &column, NULL);
        if (data[0] & 64 && table->columns < 20 && table->rows < 200) draw(which, data[0] >> 7);
    }
    rp_series_table_destroy(table);
    fuzz_check(rp_memory_bytes() == 0);
    return 0;
}
