// What stands beside the picture: numbers, warnings, series, energies, profiles, forces, the scene, a grain.
import { count, Frame, numbers, rowOf, Source } from "./data";
import { choice, h } from "./dom";
import { field, fieldNames, meanForce, values } from "./fields";
import { Curve, makePlot, Plot } from "./plots";
import { format, label, parseTable, Table } from "./tables";

export interface CardsHost {
    source: Source;
    frame(run: number): Frame | null;
    time(): number;
    seek(t: number): void;
    picked(): number;
    follow(): boolean;
    setFollow(on: boolean): void;
    unpick(): void;
    history(): Frame[]; // frames that have been seen, by time
}

const UNITS: Record<string, string> = {
    time: "s",
    dt: "s",
    kinetic: "J",
    rotational: "J",
    stored: "J",
    budget_error: "J",
    budget_turnover: "J",
    mean_overlap: "m",
    max_overlap: "m",
    wall_clock: "s",
    bytes: "bytes",
    peak_bytes: "bytes",
};
const SKIP = new Set([
    "title",
    "warnings",
    "seconds",
    "warning_count",
    "instruction_set",
    "threads",
    "list_rebuilds",
    "bytes",
]);
// Terms of the energy budget, as measures name them: what is there, what came, what went.
const TERMS: [string, string[]][] = [
    ["moving", ["kinetic", "rotational", "wall_kinetic"]],
    ["stored in contacts", ["stored"]],
    ["by gravity", ["gravity_work"]],
    ["by walls and drives", ["wall_work", "load_work", "drive_work"]],
    ["dissipated", ["dissipated_normal", "dissipated_tangential", "dissipated_rolling"]],
    ["budget error", ["budget_error"]],
];

export class Cards {
    readonly element = h("aside", { class: "cards" });
    private tables: Map<string, Table>[] = [];
    private timed: Plot[] = [];
    private plots: Plot[] = [];
    private redraw: (() => void)[] = [];
    private follow: (() => void)[] = []; // plots that show what belongs to the time
    private grain = h("section", { class: "card grain", hidden: true });
    private pof: { card: HTMLElement; at: number } | null = null;
    private color: string[];
    private growing = false; // series of a live simulation are shown
    private drawn = 0;

    constructor(private host: CardsHost) {
        const hex = host.source.maps.palette;
        this.color = [];
        for (let n = 0; n + 6 <= hex.length; n += 6) this.color.push(`#${hex.slice(n, n + 6)}`);
        window.addEventListener("resize", () => this.plots.forEach((p) => p.resize()));
    }

    private card(title: string, ...rest: (Node | string)[]): HTMLElement {
        const c = h("section", { class: "card" }, h("h2", {}, title), ...rest);
        this.element.append(c);
        return c;
    }

    // ---- all of them ----

    async fill(): Promise<void> {
        const { source } = this.host;
        this.plots.forEach((p) => p.destroy());
        this.plots = [];
        this.timed = [];
        this.redraw = [];
        this.follow = [];
        this.element.replaceChildren(this.grain);
        this.tables = [];
        for (let r = 0; r < source.runs.length; r++) {
            const t = new Map<string, Table>();
            for (const name of source.runs[r].files)
                if (name.endsWith(".csv")) t.set(name, parseTable(await source.file(r, name)));
            this.tables.push(t);
        }
        await this.numbers();
        this.energy();
        this.quality();
        this.series();
        this.profiles();
        this.forces();
        await this.texts();
        this.moved();
    }

    // Series of a live simulation grow here.
    live(table: Table): void {
        this.tables[0] ??= new Map();
        this.tables[0].set("series.csv", table);
        if (!this.growing && table.rows > 2) {
            this.growing = true;
            this.energy();
            this.quality();
            this.series();
        }
        if (performance.now() - this.drawn < 300) return;
        this.drawn = performance.now();
        this.redraw.forEach((f) => f());
    }

    dark(): void {
        this.redraw.forEach((f) => f());
    }

    moved(): void {
        const t = this.host.time();
        this.timed.forEach((p) => p.mark(t));
        this.follow.forEach((f) => f());
        this.showGrain();
        if (this.pof && performance.now() - this.pof.at > 250) this.drawPof();
    }

    // ---- numbers and warnings ----

