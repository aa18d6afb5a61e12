// The page: panes, bars and keys around the picture. One picture a run, with one camera and one time for all.
import { Cards } from "./cards";
import { count, Frame, nearestImage, numbers, reportSource, rowOf, serverSource, Source, Vec } from "./data";
import { choice, h } from "./dom";
import { clumps, field, fieldNames, meanForce, range, values } from "./fields";
import { Box, boxOf, Camera, dot, Options, Pane, pick, position, Renderer, View, viewOf } from "./gl";
import { format, pretty, Table } from "./tables";

const SAMPLES = 8; // frames that ranges of colours are taken from
const TRAILS = 10; // frames that paths of all grains go back
const HISTORY = 60; // frames that the history of a grain is taken from
const LIVE_KEPT = 400; // frames of a live simulation that can be gone back to
const KEYS: [string, string][] = [
    ["space", "play or pause"],
    ["← →", "a frame back or on"],
    ["Home End", "first or last frame"],
    ["c", "next colour"],
    ["f", "force chains"],
    ["w", "walls: cut away, glass, off"],
    ["v", "velocities"],
    ["m", "marks of orientation"],
    ["p", "periodic images"],
    ["t", "paths of all grains"],
    ["x", "a slice (3D)"],
    ["r", "whole view again"],
    ["+ −", "zoom"],
    ["s", "save the picture"],
    ["d", "dark or light"],
    ["Esc", "forget the grain"],
    ["?", "these keys"],
];

type Toggle = "forces" | "arrows" | "marks" | "images" | "slice";

class App {
    private camera: Camera = { azimuth: 30, elevation: 20, zoom: 1, target: [0, 0, 0], moved: false };
    private o: Options = {
        color: "speed",
        range: [0, 1],
        forces: false,
        walls: "cut",
        arrows: false,
        marks: true,
        images: false,
        cut: 0,
        slice: false,
        trails: [],
        dark: matchMedia("(prefers-color-scheme: dark)").matches,
        picked: -1,
        trail: [],
        speedScale: 0,
        meanForce: 0,
    };
    private frames: (Frame | null)[] = [];
    private seen: Map<number, Frame>[] = [];
    private liveFrames: Frame[] = [];
    private timeline: number[] = [];
    private k = 0;
    private wanted = -1;
    private playing = false;
    private rate = 1;
    private box: Box = { lower: [0, 0, 0], upper: [1, 1, 1] };
    private views: View[] = [];
    private following = false;
    private dirty = true;
    private newest = 0; // of a live simulation
    private atEnd = true;

    private canvas = h("canvas", { tabindex: 0, "aria-label": "the grains" });
    private labels = h("div", { class: "labels" });
    private paper = h("button", { title: "Dark or light (d)", onclick: () => this.toggleDark() });
    private bar = h("div", { class: "bar" });
    private toolbar = h("div", { class: "toolbar" });
    private slider = h("input", { type: "range", min: 0, max: 0, step: 1, value: 0, "aria-label": "time" });
    private clock = h("output", { class: "clock" });
    private playButton = h("button", { class: "play", title: "Play (space)" }, "▶");
    private liveBar = h("div", { class: "live", hidden: true });
    private notice = h("div", { class: "notice", hidden: true });
    private help = h("div", { class: "help", hidden: true });
    private stage = h("div", { class: "picture" }, this.canvas, this.labels, this.bar, this.notice, this.help);
    private renderer: Renderer | null = null;
    private cards: Cards;
    private subtitle = h("span", { class: "subtitle" });

    constructor(
        private source: Source,
        private root: HTMLElement,
    ) {
        this.cards = new Cards({
            source,
            frame: (r) => this.frames[r] ?? null,
            time: () => this.timeline[this.k] ?? 0,
            seek: (t) => this.seek(this.nearest(this.timeline, t)),
            picked: () => this.o.picked,
            follow: () => this.following,
            setFollow: (on) => {
                this.following = on;
                this.dirty = true;
            },
            unpick: () => this.pickId(-1),
            history: () => this.history(),
        });
    }

    // ---- start ----

    private name = "";

    // Of one run the title of its scene, of several their labels.
    private async findName(): Promise<string> {
        const { runs } = this.source;
        if (runs.length === 1 && runs[0].files.includes("summary.json"))
            return JSON.parse(await this.source.file(0, "summary.json")).title || runs[0].label;
        return runs.map((r) => r.label).join(" · ");
    }

    async start(): Promise<void> {
        this.theme();
        this.name = await this.findName();
        this.layout();
        try {
            this.renderer = new Renderer(this.canvas, this.source.maps);
        } catch (e) {
            this.say(`No picture: ${(e as Error).message}. Numbers and plots are below.`);
        }
        this.setTimes();
        if (this.source.live) await this.startLive();
        else if (this.timeline.length) await this.startFrames();
        else this.say("This run has no frames: its scene needs output: {frames: {every: ...}}.");
        this.tools();
        this.colorBar();
        await this.cards.fill();
        if (this.source.live) void this.pull();
        else if (!this.source.report) this.poll();
        this.keys();
        const tick = () => {
            this.draw();
            requestAnimationFrame(tick);
        };
        requestAnimationFrame(tick);
        document.body.dataset.ready = "1";
    }

