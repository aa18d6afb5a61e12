// What grains may be coloured by: the names that `repose plot --color` knows, and every array of the frame.
import { count, Frame, numbers, rowOf } from "./data";

export interface Field {
    name: string;
    label: string;
    unit: string;
    names: string[] | null; // of categories
    whole: boolean; // nothing is cut off as an outlier
}

const KNOWN: Record<string, [string, string, boolean]> = {
    speed: ["speed", "m/s", false],
    radius: ["radius", "m", true],
    spin: ["spin", "rad/s", false],
    mass: ["mass", "kg", true],
    height: ["height", "m", false],
    coordination: ["contacts per grain", "", true],
    pressure: ["pressure", "Pa", false],
    group: ["group", "", true],
    material: ["material", "", true],
    id: ["id", "", true],
    plain: ["plain", "", true],
};
const HIDDEN = new Set([
    "x",
    "radius",
    "velocity",
    "angular_velocity",
    "mass",
    "id",
    "material",
    "group",
    "orientation",
]);

export function fieldNames(frame: Frame): string[] {
    const names = Object.keys(KNOWN).filter(
        (name) => (name !== "coordination" && name !== "pressure") || numbers(frame, "contact.fn"),
    );
    for (const [name, a] of frame.array)
        if (!name.includes(".") && !HIDDEN.has(name) && a.rows === count(frame)) names.push(name);
    return names;
}

export function field(frame: Frame, name: string): Field {
    const counted = frame.array.get(name)?.data instanceof Int32Array; // numbers of bodies and the like
    const [label, unit, whole] = KNOWN[name] ?? [name.replace(/_/g, " "), "", counted];
    const names = name === "group" ? frame.groups : name === "material" ? frame.materials : null;
    return { name, label, unit, names: names && names.length ? names : null, whole };
}

function lengths(frame: Frame, name: string): Float32Array {
    const a = frame.array.get(name),
        out = new Float32Array(count(frame));
    if (!a) return out;
    for (let i = 0; i < out.length; i++) {
        if (a.columns === 1) {
            out[i] = name === "angular_velocity" ? Math.abs(a.data[i]) : a.data[i];
            continue;
        }
        let sum = 0;
        for (let k = 0; k < a.columns; k++) sum += a.data[i * a.columns + k] ** 2;
        out[i] = Math.sqrt(sum);
    }
    return out;
}

function heights(frame: Frame): Float32Array {
    const x = numbers(frame, "x")!,
        d = frame.dimension,
        out = new Float32Array(count(frame));
    const g = Math.hypot(...frame.gravity);
    const up = g > 0 ? frame.gravity.map((v) => -v / g) : [0, d === 2 ? 1 : 0, d === 3 ? 1 : 0];
    for (let i = 0; i < out.length; i++) for (let k = 0; k < d; k++) out[i] += up[k] * x[i * d + k];
    return out;
}

// Contacts that push at each grain, or a third (in two dimensions half) of the trace of its own stress.
function ofContacts(frame: Frame, pressure: boolean): Float32Array {
    const out = new Float32Array(count(frame)),
        fn = numbers(frame, "contact.fn"),
        d = frame.dimension;
    const a = numbers(frame, "contact.a"),
        b = numbers(frame, "contact.b"),
        radius = numbers(frame, "radius")!;
    for (let c = 0; fn && a && b && c < fn.length; c++) {
        if (!(fn[c] > 0)) continue;
        for (const id of [a[c], b[c]]) {
            const i = id < 0 ? -1 : rowOf(frame, id);
            if (i < 0) continue;
            const r = radius[i],
                volume = d === 2 ? Math.PI * r * r * frame.thickness : (4 / 3) * Math.PI * r ** 3;
            out[i] += pressure ? (fn[c] * r) / (d * volume) : 1;
        }
    }
    return out;
}

export function values(frame: Frame, name: string): Float32Array {
    const key = `values ${name}`,
        there = frame.cache.get(key) as Float32Array | undefined;
    if (there) return there;
    const array: Record<string, string> = { speed: "velocity", spin: "angular_velocity" };
    const out =
        name === "height"
            ? heights(frame)
            : name === "coordination" || name === "pressure"
              ? ofContacts(frame, name === "pressure")
              : name === "plain"
                ? new Float32Array(count(frame))
                : lengths(frame, array[name] ?? name);
    frame.cache.set(key, out);
    return out;
}

// From the lowest to the highest value; 0.5 % of outliers may lie above, as in `repose plot`.
export function range(frames: Frame[], name: string, whole: boolean): [number, number] {
    const all: number[] = [];
    for (const frame of frames) {
        const v = values(frame, name),
            every = Math.max(1, Math.floor(v.length / 20000));
        for (let i = 0; i < v.length; i += every) if (Number.isFinite(v[i])) all.push(v[i]);
    }
    if (!all.length) return [0, 1];
    all.sort((p, q) => p - q);
    let low = all[0],
        high = all[all.length - 1];
    const most = all[Math.floor(0.995 * (all.length - 1))];
    if (!whole && most < 0.8 * high && most > low) high = most;
    if (!whole && low > 0 && low < 0.3 * high) low = 0;
    if (!(high - low > 1e-9 * Math.abs(high))) {
        const half = Math.max(0.05 * Math.abs(high), 1e-12);
        [low, high] = [high - half, high + half];
    }
    return [low, high];
}

// How many bodies the grains are, where some are balls of one body; 0: each is its own.
export function clumps(frame: Frame): number {
    const body = numbers(frame, "body");
    let alone = 0;
    if (!body || numbers(frame, "shape.id")) return 0;
    for (let i = 0; i < body.length; i++) if (body[i] <= 0) alone++;
    const several = new Set(body);
    several.delete(0);
    return several.size ? several.size + alone : 0;
}

export function meanForce(frame: Frame): number {
    const there = frame.cache.get("mean force") as number | undefined;
    if (there !== undefined) return there;
    const fn = numbers(frame, "contact.fn");
    let sum = 0,
        n = 0;
    for (let c = 0; fn && c < fn.length; c++)
        if (fn[c] > 0) {
            sum += fn[c];
            n++;
        }
    frame.cache.set("mean force", n ? sum / n : 0);
    return n ? sum / n : 0;
}