    private async numbers(): Promise<void> {
        const { source } = this.host,
            all: any[] = [];
        for (let r = 0; r < source.runs.length; r++)
            all.push(
                source.runs[r].files.includes("summary.json") ? JSON.parse(await source.file(r, "summary.json")) : null,
            );
        if (all.some((s) => s)) {
            const keys = [...new Set(all.flatMap((s) => Object.keys(s ?? {})))].filter((k) => !SKIP.has(k));
            const head = all.length > 1 ? [h("tr", {}, h("th"), ...source.runs.map((r) => h("th", {}, r.label)))] : [];
            const cell = (v: any) =>
                v === undefined || v === null
                    ? "–"
                    : typeof v === "number"
                      ? format(v)
                      : typeof v === "object"
                        ? format(v.value)
                        : typeof v === "boolean"
                          ? v
                              ? "yes"
                              : "no"
                          : String(v);
            this.card(
                "Numbers",
                h(
                    "table",
                    { class: all.length > 1 ? "several" : "" },
                    ...head,
                    ...keys.map((k) =>
                        h(
                            "tr",
                            {},
                            h("th", {}, label(k, UNITS[k])),
                            ...all.map((s) =>
                                h(
                                    "td",
                                    {
                                        title: typeof s?.[k] === "object" && s[k] ? (s[k].contact ?? "") : "",
                                        class: typeof s?.[k] === "number" ? "number" : "",
                                    },
                                    cell(s?.[k]),
                                ),
                            ),
                        ),
                    ),
                ),
            );
        }
        const list: Node[] = [];
        for (let r = 0; r < source.runs.length; r++) {
            const name = all.length > 1 ? `${source.runs[r].label}: ` : "";
            for (const w of all[r]?.warnings ?? [])
                list.push(h("li", {}, name + (typeof w === "string" ? w : (w.message ?? JSON.stringify(w)))));
            if (source.runs[r].running)
                list.push(
                    h("li", {}, `${name}the run goes on${all[r] ? "; the numbers are those of an earlier end" : ""}`),
                );
            else if (!all[r] && !source.live)
                list.push(h("li", {}, `${name}the run has not ended: there is no summary yet`));
        }
        if (!source.live)
            this.card("Warnings", list.length ? h("ul", { class: "warnings" }, ...list) : h("p", {}, "None."));
    }

    // ---- plots over time ----

    private palette(n: number): string {
        return this.color[n % this.color.length];
    }

    private timePlot(
        card: HTMLElement,
        make: () => { x: ArrayLike<number>; curves: Curve[]; y: string } | null,
        height = 190,
    ): void {
        const place = h("div", { class: "plots" });
        let plot: Plot | null = null;
        card.append(place);
        const draw = () => {
            if (plot) {
                this.plots = this.plots.filter((p) => p !== plot);
                this.timed = this.timed.filter((p) => p !== plot);
                plot.destroy();
            }
            plot = null;
            const d = make();
            if (!d) return;
            plot = makePlot(place, d.x, d.curves, {
                xLabel: "time (s)",
                yLabel: d.y,
                height,
                onTime: (t) => this.host.seek(t),
            });
            this.plots.push(plot);
            this.timed.push(plot);
            plot.mark(this.host.time());
        };
        this.redraw.push(draw);
        draw();
    }

    private energy(): void {
        const t = this.tables[0]?.get("series.csv");
        if (!t || !t.column.get("kinetic")) return;
        this.timePlot(
            this.card(this.tables.length > 1 ? `Energy budget of ${this.host.source.runs[0].label}` : "Energy budget"),
            () => {
                const s = this.tables[0].get("series.csv")!,
                    curves: Curve[] = [];
                TERMS.forEach(([name, parts], n) => {
                    const there = parts.map((p) => s.column.get(p)).filter((c) => c) as Float64Array[];
                    const y = new Float64Array(s.rows);
                    for (const c of there) for (let i = 0; i < s.rows; i++) y[i] += c[i];
                    if (there.length && y.some((v) => v !== 0)) curves.push({ label: name, y, color: this.palette(n) });
                });
                return { x: s.column.get("time")!, curves, y: "energy (J)" };
            },
        );
    }

    // How well steps were solved: residual and sweeps of contact dynamics, the worst overlap.
    private quality(): void {
        const names = { residual: "residual", iterations: "sweeps", max_overlap: "worst overlap" };
        const there = Object.entries(names).filter(([name]) =>
            this.tables.some((t) =>
                t
                    .get("series.csv")
                    ?.column.get(name)
                    ?.some((v) => v > 0),
            ),
        );
        if (!there.length) return;
        const title = there.map(([, words]) => words).join(", ");
        const card = this.card(title[0].toUpperCase() + title.slice(1));
        for (const [name, words] of there)
            this.timePlot(
                card,
                () => {
                    const plot = this.seriesOf(name);
                    return plot && { ...plot, y: name === "max_overlap" ? `${words} (m)` : words };
                },
                150,
            );
    }