    private layout(): void {
        const { source } = this;
        this.bar.classList.toggle("low", source.runs.length > 1); // labels of runs stand above
        const actions = h(
            "div",
            { class: "actions" },
            !source.live &&
                h(
                    "button",
                    { title: "Copy this view as a repose plot command", onclick: () => this.copyCommand() },
                    "copy plot command",
                ),
            h("button", { title: "Save the picture (s)", onclick: () => this.save() }, "save png"),
            this.paper,
            h(
                "button",
                {
                    title: "Keys (?)",
                    onclick: () => {
                        this.help.hidden = !this.help.hidden;
                    },
                },
                "?",
            ),
        );
        this.help.append(
            h("table", {}, ...KEYS.map(([k, what]) => h("tr", {}, h("th", {}, k), h("td", {}, what)))),
            h(
                "p",
                {},
                "Drag turns (flat worlds: moves), wheel or two fingers zoom, shift and drag moves, " +
                    "a click picks a grain.",
            ),
        );
        this.playButton.addEventListener("click", () => this.play(!this.playing));
        this.slider.addEventListener("input", () => this.seek(Number(this.slider.value)));
        const rate = choice(
            ["0.25×", "0.5×", "1×", "2×", "4×"],
            "1×",
            (v) => {
                this.rate = parseFloat(v);
            },
            "speed",
        );
        const name = source.title || this.name;
        document.title = `${name} – Repose`;
        this.root.append(
            h("header", {}, h("h1", {}, name), this.subtitle, actions),
            h(
                "main",
                {},
                h(
                    "section",
                    { class: "stage" },
                    this.toolbar,
                    this.stage,
                    h("div", { class: "time" }, this.playButton, this.slider, this.clock, rate),
                    this.liveBar,
                ),
                this.cards.element,
            ),
        );
        new ResizeObserver(() => {
            this.dirty = true;
        }).observe(this.stage);
        this.pointer();
    }

    say(text: string): void {
        this.notice.textContent = text;
        this.notice.hidden = !text;
    }

    // ---- frames ----

    private setTimes(): void {
        this.timeline = [...new Set(this.source.runs.flatMap((r) => r.times))].sort((a, b) => a - b);
        this.slider.max = String(Math.max(0, this.timeline.length - 1));
    }

    private nearest(times: number[], t: number): number {
        let best = 0;
        times.forEach((v, n) => {
            if (Math.abs(v - t) < Math.abs(times[best] - t)) best = n;
        });
        return best;
    }

    private async startFrames(): Promise<void> {
        const samples: Frame[] = [];
        for (let r = 0; r < this.source.runs.length; r++) {
            const n = this.source.runs[r].times.length;
            this.seen[r] = new Map();
            for (let s = 0; s < Math.min(SAMPLES, n); s++)
                samples.push(await this.load(r, n <= SAMPLES ? s : Math.round((s * (n - 1)) / (SAMPLES - 1))));
        }
        this.k = this.timeline.length - 1;
        this.samples = samples;
        this.chooseColor();
        this.rescale();
        this.fit();
        await this.show(this.k);
    }

    private samples: Frame[] = [];

    // Where grains have come to rest, their speeds say nothing: what they carry does.
    private chooseColor(): void {
        const last = this.samples[this.samples.length - 1],
            speed = values(last, "speed");
        const mean = speed.reduce((a, b) => a + b, 0) / Math.max(1, speed.length);
        const radius = numbers(last, "radius")![0] ?? 0,
            fall = Math.sqrt(Math.hypot(...last.gravity) * radius); // the speed of a fall by half a radius
        this.resting = mean < Math.max(0.03 * range(this.samples, "speed", false)[1], 1e-3 * fall);
        if (this.resting && numbers(last, "contact.fn")?.length) this.o.color = "pressure";
    }

    private resting = false;

    private async load(run: number, n: number): Promise<Frame> {
        const frame = await this.source.frame(run, n);
        this.seen[run].set(n, frame);
        if (this.seen[run].size > 400) this.seen[run].delete(this.seen[run].keys().next().value!);
        return frame;
    }

    private async show(k: number): Promise<void> {
        if (this.source.live) {
            this.frames = [this.liveFrames[k] ?? null];
        } else {
            const t = this.timeline[k];
            this.frames = await Promise.all(
                this.source.runs.map((r, n) => (r.times.length ? this.load(n, this.nearest(r.times, t)) : null)),
            );
        }
        this.k = k;
        this.slider.value = String(k);
        const f = this.frames.find((x) => x);
        this.clock.textContent = `t = ${format(this.timeline[k] ?? 0)} s`;
        if (f) this.subtitle.textContent = this.about(f);
        this.dirty = true;
        this.trail();
        if (this.trailing) void this.findTrails();
        this.cards.moved();
    }

