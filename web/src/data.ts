// Frames and files of runs: from the data of a report, or from the server. The format of a frame is that of
// src/view/pack.h.

export type Numbers = Float32Array | Int32Array;
export type Vec = [number, number, number];

export interface Column {
    rows: number;
    columns: number;
    data: Numbers;
}

export interface Frame {
    time: number;
    step: number;
    dimension: number;
    thickness: number;
    gravity: number[];
    domain: number[] | null;
    periodic: number[];
    offset: number; // m: along x, of the image across the upper side of y
    materials: string[];
    groups: string[];
    walls: string[];
    wallShapes: string[];
    array: Map<string, Column>;
    levels: Map<string, Uint16Array>; // of packed arrays: what the next frame is a difference to
    session: Live | null; // of a simulation that the server runs
    cache: Map<string, unknown>; // what is computed of a frame once
}

export interface Run {
    label: string;
    directory: string;
    times: number[];
    files: string[];
    framesOf: number;
    running: boolean; // in another process, now
}

// The state of a simulation that the server runs.
export interface Live {
    seq: number;
    paused: boolean;
    finished: boolean;
    error: string;
    stage: string;
    refused: string;
    sliders: number[];
    measures: Record<string, number | null>;
}

// What the scene marks to be changed while it is seen.
export interface Slider {
    name: string;
    unit: string;
    least: number;
    most: number;
}

export interface Source {
    maps: Record<string, string>;
    title: string;
    runs: Run[];
    report: boolean;
    live: boolean;
    sliders: Slider[];
    frame(run: number, n: number): Promise<Frame>;
    file(run: number, name: string): Promise<string>;
    refresh(): Promise<boolean>; // more frames may have come
    next(after: number): Promise<Frame>; // of a live simulation: a frame that is newer
    wish(words: string): void; // "paused 1", "slider 0 9.81": cli/serve.h
}

// ---- bytes ----

async function inflate(bytes: Uint8Array): Promise<Uint8Array> {
    const stream = new Blob([bytes as BlobPart]).stream().pipeThrough(new DecompressionStream("deflate"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
}

function fromBase64(text: string): Uint8Array {
    const raw = atob(text);
    const bytes = new Uint8Array(raw.length);
    for (let n = 0; n < raw.length; n++) bytes[n] = raw.charCodeAt(n);
    return bytes;
}

// ---- frames ----

interface ArrayHead {
    name: string;
    type: string;
    rows: number;
    columns: number;
    low?: number[];
    step?: number[];
    delta?: number;
    same?: number;
    from?: string;
}

// 16 bits by column, low bytes first.
function unpackNumbers(a: ArrayHead, bytes: Uint8Array, at: number, before: Uint16Array | undefined): Uint16Array {
    const q = new Uint16Array(a.rows * a.columns);
    for (let k = 0; k < a.columns; k++, at += 2 * a.rows)
        for (let i = 0; i < a.rows; i++) {
            const n = i * a.columns + k;
            q[n] = (bytes[at + i] | (bytes[at + a.rows + i] << 8)) + (a.delta && before ? before[n] : 0);
        }
    return q;
}

function unpackWhole(a: ArrayHead, bytes: Uint8Array, at: number, from: Numbers | undefined): Int32Array {
    const count = a.rows * a.columns,
        out = new Int32Array(count);
    for (let i = 0; i < count; i++) {
        const difference =
            bytes[at + i] |
            (bytes[at + count + i] << 8) |
            (bytes[at + 2 * count + i] << 16) |
            (bytes[at + 3 * count + i] << 24);
        out[i] = (difference + (from ? from[i] : i ? out[i - 1] : 0)) | 0;
    }
    return out;
}

function unpackArray(frame: Frame, a: ArrayHead, bytes: Uint8Array, at: number, before: Frame | null): number {
    const size = { rows: a.rows, columns: a.columns };
    if (a.same && before) {
        frame.array.set(a.name, before.array.get(a.name)!);
        const q = before.levels.get(a.name);
        if (q) frame.levels.set(a.name, q);
        return at;
    }
    if (a.type === "i32") {
        const from = a.from ? frame.array.get(a.from)!.data : undefined;
        frame.array.set(a.name, { ...size, data: unpackWhole(a, bytes, at, from) });
        return at + 4 * a.rows * a.columns;
    }
    const q = unpackNumbers(a, bytes, at, before?.levels.get(a.name));
    const data = new Float32Array(q.length);
    for (let n = 0; n < q.length; n++) data[n] = a.low![n % a.columns] + a.step![n % a.columns] * q[n];
    frame.levels.set(a.name, q);
    frame.array.set(a.name, { ...size, data });
    return at + 2 * a.rows * a.columns;
}

export function decode(bytes: Uint8Array, before: Frame | null): Frame {
    const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
    const head = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)));
    const frame: Frame = {
        time: head.time,
        step: head.step,
        dimension: head.dimension,
        thickness: head.thickness ?? 1,
        gravity: head.gravity ?? [0, 0, 0],
        domain: head.domain ?? null,
        periodic: head.periodic ?? [0, 0, 0],
        offset: head.offset ?? 0,
        materials: head.materials ?? [],
        groups: head.groups ?? [],
        walls: head.walls ?? [],
        wallShapes: head.wall_shapes ?? [],
        array: new Map(),
        levels: new Map(),
        session: null,
        cache: new Map(),
    };
    let at = 4 + length;
    for (const a of head.arrays as ArrayHead[]) {
        if (head.packed) {
            at = unpackArray(frame, a, bytes, at, before);
            continue;
        }
        const count = a.rows * a.columns,
            type = a.type === "i32" ? Int32Array : Float32Array;
        frame.array.set(a.name, {
            rows: a.rows,
            columns: a.columns,
            data: new type(bytes.buffer as ArrayBuffer, bytes.byteOffset + at, count),
        });
        at += 4 * count;
    }
    return frame;
}