    private series(): void {
        const first = this.tables.find((t) => t.get("series.csv"))?.get("series.csv");
        if (!first) return;
        const varies = first.names.filter(
            (name) =>
                name !== "time" &&
                name !== "step" &&
                first.column.get(name)!.some((v) => v !== first.column.get(name)![0] && !Number.isNaN(v)),
        );
        let shown = ["coordination", "residual", "max_overlap", "kinetic"].find((n) => varies.includes(n)) ?? varies[0];
        if (!shown) return;
        const card = this.card("Series");
        card.append(
            choice(
                varies,
                shown,
                (v) => {
                    shown = v;
                    this.redraw.forEach((f) => f());
                },
                "column",
            ),
        );
        this.timePlot(card, () => this.seriesOf(shown));
    }

    // One column of all runs: their times need not be the same.
    private seriesOf(name: string): { x: ArrayLike<number>; curves: Curve[]; y: string } | null {
        const runs = this.tables.map((t, r) => ({ s: t.get("series.csv"), r })).filter((q) => q.s?.column.get(name));
        if (!runs.length) return null;
        const unit = runs[0].s!.units.get(name);
        if (runs.length === 1)
            return {
                x: runs[0].s!.column.get("time")!,
                y: label(name, unit),
                curves: [{ label: name, y: runs[0].s!.column.get(name)!, color: this.palette(runs[0].r) }],
            };
        const x = [...new Set(runs.flatMap((q) => [...q.s!.column.get("time")!]))].sort((a, b) => a - b);
        const curves = runs.map(({ s, r }) => {
            const time = s!.column.get("time")!,
                value = s!.column.get(name)!;
            let i = 0;
            return {
                label: this.host.source.runs[r].label,
                color: this.palette(r),
                y: x.map((t) => {
                    while (i + 1 < time.length && time[i + 1] <= t) i++;
                    const w = i + 1 < time.length ? (t - time[i]) / (time[i + 1] - time[i]) : 0;
                    return w > 0 ? value[i] + w * (value[i + 1] - value[i]) : value[i];
                }),
            };
        });
        return { x, curves, y: label(name, unit) };
    }

    // ---- profiles ----

    private profiles(): void {
        const names = [...new Set(this.tables.flatMap((t) => [...t.keys()].filter((n) => n.startsWith("profile-"))))];
        if (!names.length) return;
        let file = names[0],
            shown = "",
            drawnAt = -1;
        const card = this.card("Profiles"),
            place = h("div", { class: "plots" }),
            pick = h("span");
        let plot: Plot | null = null;
        const draw = () => {
            const runs = this.tables.map((t, r) => ({ t: t.get(file), r })).filter((q) => q.t && q.t.rows);
            plot?.destroy();
            this.plots = this.plots.filter((p) => p !== plot);
            plot = null;
            if (!runs.length) return;
            const columns = runs[0].t!.names.slice(4);
            if (!columns.includes(shown)) shown = columns.find((n) => n === "vx") ?? columns[0];
            pick.replaceChildren(
                choice(
                    columns,
                    shown,
                    (v) => {
                        shown = v;
                        draw();
                    },
                    "column of the profile",
                ),
            );
            const axis = runs[0].t!.names[3],
                x = new Set<number>();
            const curves: { label: string; at: Map<number, number>; color: string; width?: number }[] = [];
            drawnAt = this.windowAt(runs[0].t!);
            for (const { t, r } of runs) this.windows(t!, axis, shown, r, runs.length, x, curves);
            const xs = [...x].sort((a, b) => a - b);
            plot = makePlot(
                place,
                xs,
                curves.map((c) => ({
                    label: c.label,
                    color: c.color,
                    width: c.width,
                    y: xs.map((v) => c.at.get(v) ?? NaN),
                })),
                { xLabel: label(axis, "m"), yLabel: label(shown, runs[0].t!.units.get(shown)) },
            );
            this.plots.push(plot);
        };
        if (names.length > 1)
            card.append(
                choice(
                    names,
                    file,
                    (v) => {
                        file = v;
                        draw();
                    },
                    "profile",
                ),
            );
        card.append(pick, place);
        this.redraw.push(draw);
        this.follow.push(() => {
            const t = this.tables[0]?.get(file);
            if (t?.rows && this.windowAt(t) !== drawnAt) draw();
        });
        draw();
    }

    // The end of the window that the time shown lies in; of the last before it, where it lies in none.
    private windowAt(t: Table): number {
        const to = t.column.get("to")!,
            time = this.host.time();
        let end = to[0];
        for (const v of to) if (v > end && (end < time || v <= time)) end = v;
        return end;
    }