    private about(f: Frame): string {
        const grains = this.frames.map((x) => (x ? count(x).toLocaleString("en") : "0")).join(" · ");
        const kept = this.source.report
            ? this.source.runs.map((r) =>
                  r.times.length < r.framesOf ? `, ${r.times.length} of ${r.framesOf} frames` : "",
              )[0]
            : "";
        const bodies = this.frames.length === 1 ? clumps(f) : 0,
            what = bodies ? `${bodies.toLocaleString("en")} bodies of ${grains} balls` : `${grains} grains`;
        return `${what}, ${f.dimension}D${kept}`;
    }

    // The last wish counts while a frame is on its way.
    private async seek(k: number): Promise<void> {
        k = Math.max(0, Math.min(this.timeline.length - 1, k));
        this.atEnd = k === this.timeline.length - 1;
        const busy = this.wanted >= 0;
        this.wanted = k;
        if (busy) return;
        while (this.wanted >= 0) {
            const next = this.wanted;
            try {
                await this.show(next);
                this.say("");
            } catch (e) {
                this.say((e as Error).message);
                this.play(false);
            }
            if (this.wanted === next) this.wanted = -1;
        }
    }

    private play(on: boolean): void {
        this.playing = on;
        this.playButton.textContent = on ? "❚❚" : "▶";
        if (!on) return;
        if (this.k >= this.timeline.length - 1) void this.seek(0);
        const step = () => {
            if (!this.playing) return;
            if (this.k >= this.timeline.length - 1 && this.wanted < 0) return this.play(false);
            if (this.wanted < 0) void this.seek(this.k + 1);
            setTimeout(step, 60 / this.rate);
        };
        setTimeout(step, 60);
    }

    // A run that goes on: more frames, then the summary; one that has ended may be resumed.
    private poll(): void {
        const done = () => this.source.runs.every((r) => r.files.includes("summary.json") && !r.running);
        const again = async () => {
            if (!document.hidden) {
                try {
                    if (await this.source.refresh()) await this.renew();
                    this.say("");
                } catch (e) {
                    this.say(`The viewer's server does not answer: ${(e as Error).message}`);
                }
            }
            setTimeout(again, done() ? 10000 : 2000);
        };
        setTimeout(again, done() ? 10000 : 2000);
    }

    private async renew(): Promise<void> {
        const atEnd = this.k >= Number(this.slider.max);
        this.setTimes();
        if (this.timeline.length && !this.frames.length) {
            await this.startFrames();
            this.tools();
            this.colorBar();
        }
        if (atEnd && !this.playing) await this.seek(this.timeline.length - 1);
        await this.cards.fill();
    }

    // ---- live ----

    private async startLive(): Promise<void> {
        const first = await this.source.next(0);
        this.samples = [first];
        this.addLive(first);
        this.rescale();
        this.fit();
        await this.show(0);
        this.liveControls();
        this.liveState(first);
    }

    private addLive(frame: Frame): void {
        this.newest = frame.session!.seq;
        this.liveFrames.push(frame);
        if (this.liveFrames.length > LIVE_KEPT) this.liveFrames.shift();
        this.timeline = this.liveFrames.map((f) => f.time);
        this.slider.max = String(this.timeline.length - 1);
        this.seen[0] = new Map(this.liveFrames.map((f, n) => [n, f]));
    }

    private async pull(): Promise<void> {
        for (;;) {
            try {
                const frame = await this.source.next(this.newest);
                this.addLive(frame);
                if (this.atEnd) await this.show(this.timeline.length - 1);
                if (this.o.range[0] === 0 || this.newest % 20 === 0) this.rescaleLive();
                this.liveState(frame);
                this.cards.live(this.liveTable());
                this.say(frame.session!.error || frame.session!.refused);
            } catch (e) {
                this.say(`The viewer's server does not answer: ${(e as Error).message}`);
                await new Promise((r) => setTimeout(r, 2000));
            }
        }
    }

    // Colours keep their scale unless values leave it.
    private rescaleLive(): void {
        const last = this.liveFrames[this.liveFrames.length - 1],
            f = field(last, this.o.color);
        const [, high] = range([last], this.o.color, f.whole);
        if (high <= this.o.range[1] && high > 0.2 * this.o.range[1]) return;
        this.samples = this.liveFrames.slice(-SAMPLES);
        this.rescale();
    }

    private liveTable(): Table {
        const names = ["time", ...Object.keys(this.liveFrames[0].session!.measures)];
        const column = new Map(names.map((n) => [n, new Float64Array(this.liveFrames.length)]));
        this.liveFrames.forEach((f, i) =>
            names.forEach((n) => {
                column.get(n)![i] = n === "time" ? f.time : (f.session!.measures[n] ?? NaN);
            }),
        );
        return {
            names,
            rows: this.liveFrames.length,
            column,
            units: new Map(names.map((n) => [n, LIVE_UNITS[n] ?? ""])),
        };
    }

    private pauseButton = h("button", { title: "Pause or go on" }, "❚❚ pause");
    private liveText = h("span", { class: "note" });
    private paused = false;

