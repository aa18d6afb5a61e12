/* Any bytes as a table of particles, plain or compressed. The first byte chooses dimension and whether positions are
 * needed. */
#include "fuzz.h"
#include "scene/csv.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const rp_material material[2] = {{.name = "glass"}, {.name = "steel"}};
    rp_csv csv;
    rp_error err;
    if (size == 0) return 0;
    fuzz_write("particles.csv", data + 1, size - 1);
    rp_status status = rp_csv_read(fuzz_path("particles.csv"), data[0] & 1 ? 3 : 2, material, 2, data[0] >> 1 & 1, &csv,
                                   &err);
    fuzz_said(status, &err, 0);
    if (!status) {
        fuzz_check(csv.count > 0);
        for (size_t n = 0; n < csv.count; n++) {
            fuzz_check(csv.row[n].material >= 0 && csv.row[n].material < 2);
            for (int c = 0; c < RP_CSV_NUMBERS; c++) fuzz_check(csv.row[n].number[c] - csv.row[n].number[c] == 0);
        }
    }
    rp_csv_free(&csv);
    fuzz_check(rp_memory_bytes() == 0);
    return 0;
}