    // The window of the time that is shown; of one run also the others, at most six, pale.
    private windows(
        t: Table,
        axis: string,
        name: string,
        run: number,
        runs: number,
        x: Set<number>,
        curves: { label: string; at: Map<number, number>; color: string; width?: number }[],
    ): void {
        const from = t.column.get("from")!,
            to = t.column.get("to")!,
            at = t.column.get(axis)!,
            y = t.column.get(name);
        if (!y) return;
        const now = this.windowAt(t),
            all = [...new Set(to)],
            every = Math.max(1, Math.ceil(all.length / 6));
        const ends = all.filter((end, n) => end === now || (runs === 1 && n % every === 0));
        ends.forEach((end) => {
            const shown = end === now,
                color = shown ? this.palette(runs > 1 ? run : 0) : "#9aa2af99";
            const curve = { at: new Map<number, number>(), color, label: "", width: shown ? 2.4 : 1 };
            for (let i = 0; i < t.rows; i++) {
                if (to[i] !== end) continue;
                curve.at.set(at[i], y[i]);
                x.add(at[i]);
                curve.label =
                    (runs > 1 ? `${this.host.source.runs[run].label}, ` : "") +
                    `${format(from[i])} to ${format(to[i])} s`;
            }
            curves.push(curve);
        });
    }

    // ---- P(f) ----

    private forces(): void {
        const files = this.tables.map((t) => t.get("forces.csv"));
        const frame = this.host.frame(0);
        if (!files.some((t) => t?.rows) && !(frame && numbers(frame, "contact.fn")?.length) && !this.host.source.live)
            return;
        const card = this.card("Distribution of normal forces"),
            place = h("div", { class: "plots" });
        card.append(place);
        this.pof = { card: place, at: 0 };
        this.redraw.push(() => this.drawPof());
        this.drawPof();
    }

    // By forces.csv (the last window) where a run has it, otherwise of the frame that is shown.
    private drawPof(): void {
        if (!this.pof) return;
        this.pof.at = performance.now();
        const curves: { label: string; f: number[]; p: number[]; color: string }[] = [];
        this.tables.forEach((t, r) => {
            const table = t.get("forces.csv"),
                name = this.tables.length > 1 ? `${this.host.source.runs[r].label}, ` : "";
            if (table?.rows)
                curves.push({ ...this.lastForces(table), label: `${name}last window`, color: this.palette(r) });
            const frame = this.host.frame(r),
                fn = frame && numbers(frame, "contact.fn");
            if (frame && fn?.length && !table?.rows)
                curves.push({ ...histogram(fn, meanForce(frame)), label: `${name}this frame`, color: this.palette(r) });
        });
        this.pof.card.replaceChildren();
        if (!curves.length || !curves.some((c) => c.p.some((v) => v > 0))) return;
        const x = [...new Set(curves.flatMap((c) => c.f))].sort((a, b) => a - b);
        makePlot(
            this.pof.card,
            x,
            curves.map((c) => {
                const at = new Map(c.f.map((f, n) => [f, c.p[n]]));
                return {
                    label: c.label,
                    color: c.color,
                    y: x.map((f) => {
                        const v = at.get(f);
                        return v && v > 0 ? v : null;
                    }) as number[],
                };
            }),
            { xLabel: "f / mean f", yLabel: "P(f)", logY: true },
        );
        if (curves.length === 1) this.pof.card.append(h("p", { class: "note" }, `P(f), ${curves[0].label}`));
    }

    private lastForces(t: Table): { f: number[]; p: number[] } {
        const to = t.column.get("to")!,
            end = to[t.rows - 1],
            f: number[] = [],
            p: number[] = [];
        for (let i = 0; i < t.rows; i++)
            if (to[i] === end) {
                f.push(t.column.get("f")![i]);
                p.push(t.column.get("p_normal")![i]);
            }
        return { f, p };
    }

    // ---- texts ----

    private async texts(): Promise<void> {
        const { source } = this.host;
        for (const [file, title] of [
            ["scene.yaml", "Scene"],
            ["log.txt", "Log"],
        ])
            for (let r = 0; r < source.runs.length; r++) {
                if (!source.runs[r].files.includes(file)) continue;
                const text = await source.file(r, file),
                    of = source.runs.length > 1 ? ` of ${source.runs[r].label}` : "";
                this.element.append(h("details", { class: "card" }, h("summary", {}, title + of), h("pre", {}, text)));
            }
    }

    // ---- a grain ----

