/* Marks of axes; see ticks.h. */
#include "output/ticks.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

double rp_ticks_round_down(double x)
{
    double power = pow(10, floor(log10(x) + 1e-12)), lead = x / power;
    return power * (lead >= 5 * (1 - 1e-12) ? 5 : lead >= 2 * (1 - 1e-12) ? 2 : 1);
}

/* A typographic minus instead of a hyphen. */
static void pretty(char *text, int room, const char *plain)
{
    if (plain[0] == '-') snprintf(text, (size_t)room, "\xE2\x88\x92%s", plain + 1);
    else snprintf(text, (size_t)room, "%s", plain);
}

void rp_ticks_power(char *text, int room, int exponent)
{
    static const char *const digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    char plain[16];
    snprintf(plain, sizeof plain, "%d", exponent);
    int used = snprintf(text, (size_t)room, "10");
    for (const char *at = plain; *at && used < room; at++)
        used += snprintf(text + used, (size_t)(room - used), "%s", *at == '-' ? "⁻" : digits[*at - '0']);
}

/* The power of a thousand to take out of labels, 0 where plain numbers read well. */
static int common_exponent(double largest)
{
    if (largest <= 0 || (largest < 1e4 && largest >= 1e-2)) return 0;
    return 3 * (int)floor(log10(largest) / 3 + 1e-12);
}

void rp_ticks_linear(rp_ticks *t, double low, double high, int wanted)
{
    *t = (rp_ticks){0};
    if (!(high > low) || !isfinite(high - low)) return;
    double step = rp_ticks_round_down((high - low) / wanted * 1.4999);
    while ((high - low) / step > RP_TICKS_MAX - 2) step *= 2;
    t->exponent = common_exponent(fmax(fabs(low), fabs(high)));
    double scale = pow(10, t->exponent);
    int decimals = (int)fmax(0, -floor(log10(step / scale) + 1e-9));
    double first = ceil(low / step - 1e-9), slack = 1e-9 * step;
    for (double n = first; n * step <= high + slack && t->count < RP_TICKS_MAX; n++) {
        char plain[RP_TICKS_TEXT - 4];
        double value = n == 0 ? 0 : n * step;
        snprintf(plain, sizeof plain, "%.*f", decimals > 12 ? 12 : decimals, value / scale);
        pretty(t->label[t->count], RP_TICKS_TEXT, plain);
        t->at[t->count++] = value;
    }
    double lead = step / pow(10, floor(log10(step) + 1e-9)), fine = step / (lead < 1.5 || lead > 4 ? 5 : 4);
    for (double n = ceil(low / fine - 1e-9); n * fine <= high + slack && t->minor_count < RP_TICKS_MINOR_MAX; n++)
        t->minor[t->minor_count++] = n * fine;
}

/* 0.005, 10⁻⁵ or 5·10⁻⁵: plain numbers where they are short. */
static void log_label(rp_ticks *t, int digit, int exponent, int plain_numbers)
{
    const double value = digit * pow(10, exponent);
    if (t->count == RP_TICKS_MAX) return;
    char *label = t->label[t->count];
    if (plain_numbers) snprintf(label, RP_TICKS_TEXT, "%g", value);
    else {
        const int used = digit == 1 ? 0 : snprintf(label, RP_TICKS_TEXT, "%d·", digit);
        rp_ticks_power(label + used, RP_TICKS_TEXT - used, exponent);
    }
    t->at[t->count++] = value;
}

void rp_ticks_log(rp_ticks *t, double low, double high, int wanted)
{
    *t = (rp_ticks){0};
    if (!(low > 0) || !(high > low) || !isfinite(high)) return;
    double decades = log10(high / low);
    int every = (int)fmax(1, ceil(decades / wanted)), plain = decades < 4 && low >= 0.99e-3 && high <= 1.01e4;
    for (int e = (int)floor(log10(low)) - 1; e <= (int)ceil(log10(high)); e++) {
        for (int digit = 1; digit <= 9; digit++) {
            double value = digit * pow(10, e);
            if (value < low * (1 - 1e-9) || value > high * (1 + 1e-9)) continue;
            int between = decades < 0.7 ? digit != 7 && digit != 9 : decades < 1.7 && (digit == 2 || digit == 5);
            int labelled = digit == 1 ? ((e % every) + every) % every == 0 : between;
            if (labelled) log_label(t, digit, e, plain || (digit != 1 && e >= -3 && e <= 3));
            else if (t->minor_count < RP_TICKS_MINOR_MAX && (every == 1 || digit == 1))
                t->minor[t->minor_count++] = value;
        }
    }
}