    private liveControls(): void {
        const wish = (words: string) => this.source.wish(words);
        this.pauseButton.addEventListener("click", () => wish(`paused ${this.paused ? 0 : 1}`));
        const speed = choice(
            ["0.01", "0.03", "0.1", "0.3", "1", "3", "free"],
            "free",
            (v) => wish(`speed ${v === "free" ? 0 : v}`),
            "simulated seconds a second",
        );
        this.liveBar.append(
            this.pauseButton,
            h("button", { title: "One step", onclick: () => wish("step 1") }, "one step"),
            h("label", { class: "check" }, "speed (s/s)", speed),
            this.liveText,
            ...this.makeSliders(),
        );
        this.liveBar.hidden = false;
    }

    private slides: { input: HTMLInputElement; value: HTMLElement; held: boolean }[] = [];

    // What the scene marks: view: {sliders: [...]}.
    private makeSliders(): HTMLElement[] {
        return this.source.sliders.map((s, n) => {
            const value = h("output", { class: "value" });
            const input = h("input", {
                type: "range",
                min: s.least,
                max: s.most,
                step: (s.most - s.least) / 200,
                "aria-label": s.name,
            });
            const one = { input, value, held: false };
            input.addEventListener("input", () => {
                one.held = true;
                value.textContent = `${format(Number(input.value))} ${pretty(s.unit)}`.trim();
                this.source.wish(`slider ${n} ${input.value}`);
            });
            input.addEventListener("change", () => {
                one.held = false;
            });
            this.slides.push(one);
            return h("label", { class: "check slide" }, s.name, input, value);
        });
    }

    // The values of the simulation, but for a slider that is being moved.
    private showSliders(values: number[]): void {
        this.slides.forEach((one, n) => {
            if (one.held || values[n] === undefined) return;
            one.input.value = String(values[n]);
            one.value.textContent = `${format(values[n])} ${pretty(this.source.sliders[n].unit)}`.trim();
        });
    }

    private liveState(frame: Frame): void {
        const s = frame.session!;
        this.paused = s.paused;
        this.pauseButton.textContent = s.paused ? "▶ go on" : "❚❚ pause";
        this.liveText.textContent = s.finished ? "the scene is over" : `stage ${s.stage}, step ${frame.step}`;
        this.showSliders(s.sliders);
        document.body.dataset.step = String(frame.step);
        document.body.dataset.paused = s.paused ? "1" : "0";
    }

    // ---- colours ----

    private rescale(): void {
        const f = this.samples[this.samples.length - 1];
        if (!f) return;
        // Impacts on the way to rest would make all that is carried at the end one colour.
        const of = this.resting && this.o.color === "pressure" ? [f] : this.samples;
        this.o.range = range(of, this.o.color, field(f, this.o.color).whole);
        this.o.speedScale = range(this.samples, "speed", false)[1];
        const forces = this.samples.map(meanForce).filter((v) => v > 0);
        this.o.meanForce = forces.length ? forces.reduce((a, b) => a + b, 0) / forces.length : 0;
        const names = field(f, this.o.color).names;
        this.renderer?.setMap("lagoon", names ? names.length : 0);
        this.colorBar();
        this.dirty = true;
    }

    private colorBar(): void {
        const f = this.samples[0];
        if (!f || !this.renderer || this.o.color === "plain") return this.bar.replaceChildren();
        const what = field(f, this.o.color),
            title = what.unit ? `${what.label} (${what.unit})` : what.label;
        if (what.names) {
            const all = what.names,
                last = Math.max(1, all.length - 1);
            this.bar.replaceChildren(
                h("div", { class: "bartitle" }, title),
                ...all.map((n, k) =>
                    h("div", { class: "chip" }, h("i", { style: `background:${this.renderer!.colorAt(k / last)}` }), n),
                ),
            );
            return;
        }
        const stops = Array.from({ length: 17 }, (_, k) => this.renderer!.colorAt(k / 16)).join(",");
        this.bar.replaceChildren(
            h("div", { class: "bartitle" }, title),
            h("div", { class: "ramp", style: `background:linear-gradient(to right,${stops})` }),
            h("div", { class: "ends" }, h("span", {}, format(this.o.range[0])), h("span", {}, format(this.o.range[1]))),
        );
    }

    private tools(): void {
        const f = this.samples[0];
        if (!f) return;
        const toggle = (text: string, key: Toggle, title: string) => {
            const b = h(
                "button",
                { title, "aria-pressed": String(this.o[key]), onclick: () => this.toggle(key) },
                text,
            );
            b.dataset.toggle = key;
            return b;
        };
        const color = choice(fieldNames(f), this.o.color, (v) => this.setColor(v), "colour by");
        color.dataset.color = "1";
        this.cutInput.addEventListener("input", () => this.setCut(Number(this.cutInput.value) / 100));
        const shown: (HTMLElement | null | false)[] = [
            h("label", { class: "check" }, "colour ", color),
            numbers(f, "contact.fn") &&
                toggle("forces", "forces", "Force chains, width by normal force; blue: sliding (f)"),
            toggle("velocities", "arrows", "Velocities (v)"),
            numbers(f, "orientation") && toggle("marks", "marks", "Marks that turn with the grains (m)"),
            f.periodic.some((p) => p) && toggle("images", "images", "Periodic images (p)"),
            f.walls.length > 0 && h("button", { title: "Walls (w)", onclick: () => this.nextWalls() }, "walls"),
            f.dimension === 3 && h("label", { class: "check" }, "cut", this.cutInput),
            f.dimension === 3 && toggle("slice", "slice", "A layer of two grains at the cut (x)"),
            this.trailsButton,
            h("button", { title: "Whole view (r)", onclick: () => this.reset() }, "reset"),
        ];
        this.toolbar.append(...shown.filter((e): e is HTMLElement => !!e));
    }