export function numbers(frame: Frame, name: string): Numbers | null {
    return frame.array.get(name)?.data ?? null;
}

export function count(frame: Frame): number {
    return frame.array.get("x")?.rows ?? 0;
}

// How far the image n of a periodic domain stands from the particles themselves.
export function imageShift(frame: Frame, n: Vec): Vec {
    const l = [0, 1, 2].map((k) => (frame.domain ? frame.domain[3 + k] - frame.domain[k] : 0));
    return [n[0] * l[0] + n[1] * frame.offset, n[1] * l[1], n[2] * l[2]];
}

// The periodic image of a point that is nearest to another one: across y first, since that moves it along x.
export function nearestImage(frame: Frame, p: Vec, to: Vec): Vec {
    let q = p;
    for (const k of [1, 0, 2]) {
        const l = frame.domain ? frame.domain[3 + k] - frame.domain[k] : 0,
            n: Vec = [0, 0, 0];
        if (!frame.periodic[k] || !(l > 0)) continue;
        n[k] = -Math.round((q[k] - to[k]) / l);
        if (n[k] === 0) continue;
        const by = imageShift(frame, n);
        q = [q[0] + by[0], q[1] + by[1], q[2] + by[2]];
    }
    return q;
}

// Of particles that are not round: the facets of each, by row, as numbers of shape.end.
export function facetsOf(frame: Frame): Map<number, number[]> {
    const there = frame.cache.get("facets") as Map<number, number[]> | undefined;
    if (there) return there;
    const ids = numbers(frame, "shape.id"),
        facets = new Map<number, number[]>();
    for (let n = 0; ids && n < ids.length; n++) {
        const row = rowOf(frame, ids[n]);
        if (row < 0) continue;
        if (!facets.has(row)) facets.set(row, []);
        facets.get(row)!.push(n);
    }
    frame.cache.set("facets", facets);
    return facets;
}

// The row of a particle, or -1. Ids rise with rows.
export function rowOf(frame: Frame, id: number): number {
    const ids = numbers(frame, "id");
    if (!ids) return id < count(frame) ? id : -1;
    let low = 0,
        high = ids.length;
    while (low < high) {
        const middle = (low + high) >> 1;
        if (ids[middle] < id) low = middle + 1;
        else high = middle;
    }
    return low < ids.length && ids[low] === id ? low : -1;
}

// ---- a report ----

export function reportSource(text: string): Source {
    const all = fromBase64(text.trim());
    const length = new DataView(all.buffer).getUint32(0, true);
    const head = JSON.parse(new TextDecoder().decode(all.subarray(4, 4 + length)));
    const blob = (run: number, place: [number, number]) => {
        const start = 4 + length + head.base[run] + place[0];
        return inflate(all.subarray(start, start + place[1]));
    };
    const decoded: Promise<Frame>[][] = head.runs.map(() => []);
    const load = (run: number, n: number): Promise<Frame> => {
        decoded[run][n] ??= (async () => {
            const before = n ? await load(run, n - 1) : null;
            return decode(await blob(run, head.runs[run].frames[n]), before);
        })();
        return decoded[run][n];
    };
    return {
        maps: head.maps,
        title: head.title,
        report: true,
        live: false,
        sliders: [],
        runs: head.runs.map((r: any) => ({
            label: r.label,
            directory: r.directory,
            times: r.times,
            files: Object.keys(r.files),
            framesOf: r.frames_of,
            running: false,
        })),
        frame: load,
        file: async (run, name) => new TextDecoder().decode(await blob(run, head.runs[run].files[name])),
        refresh: async () => false,
        next: () => Promise.reject(new Error("a report is not live")),
        wish: () => {},
    };
}