    private showGrain(): void {
        const id = this.host.picked(),
            frame = this.host.frame(0),
            row = frame && id >= 0 ? rowOf(frame, id) : -1;
        this.grain.hidden = id < 0;
        if (id < 0 || this.grain.contains(document.activeElement?.closest("select") ?? null)) return;
        const rows: [string, string][] = [];
        if (!frame || row < 0) rows.push(["", "not in this frame"]);
        for (const [name, a] of frame && row >= 0 ? frame.array : []) {
            if (name.includes(".") || a.rows !== frame!.array.get("x")!.rows || name === "id") continue;
            const v = Array.from({ length: a.columns }, (_, k) => a.data[row * a.columns + k]);
            const names = name === "material" ? frame!.materials : name === "group" ? frame!.groups : null;
            rows.push([GRAIN_LABEL[name] ?? name, names ? (names[v[0]] ?? String(v[0])) : v.map(format).join(", ")]);
        }
        const contacts = frame ? contactsOf(frame, id) : [];
        if (contacts.length)
            rows.push([
                "contacts",
                contacts.map((c) => `${c.other} (${format(c.fn)} N${c.sliding ? ", sliding" : ""})`).join("; "),
            ]);
        const follow = h("input", { type: "checkbox", onchange: () => this.host.setFollow(follow.checked) });
        follow.checked = this.host.follow();
        this.grain.replaceChildren(
            h(
                "h2",
                {},
                `Grain ${id}`,
                h("button", { class: "close", title: "Close (Esc)", onclick: () => this.host.unpick() }, "×"),
            ),
            h("label", { class: "check" }, follow, "follow"),
            h("table", {}, ...rows.map(([k, v]) => h("tr", {}, h("th", {}, k), h("td", {}, v)))),
        );
        this.drawHistory(id);
    }

    private past = "speed";
    private pastPlot: Plot | null = null;

    // What has become of the grain: one of its quantities over the frames that were seen.
    private drawHistory(id: number): void {
        const frames = this.host.history(),
            first = frames[0];
        this.pastPlot?.destroy();
        this.pastPlot = null;
        if (frames.length < 2 || count(first) > 200000) return;
        const time = frames.map((f) => f.time),
            y = frames.map((f) => {
                const row = rowOf(f, id);
                return row < 0 ? NaN : values(f, this.past)[row];
            });
        const place = h("div", { class: "plots" }),
            f = field(first, this.past);
        const pick = choice(
            fieldNames(first).filter((n) => !field(first, n).names && n !== "plain" && n !== "id"),
            this.past,
            (v) => {
                this.past = v;
                pick.blur();
                this.showGrain();
            },
            "history of",
        );
        this.grain.append(h("label", { class: "check" }, "history of ", pick), place);
        this.pastPlot = makePlot(place, time, [{ label: f.label, y, color: this.palette(0) }], {
            xLabel: "time (s)",
            yLabel: label(f.label, f.unit || "1"),
            height: 130,
            onTime: (t) => this.host.seek(t),
        });
        this.pastPlot.mark(this.host.time());
    }
}

const GRAIN_LABEL: Record<string, string> = {
    x: "position (m)",
    radius: "radius (m)",
    velocity: "velocity (m/s)",
    angular_velocity: "spin (rad/s)",
    mass: "mass (kg)",
    orientation: "orientation",
};

function contactsOf(frame: Frame, id: number): { other: string; fn: number; sliding: boolean }[] {
    const a = numbers(frame, "contact.a"),
        b = numbers(frame, "contact.b"),
        fn = numbers(frame, "contact.fn");
    const sliding = numbers(frame, "contact.sliding"),
        list = [];
    for (let c = 0; a && b && fn && c < a.length; c++) {
        if (a[c] !== id && b[c] !== id) continue;
        const other = a[c] === id ? b[c] : a[c];
        list.push({
            other: other < 0 ? `wall ${frame.walls[-1 - other] ?? -1 - other}` : `grain ${other}`,
            fn: fn[c],
            sliding: !!sliding && sliding[c] !== 0,
        });
    }
    return list;
}

// Probability density of f over its mean, of contacts that push.
function histogram(fn: ArrayLike<number>, mean: number): { f: number[]; p: number[] } {
    const bins = 32,
        upTo = 8,
        p = new Array(bins).fill(0);
    let n = 0;
    for (let c = 0; c < fn.length; c++) {
        if (!(fn[c] > 0)) continue;
        n++;
        const k = Math.floor((fn[c] / mean / upTo) * bins);
        if (k < bins) p[k] += bins / upTo;
    }
    return { f: p.map((_, k) => ((k + 0.5) * upTo) / bins), p: p.map((v) => v / n) };
}