    private cutInput = h("input", {
        type: "range",
        min: 0,
        max: 100,
        value: 0,
        "aria-label": "cut away from the front",
    });
    private trailsButton = h(
        "button",
        {
            title: "Paths of all grains over the last frames (t)",
            "aria-pressed": "false",
            onclick: () => void this.toggleTrails(),
        },
        "paths",
    );

    private setCut(share: number): void {
        this.o.cut = share;
        this.cutInput.value = String(100 * share);
        this.dirty = true;
    }

    private trailing = false;

    private async toggleTrails(): Promise<void> {
        this.trailing = !this.trailing;
        this.trailsButton.setAttribute("aria-pressed", String(this.trailing));
        await this.findTrails();
    }

    // The frames before the one that is shown.
    private async findTrails(): Promise<void> {
        const k = this.k,
            run = this.source.runs[0],
            shown = this.frames[0];
        this.o.trails = [];
        this.dirty = true;
        if (!this.trailing || !shown) return;
        if (this.source.live) {
            this.o.trails = this.liveFrames.slice(Math.max(0, k - TRAILS), k + 1);
            return;
        }
        const last = this.nearest(run.times, shown.time),
            list: Frame[] = [];
        for (let n = Math.max(0, last - TRAILS); n <= last; n++) list.push(await this.source.frame(0, n));
        if (k === this.k) this.o.trails = list;
        this.dirty = true;
    }

    private toggle(key: Toggle): void {
        this.o[key] = !this.o[key];
        if (key === "slice" && this.o.slice && this.o.cut === 0) this.setCut(0.5);
        this.toolbar.querySelector(`[data-toggle=${key}]`)?.setAttribute("aria-pressed", String(this.o[key]));
        this.dirty = true;
    }

    private setColor(name: string): void {
        this.o.color = name;
        const s = this.toolbar.querySelector("select[data-color]") as HTMLSelectElement | null;
        if (s) s.value = name;
        this.rescale();
    }

    private nextWalls(): void {
        const order: Options["walls"][] = ["cut", "glass", "off"];
        this.o.walls = order[(order.indexOf(this.o.walls) + 1) % 3];
        this.dirty = true;
    }

    private theme(): void {
        document.documentElement.dataset.theme = this.o.dark ? "dark" : "light";
        this.paper.textContent = this.o.dark ? "light" : "dark"; // what it will be
    }

    private toggleDark(): void {
        this.o.dark = !this.o.dark;
        this.theme();
        this.cards.dark();
        this.dirty = true;
    }

    // ---- camera ----

    private fit(): void {
        this.box = boxOf(this.samples);
        if (!this.camera.moved) this.camera.target = this.box.lower.map((v, k) => 0.5 * (v + this.box.upper[k])) as Vec;
    }

    private reset(): void {
        this.camera = { azimuth: 30, elevation: 20, zoom: 1, target: this.camera.target, moved: false };
        this.following = false;
        this.fit();
        this.dirty = true;
    }

    // Several pictures, with the colour bar below them: as many side by side as make them largest.
    private panes(): Pane[] {
        const n = this.frames.length,
            w = this.canvas.width,
            ratio = w / Math.max(1, this.stage.clientWidth),
            strip = n === 1 ? 0 : Math.round(Math.min((this.bar.offsetHeight + 20) * ratio, 0.25 * this.canvas.height)),
            hgt = this.canvas.height - strip;
        const arrange = (columns: number): Pane[] => {
            const rows = Math.ceil(n / columns);
            return this.frames.map((_, k) => ({
                left: Math.floor(((k % columns) * w) / columns),
                width: Math.floor(w / columns),
                bottom: strip + Math.floor(hgt - ((Math.floor(k / columns) + 1) * hgt) / rows),
                height: Math.floor(hgt / rows),
            }));
        };
        const first = this.frames.find((f) => f);
        if (n === 1 || !first) return arrange(1);
        const from: Camera = { ...this.camera, azimuth: 30, elevation: 20, zoom: 1 }; // turning moves no picture
        let best = arrange(n),
            least = viewOf(first, this.box, from, best[0], this.o).pixel;
        for (let columns = n - 1; columns >= 1; columns--) {
            const panes = arrange(columns),
                pixel = viewOf(first, this.box, from, panes[0], this.o).pixel;
            if (pixel < least) [best, least] = [panes, pixel];
        }
        return best;
    }