// ---- a server ----

const KEPT = 256 << 20; // bytes of frames that are kept

class Kept {
    private frames = new Map<string, Frame>();
    private sizes = new Map<string, number>();
    private total = 0;

    clear(): void {
        this.frames.clear();
        this.sizes.clear();
        this.total = 0;
    }

    get(key: string): Frame | undefined {
        return this.frames.get(key);
    }

    put(key: string, frame: Frame, size: number): void {
        this.frames.set(key, frame);
        this.sizes.set(key, size);
        this.total += size;
        for (const old of this.frames.keys()) {
            if (this.total <= KEPT || old === key) break;
            this.total -= this.sizes.get(old)!;
            this.frames.delete(old);
            this.sizes.delete(old);
        }
    }
}

// A live simulation: one request for a frame at a time, wishes whenever they come.
class LiveSocket {
    private socket: WebSocket | null = null;
    private got: ((frame: Frame) => void) | null = null;
    private failed: ((e: Error) => void) | null = null;

    constructor(
        private address: string,
        private complain: (text: string) => void,
    ) {}

    private open(): Promise<WebSocket> {
        if (this.socket?.readyState === WebSocket.OPEN) return Promise.resolve(this.socket);
        return new Promise((resolve, reject) => {
            const s = new WebSocket(this.address);
            s.binaryType = "arraybuffer";
            s.onopen = () => {
                this.socket = s;
                resolve(s);
            };
            s.onclose = () => {
                const error = new Error("the connection has ended");
                reject(error);
                this.failed?.(error);
            };
            s.onmessage = (e) => (typeof e.data === "string" ? this.complain(e.data) : this.got?.(this.read(e.data)));
        });
    }

    private read(data: ArrayBuffer): Frame {
        const length = new DataView(data).getUint32(0, true),
            state = new Uint8Array(data, 4, length);
        const frame = decode(new Uint8Array(data, 4 + length), null);
        frame.session = JSON.parse(new TextDecoder().decode(state));
        return frame;
    }

    async next(after: number): Promise<Frame> {
        const s = await this.open();
        return new Promise((resolve, reject) => {
            this.got = resolve;
            this.failed = reject;
            s.send(`next ${after}`);
        });
    }

    wish(words: string): void {
        if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(words);
        else this.complain("The simulation cannot be reached.");
    }
}

export async function serverSource(token: string, complain: (text: string) => void): Promise<Source> {
    const kept = new Kept();
    const socket = new LiveSocket(`ws://${location.host}/api/live?token=${token}`, complain);
    const get = async (path: string, options: RequestInit = {}): Promise<Response> => {
        const answer = await fetch(path, { ...options, headers: { "X-Repose-Token": token }, cache: "no-store" });
        if (!answer.ok) throw new Error((await answer.text()).trim() || `the server answers ${answer.status}`);
        return answer;
    };
    const session = await (await get("api/session")).json();
    const toRuns = (s: any): Run[] =>
        s.runs.map((r: any) => ({
            label: r.label,
            directory: r.directory,
            times: r.times,
            files: r.files,
            framesOf: r.times.length,
            running: !!r.running,
        }));
    const source: Source = {
        maps: session.maps,
        title: "",
        runs: toRuns(session),
        report: false,
        live: !!session.live,
        sliders: session.sliders ?? [],
        async frame(run, n) {
            const key = `${run}/${n}`,
                there = kept.get(key);
            if (there) return there;
            const bytes = new Uint8Array(await (await get(`api/frame?run=${run}&n=${n}`)).arrayBuffer());
            const frame = decode(bytes, null);
            kept.put(key, frame, bytes.length);
            return frame;
        },
        file: async (run, name) => (await get(`api/file?run=${run}&name=${encodeURIComponent(name)}`)).text(),
        async refresh() {
            const before = source.runs;
            source.runs = toRuns(await (await get("api/session")).json());
            // a new run in the same place has other times
            if (before.some((r, n) => r.times.some((t, k) => source.runs[n].times[k] !== t))) kept.clear();
            return JSON.stringify(source.runs) !== JSON.stringify(before);
        },
        next: (after) => socket.next(after),
        wish: (words) => socket.wish(words),
    };
    return source;
}