    private draw(): void {
        if (!this.dirty || !this.renderer || !this.frames.length) return;
        this.dirty = false;
        const ratio = Math.min(2, devicePixelRatio || 1);
        const w = Math.round(this.stage.clientWidth * ratio),
            hgt = Math.round(this.stage.clientHeight * ratio);
        if (this.canvas.width !== w || this.canvas.height !== hgt) {
            this.canvas.width = w;
            this.canvas.height = hgt;
        }
        this.follow();
        const panes = this.panes();
        this.renderer.keep(panes.length);
        this.views = [];
        panes.forEach((pane, n) => {
            const f = this.frames[n];
            if (!f) return;
            this.renderer!.draw(n, pane, f, this.box, this.camera, this.o);
            this.views[n] = viewOf(f, this.box, this.camera, pane, this.o);
        });
        this.drawLabels(panes, ratio);
    }

    private drawLabels(panes: Pane[], ratio: number): void {
        const hgt = this.canvas.height,
            list: Node[] = [];
        panes.forEach((p, n) => {
            const top = (hgt - p.bottom - p.height) / ratio,
                left = p.left / ratio;
            if (panes.length > 1)
                list.push(
                    h("div", { class: "label", style: `left:${left}px;top:${top}px` }, this.source.runs[n].label),
                );
            const f = this.frames[n],
                v = this.views[n],
                row = f && this.o.picked >= 0 ? rowOf(f, this.o.picked) : -1;
            if (!f || !v || row < 0) return;
            const d = position(f, row).map((c, k) => c - v.target[k]) as Vec;
            const x = left + (dot(d, v.right) / v.pixel + p.width / 2) / ratio;
            const y = top + (p.height / 2 - dot(d, v.up) / v.pixel) / ratio;
            const r = numbers(f, "radius")![row] / v.pixel / ratio + 3;
            list.push(
                h("div", { class: "ring", style: `left:${x - r}px;top:${y - r}px;width:${2 * r}px;height:${2 * r}px` }),
            );
        });
        this.labels.replaceChildren(...list);
    }

    private follow(): void {
        const f = this.frames[0],
            row = f && this.o.picked >= 0 ? rowOf(f, this.o.picked) : -1;
        if (!this.following || !f || row < 0) return;
        this.camera.target = position(f, row);
        this.camera.moved = true;
    }

    private trail(): void {
        this.o.trail = [];
        if (this.o.picked < 0 || !this.seen[0]) return;
        const until = this.timeline[this.k];
        const path = this.history().filter((f) => f.time <= until);
        let last: Vec | null = null;
        for (const f of path) {
            const row = rowOf(f, this.o.picked),
                p = row >= 0 ? position(f, row) : null;
            if (p && last && nearestImage(f, p, last) !== p) this.o.trail = []; // through a periodic side
            if (p) this.o.trail.push(p);
            last = p;
        }
    }

    private pickId(id: number): void {
        this.o.picked = id;
        if (id < 0) this.following = false;
        document.body.dataset.picked = String(id);
        this.trail();
        this.cards.moved();
        this.dirty = true;
        if (id >= 0 && !this.source.live) void this.findHistory(id);
    }

    // Its numbers in frames of the whole run, as many as are quick to load.
    private async findHistory(id: number): Promise<void> {
        const times = this.source.runs[0].times,
            f = this.frames[0];
        if (!f || count(f) > 200000) return;
        const most = Math.min(times.length, HISTORY);
        for (let n = 0; n < most; n++) {
            const k = most < 2 ? 0 : Math.round((n * (times.length - 1)) / (most - 1));
            if (!this.seen[0].has(k)) await this.load(0, k);
            if (this.o.picked !== id) return;
        }
        this.trail();
        this.cards.moved();
        this.dirty = true;
    }

    private history(): Frame[] {
        return this.seen[0] ? [...this.seen[0].values()].sort((a, b) => a.time - b.time) : [];
    }

    // ---- mouse and touch ----

    private move(dx: number, dy: number): void {
        const v = this.views.find((x) => x);
        if (!v) return;
        const ratio = this.canvas.width / this.stage.clientWidth;
        this.camera.target = this.camera.target.map(
            (c, k) => c - (dx * v.right[k] - dy * v.up[k]) * v.pixel * ratio,
        ) as Vec;
        this.camera.moved = true;
        this.following = false;
        this.dirty = true;
    }

    // The point of the page under (x, y) stays where it is.
    private zoomAt(x: number, y: number, by: number): void {
        const r = this.stage.getBoundingClientRect();
        const dx = x - r.left - r.width / 2,
            dy = y - r.top - r.height / 2;
        if (this.frames.length === 1 && !this.following) this.move(dx * (1 / by - 1), dy * (1 / by - 1));
        this.zoom(by);
    }

    private zoom(by: number): void {
        this.camera.zoom = Math.max(0.2, Math.min(500, this.camera.zoom * by));
        this.dirty = true;
    }

    private pointer(): void {
        const held = new Map<number, PointerEvent>();
        let travelled = 0;
        this.canvas.addEventListener("pointerdown", (e) => {
            held.set(e.pointerId, e);
            travelled = 0;
            this.canvas.setPointerCapture(e.pointerId);
        });
        this.canvas.addEventListener("pointermove", (e) => {
            const before = held.get(e.pointerId);
            if (!before) return;
            const dx = e.clientX - before.clientX,
                dy = e.clientY - before.clientY;
            travelled += Math.abs(dx) + Math.abs(dy);
            if (held.size === 2) {
                const other = [...held.values()].find((p) => p.pointerId !== e.pointerId)!;
                const far = (p: PointerEvent) => Math.hypot(p.clientX - other.clientX, p.clientY - other.clientY);
                this.move(dx / 2, dy / 2);
                this.zoomAt(
                    (e.clientX + other.clientX) / 2,
                    (e.clientY + other.clientY) / 2,
                    far(e) / Math.max(1, far(before)),
                );
            } else if (this.frames[0]?.dimension === 3 && !e.shiftKey && !(e.buttons & 2)) {
                this.camera.azimuth -= 0.4 * dx;
                this.camera.elevation = Math.max(-90, Math.min(90, this.camera.elevation + 0.4 * dy));
                this.dirty = true;
            } else {
                this.move(dx, dy);
            }
            held.set(e.pointerId, e);
        });
        const end = (e: PointerEvent) => {
            if (held.delete(e.pointerId) && travelled < 6 && held.size === 0 && e.type === "pointerup") this.click(e);
        };
        this.canvas.addEventListener("pointerup", end);
        this.canvas.addEventListener("pointercancel", end);
        this.canvas.addEventListener("contextmenu", (e) => e.preventDefault());
        this.canvas.addEventListener(
            "wheel",
            (e) => {
                e.preventDefault();
                this.zoomAt(e.clientX, e.clientY, Math.exp(-0.0015 * e.deltaY));
            },
            { passive: false },
        );
    }

    private click(e: PointerEvent): void {
        const r = this.canvas.getBoundingClientRect(),
            ratio = this.canvas.width / r.width;
        const x = (e.clientX - r.left) * ratio,
            y = this.canvas.height - (e.clientY - r.top) * ratio;
        this.panes().forEach((p, n) => {
            const f = this.frames[n],
                v = this.views[n];
            if (!f || !v || x < p.left || x >= p.left + p.width || y < p.bottom || y >= p.bottom + p.height) return;
            const row = pick(f, v, x - p.left, y - p.bottom),
                ids = numbers(f, "id");
            this.pickId(row < 0 ? -1 : ids ? ids[row] : row);
        });
    }

    // ---- keys ----

    private keys(): void {
        const f = this.samples[0],
            colors = f ? fieldNames(f) : [];
        const act: Record<string, () => void> = {
            " ": () => this.play(!this.playing),
            ArrowLeft: () => void this.seek(this.k - 1),
            ArrowRight: () => void this.seek(this.k + 1),
            Home: () => void this.seek(0),
            End: () => void this.seek(this.timeline.length - 1),
            c: () => this.setColor(colors[(colors.indexOf(this.o.color) + 1) % colors.length]),
            f: () => this.toggle("forces"),
            w: () => this.nextWalls(),
            v: () => this.toggle("arrows"),
            m: () => this.toggle("marks"),
            p: () => this.toggle("images"),
            t: () => void this.toggleTrails(),
            x: () => this.toggle("slice"),
            r: () => this.reset(),
            "+": () => this.zoom(1.25),
            "=": () => this.zoom(1.25),
            "-": () => this.zoom(0.8),
            s: () => this.save(),
            d: () => this.toggleDark(),
            Escape: () => {
                this.pickId(-1);
                this.help.hidden = true;
            },
            "?": () => {
                this.help.hidden = !this.help.hidden;
            },
        };
        window.addEventListener("keydown", (e) => {
            const at = e.target as HTMLElement;
            if (e.ctrlKey || e.metaKey || e.altKey || at.tagName === "SELECT" || !act[e.key]) return;
            if (at.tagName === "BUTTON" && e.key === " ") return;
            e.preventDefault();
            act[e.key]();
        });
    }

    // ---- what leaves the page ----

    command(): string {
        const quote = (s: string) => (/^[\w./:@%+=,-]+$/.test(s) ? s : `'${s.replace(/'/g, "'\\''")}'`);
        const f = this.frames.find((x) => x),
            o = this.o,
            words = ["repose", "plot", quote(this.source.runs[0].directory), "frame"];
        words.push("--time", String(Number((this.timeline[this.k] ?? 0).toPrecision(9))), "--color", o.color);
        if (o.forces) words.push("--forces");
        if (f?.dimension === 3)
            words.push(
                `--azimuth=${this.camera.azimuth.toFixed(1)}`,
                `--elevation=${this.camera.elevation.toFixed(1)}`,
            );
        if (o.color !== "plain" && f && !field(f, o.color).names)
            words.push(`--range=${Number(o.range[0].toPrecision(6))},${Number(o.range[1].toPrecision(6))}`);
        return words.join(" ");
    }

    private async copyCommand(): Promise<void> {
        const text = this.command();
        try {
            await navigator.clipboard.writeText(text);
            this.say(`Copied: ${text}`);
        } catch {
            this.say(text);
        }
        setTimeout(() => this.say(""), 6000);
    }

    // The picture with its time, labels and colour bar.
    private save(): void {
        this.dirty = true;
        this.draw();
        const out = document.createElement("canvas"),
            w = this.canvas.width,
            hgt = this.canvas.height;
        out.width = w;
        out.height = hgt;
        const c = out.getContext("2d")!,
            ratio = w / this.stage.clientWidth;
        c.drawImage(this.canvas, 0, 0);
        c.scale(ratio, ratio);
        c.fillStyle = this.o.dark ? "#e8eaed" : "#21242b";
        c.font = "13px system-ui, sans-serif";
        c.fillText(`${document.title.replace(/ – Repose$/, "")}, ${this.clock.textContent}`, 12, 20);
        this.panes().forEach((p, n) => {
            if (this.frames.length > 1)
                c.fillText(this.source.runs[n].label, p.left / ratio + 12, (hgt - p.bottom - p.height) / ratio + 40);
        });
        const f = this.samples[0],
            what = f && field(f, this.o.color),
            x = w / ratio - 192,
            y = this.frames.length > 1 ? hgt / ratio - 40 : 26;
        if (what && !what.names && this.o.color !== "plain") {
            for (let k = 0; k < 180; k++) {
                c.fillStyle = this.renderer!.colorAt(k / 179);
                c.fillRect(x + k, y, 1.5, 10);
            }
            c.fillStyle = this.o.dark ? "#e8eaed" : "#21242b";
            c.fillText(what.unit ? `${what.label} (${what.unit})` : what.label, x, y - 6);
            c.fillText(format(this.o.range[0]), x, y + 24);
            c.textAlign = "right";
            c.fillText(format(this.o.range[1]), x + 180, y + 24);
        }
        out.toBlob((blob) => {
            if (!blob) return;
            const link = h("a", { download: "repose.png", href: URL.createObjectURL(blob) });
            link.click();
            setTimeout(() => URL.revokeObjectURL(link.href), 10000);
        });
    }

    // For bench/viewer: milliseconds of the processor to make the buffers of a frame, to issue its drawing calls, to
    // have it drawn, and to pick a grain.
    measure(): Record<string, number> {
        const clock = (what: () => void, times = 1): number => {
            const start = performance.now();
            for (let n = 0; n < times; n++) what();
            return (performance.now() - start) / times;
        };
        const redraw = () => {
            this.dirty = true;
            this.draw();
        };
        const pixels = () => {
            redraw();
            this.renderer!.finish();
        };
        this.renderer!.finish(); // what was drawn before is not of these times
        this.o.dark = !this.o.dark;
        const build = clock(redraw);
        const calls = clock(redraw, 2);
        const v = this.views[0];
        const f = this.frames[0]!;
        const slow = count(f) > 300000; // a minute a frame, in software
        const drawn = slow ? NaN : clock(pixels);
        return { grains: count(f), build, calls, drawn, pick: clock(() => pick(f, v, 400, 300)) };
    }

    // For tests: where a grain stands on the page, and what is shown.
    inspect(): Record<string, unknown> {
        const f = this.frames[0],
            v = this.views[0],
            r = this.canvas.getBoundingClientRect();
        const ratio = this.canvas.width / r.width;
        const at = (id: number) => {
            const p = f && rowOf(f, id) >= 0 ? position(f, rowOf(f, id)) : null;
            if (!p || !v) return null;
            const d = p.map((c, k) => c - v.target[k]) as Vec;
            return [
                r.left + (v.area.left + v.area.width / 2 + dot(d, v.right) / v.pixel) / ratio,
                r.top + (this.canvas.height - v.area.bottom - v.area.height / 2 - dot(d, v.up) / v.pixel) / ratio,
            ];
        };
        return {
            at,
            time: this.frames.map((x) => x?.time),
            camera: { ...this.camera },
            color: this.o.color,
            frames: this.timeline.length,
            trails: this.o.trails.length,
            sliders: this.slides.map((one) => Number(one.input.value)),
            picked: this.o.picked,
            pixel: v?.pixel,
            panes: this.frames.length,
        };
    }
}

const LIVE_UNITS: Record<string, string> = {
    kinetic: "J",
    rotational: "J",
    stored: "J",
    gravity_work: "J",
    wall_work: "J",
    load_work: "J",
    drive_work: "J",
    dissipated_normal: "J",
    dissipated_tangential: "J",
    dissipated_rolling: "J",
    budget_error: "J",
    max_overlap: "m",
};

async function main(): Promise<void> {
    const root = document.getElementById("app")!,
        data = document.getElementById("data");
    try {
        const token = new URLSearchParams(location.search).get("token") ?? "";
        let app: App | null = null;
        const source = data ? reportSource(data.textContent!) : await serverSource(token, (text) => app?.say(text));
        data?.remove();
        app = new App(source, root);
        (window as unknown as Record<string, unknown>).repose = app;
        await app.start();
    } catch (e) {
        root.append(h("p", { class: "failed" }, `This page cannot show the run: ${(e as Error).message}`));
    }
}

void main();
