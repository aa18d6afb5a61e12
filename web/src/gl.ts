// Drawing: grains as impostors (a square a grain, the sphere is found in the fragment), segments, triangles. The
// projection is parallel, as in `repose plot`: so an impostor is exact, and the view can be given as its options.
import { count, facetsOf, Frame, imageShift, nearestImage, numbers, rowOf, Vec } from "./data";
import { field, values } from "./fields";

export interface Camera {
    azimuth: number; // degrees, as in repose plot
    elevation: number;
    zoom: number; // 1: all of it
    target: Vec; // m: what stands in the middle
    moved: boolean; // the reader has moved it: a fit must not
}

export interface Options {
    color: string;
    range: [number, number];
    forces: boolean;
    walls: "cut" | "glass" | "off";
    arrows: boolean;
    marks: boolean;
    images: boolean;
    cut: number; // 3D: share of the depth that is cut away from the front
    slice: boolean; // 3D: what lies behind the cut is left out, too, but for a layer
    dark: boolean;
    picked: number; // id, or -1
    trail: Vec[];
    trails: Frame[]; // paths of all grains through these frames; empty: none
    speedScale: number; // m/s of the longest arrows
    meanForce: number; // N: forces are shown by width relative to it
}

export interface Box {
    lower: Vec;
    upper: Vec;
}

// With SOLID: spheres that write their depth; without: discs with a rim.
const GRAIN_VERTEX = `
layout(location=0) in vec2 corner;
layout(location=1) in vec3 centre;
layout(location=2) in float radius;
layout(location=3) in float value;
layout(location=4) in vec4 turn;
uniform vec3 right, up, toward, target, shift, scale;
uniform float size, pixel;
out vec2 at;
out float share, depth;
flat out vec4 body;
flat out float edge, own;
void main() {
    vec3 d = centre + shift - target;
    vec3 p = vec3(dot(d, right), dot(d, up), dot(d, toward));
    float r = radius * size, grown = 1.0 + 1.5 * pixel / max(r, pixel);
    at = corner * grown;
    share = value;
    body = turn;
    depth = p.z;
    own = r;
    edge = pixel / max(r, 0.3 * pixel);
    gl_Position = vec4((p.xy + at * (r > 0.0 ? max(r, 0.5 * pixel) : 0.0)) * scale.xy, -p.z * scale.z, 1.0);
}`;

const GRAIN_FRAGMENT = `
precision highp float;
in vec2 at;
in float share, depth;
flat in vec4 body;
flat in float edge, own;
uniform vec3 right, up, toward, plain, paper;
uniform sampler2D map;
uniform float pale, scaleDepth, cut, back;
uniform bool mapped, marks;
out vec4 color;
vec3 unturn(vec3 v, vec4 q) {
    vec3 u = -q.yzw;
    return v + 2.0 * cross(u, cross(u, v) + q.x * v);
}
void main() {
    float d = length(at);
    if (depth > cut || depth < back) discard;
    vec3 c = mapped ? texture(map, vec2(clamp(share, 0.0, 1.0) * (255.0 / 256.0) + 0.5 / 256.0, 0.5)).rgb : plain;
    c = mix(c, paper, pale);
#ifdef SOLID
    if (d > 1.0) discard;
    float z = sqrt(1.0 - d * d);
    vec3 n = vec3(at, z);
    if (marks) {
        vec3 b = unturn(right * n.x + up * n.y + toward * z, body);
        c *= 1.0 - 0.45 * (1.0 - smoothstep(0.05, 0.08 + edge, abs(b.z)));
    }
    float light = 0.38 + 0.62 * max(0.0, dot(n, vec3(-0.36, 0.55, 0.754)));
    float shine = pow(max(0.0, dot(n, vec3(-0.2, 0.3, 0.933))), 40.0);
    color = vec4(c * light + 0.16 * shine, 1.0);
    gl_FragDepth = clamp(0.5 - 0.5 * scaleDepth * (depth + z * own), 0.0, 1.0);
#else
    float inner = 1.0 - max(0.10, 1.6 * edge);
    vec3 rim = paper.r < 0.5 ? mix(c, vec3(0.75), 0.35) : c * 0.55; // dark grains are seen on dark paper, too
    c = mix(c, rim, smoothstep(inner - edge, inner + edge, d) * (1.0 - 0.6 * pale));
    if (marks && edge < 0.2) {
        vec2 e = vec2(cos(body.x), sin(body.x));
        float across = abs(at.x * e.y - at.y * e.x), along = dot(at, e);
        c = mix(c, c * 0.5, 0.7 * (1.0 - smoothstep(0.05, 0.05 + edge, across)) * step(0.0, along) * step(along, 0.9));
    }
    color = vec4(c, 1.0 - smoothstep(1.0 - edge, 1.0 + edge, d));
#endif
}`;

const SEGMENT_VERTEX = `
layout(location=0) in vec2 corner;
layout(location=1) in vec3 a;
layout(location=2) in vec3 b;
layout(location=3) in vec3 form; // width at a, width at b (m; negative: pixels), brightness of the edge
layout(location=4) in vec4 tint;
uniform vec3 right, up, toward, target, shift;
uniform vec3 scale;
uniform float pixel, front, cut, back;
out vec4 colour;
out float across;
flat out float rounded;
void main() {
    vec3 p = a + shift - target, q = b + shift - target;
    vec3 s = vec3(dot(p, right), dot(p, up), dot(p, toward)), e = vec3(dot(q, right), dot(q, up), dot(q, toward));
    vec2 along = e.xy - s.xy;
    float l = length(along);
    along = l > 0.0 ? along / l : vec2(1.0, 0.0);
    vec2 w = vec2(form.x < 0.0 ? -form.x * pixel : max(form.x, 0.8 * pixel * step(1e-30, form.x)),
                  form.y < 0.0 ? -form.y * pixel : form.y);
    float t = corner.x * 0.5 + 0.5;
    vec3 at = mix(s, e, t);
    at.xy += vec2(-along.y, along.x) * corner.y * 0.5 * mix(w.x, w.y, t);
    colour = tint;
    across = corner.y;
    rounded = form.z;
    gl_Position = vec4(at.xy * scale.xy, -(at.z + front) * scale.z, at.z > cut || at.z < back ? -1.0 : 1.0);
}`;

const SEGMENT_FRAGMENT = `
precision highp float;
in vec4 colour;
in float across;
flat in float rounded;
out vec4 color;
void main() {
    float light = 0.55 + 0.45 * sqrt(max(0.0, 1.0 - across * across));
    color = vec4(colour.rgb * mix(1.0, light, rounded), colour.a);
}`;

const FACE_VERTEX = `
layout(location=1) in vec3 position;
layout(location=2) in vec3 normal;
layout(location=4) in vec4 tint;
uniform vec3 right, up, toward, target, shift;
uniform vec3 scale;
uniform float front;
out vec4 colour;
out vec3 side;
out float depth;
void main() {
    vec3 d = position + shift - target;
    vec3 p = vec3(dot(d, right), dot(d, up), dot(d, toward));
    side = vec3(dot(normal, right), dot(normal, up), dot(normal, toward));
    colour = tint;
    depth = p.z;
    gl_Position = vec4(p.xy * scale.xy, -(p.z + front) * scale.z, 1.0);
}`;

const FACE_FRAGMENT = `
precision highp float;
in vec4 colour;
in vec3 side;
in float depth;
uniform float cut, back;
uniform bool lit, hideFront;
out vec4 color;
void main() {
    if (depth > cut || depth < back || (hideFront && side.z < -0.02)) discard;
    float light = lit ? 0.45 + 0.55 * abs(dot(normalize(side), vec3(-0.36, 0.55, 0.754))) : 1.0;
    color = vec4(colour.rgb * light, colour.a);
}`;

export function directions(frame: Frame, camera: Camera): { right: Vec; up: Vec; toward: Vec } {
    if (frame.dimension === 2) return { right: [1, 0, 0], up: [0, 1, 0], toward: [0, 0, 1] };
    const norm = (v: number[]): Vec => {
        const l = Math.hypot(...v);
        return [v[0] / l, v[1] / l, v[2] / l];
    };
    const cross = (p: Vec, q: Vec): Vec => [
        p[1] * q[2] - p[2] * q[1],
        p[2] * q[0] - p[0] * q[2],
        p[0] * q[1] - p[1] * q[0],
    ];
    const g = Math.hypot(...frame.gravity);
    const sky: Vec = g > 0 ? norm(frame.gravity.map((v) => -v)) : [0, 0, 1];
    let front: Vec = Math.abs(sky[1]) < 0.9 ? [0, -1, 0] : [0, 0, 1];
    const along = front[0] * sky[0] + front[1] * sky[1] + front[2] * sky[2];
    front = norm(front.map((v, k) => v - along * sky[k]));
    const side = cross(sky, front),
        a = (camera.azimuth * Math.PI) / 180,
        e = (camera.elevation * Math.PI) / 180;
    const level = front.map((v, k) => Math.cos(a) * v + Math.sin(a) * side[k]) as Vec;
    const toward = level.map((v, k) => Math.cos(e) * v + Math.sin(e) * sky[k]) as Vec;
    const right = norm(cross(sky, level));
    return { right, up: cross(toward, right), toward };
}

// Of a facet, as long as it comes.
function normal(p: Vec, q: Vec, s: Vec): Vec {
    const u = q.map((v, k) => v - p[k]),
        w = s.map((v, k) => v - p[k]);
    return [u[1] * w[2] - u[2] * w[1], u[2] * w[0] - u[0] * w[2], u[0] * w[1] - u[1] * w[0]];
}

export function dot(p: Vec, q: Vec): number {
    return p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
}

export function position(frame: Frame, i: number): Vec {
    const x = numbers(frame, "x")!,
        d = frame.dimension;
    return [x[i * d], x[i * d + 1], d === 3 ? x[i * d + 2] : 0];
}

// Walls that end, as far as they are not farther from the grains than these reach.
function includeWalls(box: Box, frame: Frame): void {
    const x = numbers(frame, "wall.x"),
        end = numbers(frame, "wall.end"),
        index = numbers(frame, "wall.index");
    const d = frame.dimension,
        reach = Math.max(...box.upper.map((v, k) => v - box.lower[k]));
    if (!x || !end || !index || !(reach > 0)) return;
    const least = box.lower.map((v) => v - reach),
        most = box.upper.map((v) => v + reach);
    for (let n = 0, i = 0; n < end.length; n++)
        for (; i < end[n]; i++)
            for (let k = 0; k < d && frame.wallShapes[index[n]] !== "plane"; k++) {
                box.lower[k] = Math.min(box.lower[k], Math.max(x[i * d + k], least[k]));
                box.upper[k] = Math.max(box.upper[k], Math.min(x[i * d + k], most[k]));
            }
}

// The box of all grains but strays, which would shrink the picture to a dot, of periodic sides and of walls that end.
export function boxOf(frames: Frame[]): Box {
    const box: Box = { lower: [Infinity, Infinity, Infinity], upper: [-Infinity, -Infinity, -Infinity] };
    for (const frame of frames) {
        const x = numbers(frame, "x"),
            r = numbers(frame, "radius"),
            d = frame.dimension,
            n = count(frame);
        for (let k = 0; x && r && k < d; k++) {
            const at = new Float32Array(n);
            for (let i = 0; i < n; i++) at[i] = x[i * d + k];
            at.sort();
            const cut = n > 100 ? Math.floor(n / 100) : 0,
                low = at[cut],
                high = at[n - 1 - cut];
            const more = (cut ? 0.15 * (high - low) : 0) + r[0];
            if (!n) continue;
            box.lower[k] = Math.min(box.lower[k], Math.max(low - more, at[0] - r[0]));
            box.upper[k] = Math.max(box.upper[k], Math.min(high + more, at[n - 1] + r[0]));
        }
        for (let k = 0; k < d; k++)
            if (frame.domain && (frame.periodic[k] || !n)) {
                box.lower[k] = Math.min(box.lower[k], frame.domain[k]);
                box.upper[k] = Math.max(box.upper[k], frame.domain[3 + k]);
            }
    }
    for (let k = 0; k < 3; k++) if (!(box.lower[k] <= box.upper[k])) box.lower[k] = box.upper[k] = 0;
    for (const frame of frames) includeWalls(box, frame);
    return box;
}

// Numbers of rows that grow: a million segments as arrays of their own would take a gigabyte.
class Rows {
    data: Float32Array;
    size = 0;

    constructor(readonly columns: number) {
        this.data = new Float32Array(256 * columns);
    }

    add(...row: number[]): void {
        if (this.size + row.length > this.data.length) {
            const more = new Float32Array(2 * this.data.length);
            more.set(this.data);
            this.data = more;
        }
        for (let n = 0; n < row.length; n++) this.data[this.size++] = row[n];
    }

    get count(): number {
        return this.size / this.columns;
    }
}

// Two ends (3 numbers each), width at each (m; negative: pixels), brightness of the edge, colour (4).
const segmentRows = () => new Rows(13);
// A corner, its side, colour (4).
const faceRows = () => new Rows(10);

interface Batch {
    array: WebGLVertexArrayObject;
    buffers: WebGLBuffer[];
    count: number;
}

interface Built {
    frame: Frame;
    key: string;
    grains: Batch | null;
    contacts: Batch | null;
    wallLines: Batch | null;
    wallFaces: Batch | null;
    shapes: Batch | null;
    outlines: Batch | null;
    extras: Batch | null;
    meanRadius: number;
}

export interface Pane {
    left: number; // pixels of the canvas, from below
    bottom: number;
    width: number;
    height: number;
}

export class Renderer {
    private gl: WebGL2RenderingContext;
    private programs: Record<string, WebGLProgram> = {};
    private places = new Map<string, WebGLUniformLocation | null>();
    private square: WebGLBuffer;
    private map: WebGLTexture;
    private lut = new Uint8Array(1024);
    private palette: number[][] = [];
    private built: (Built | null)[] = [];

    constructor(
        readonly canvas: HTMLCanvasElement,
        private maps: Record<string, string>,
    ) {
        const gl = canvas.getContext("webgl2", { antialias: true, preserveDrawingBuffer: true, alpha: false });
        if (!gl) throw new Error("this browser has no WebGL 2");
        this.gl = gl;
        this.programs.flat = this.program(GRAIN_VERTEX, GRAIN_FRAGMENT);
        this.programs.solid = this.program(GRAIN_VERTEX, "#define SOLID\n" + GRAIN_FRAGMENT);
        this.programs.segment = this.program(SEGMENT_VERTEX, SEGMENT_FRAGMENT);
        this.programs.face = this.program(FACE_VERTEX, FACE_FRAGMENT);
        this.square = gl.createBuffer()!;
        gl.bindBuffer(gl.ARRAY_BUFFER, this.square);
        gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-1, -1, 1, -1, -1, 1, 1, 1]), gl.STATIC_DRAW);
        this.map = gl.createTexture()!;
        const hex = maps.palette;
        for (let n = 0; n + 6 <= hex.length; n += 6)
            this.palette.push([0, 2, 4].map((k) => parseInt(hex.slice(n + k, n + k + 2), 16) / 255));
    }

    private program(vertex: string, fragment: string): WebGLProgram {
        const gl = this.gl,
            p = gl.createProgram()!;
        for (const [type, text] of [
            [gl.VERTEX_SHADER, vertex],
            [gl.FRAGMENT_SHADER, fragment],
        ] as const) {
            const shader = gl.createShader(type)!;
            gl.shaderSource(shader, "#version 300 es\n" + text);
            gl.compileShader(shader);
            gl.attachShader(p, shader);
            if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS) && !gl.isContextLost())
                throw new Error(`shader: ${gl.getShaderInfoLog(shader)}`);
        }
        gl.linkProgram(p);
        return p;
    }

    // The colours of a field: a map of 256 steps, or the palette for names.
    setMap(name: string, names: number): void {
        const gl = this.gl,
            hex = this.maps[name];
        for (let n = 0; n < 256; n++) {
            const c = names
                ? this.palette[
                      Math.min(names - 1, Math.round((n / 255) * Math.max(1, names - 1))) % this.palette.length
                  ]
                : null;
            for (let k = 0; k < 3; k++)
                this.lut[4 * n + k] = c ? 255 * c[k] : parseInt(hex.slice(6 * n + 2 * k, 6 * n + 2 * k + 2), 16);
            this.lut[4 * n + 3] = 255;
        }
        gl.bindTexture(gl.TEXTURE_2D, this.map);
        gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, 256, 1, 0, gl.RGBA, gl.UNSIGNED_BYTE, this.lut);
        for (const what of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER])
            gl.texParameteri(gl.TEXTURE_2D, what, gl.NEAREST);
        this.built.forEach((b) => b && (b.key = ""));
    }

    colorAt(share: number): string {
        const n = 4 * Math.round(255 * Math.max(0, Math.min(1, share)));
        return `rgb(${this.lut[n]},${this.lut[n + 1]},${this.lut[n + 2]})`;
    }

    // ---- buffers ----

    // Rows of one buffer: sizes of the attributes, which follow each other from place 1 on; 0: a place without one.
    private rows(instanced: boolean, list: Rows, sizes: number[]): Batch | null {
        if (!list.size) return null;
        const gl = this.gl,
            array = gl.createVertexArray()!,
            buffer = gl.createBuffer()!;
        gl.bindVertexArray(array);
        if (instanced) this.bindSquare();
        gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
        gl.bufferData(gl.ARRAY_BUFFER, list.data.subarray(0, list.size), gl.STATIC_DRAW);
        sizes.forEach((size, n) => {
            if (!size) return;
            const before = sizes.slice(0, n).reduce((a, b) => a + b, 0);
            gl.enableVertexAttribArray(n + 1);
            gl.vertexAttribPointer(n + 1, size, gl.FLOAT, false, 4 * list.columns, 4 * before);
            if (instanced) gl.vertexAttribDivisor(n + 1, 1);
        });
        gl.bindVertexArray(null);
        return { array, buffers: [buffer], count: list.count };
    }

    private bindSquare(): void {
        const gl = this.gl;
        gl.bindBuffer(gl.ARRAY_BUFFER, this.square);
        gl.enableVertexAttribArray(0);
        gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0);
    }

    private batch(instanced: boolean, count: number, columns: [number, number, Float32Array][]): Batch | null {
        if (!count) return null;
        const gl = this.gl,
            array = gl.createVertexArray()!,
            buffers: WebGLBuffer[] = [];
        gl.bindVertexArray(array);
        if (instanced) this.bindSquare();
        for (const [place, size, data] of columns) {
            const buffer = gl.createBuffer()!;
            buffers.push(buffer);
            gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
            gl.bufferData(gl.ARRAY_BUFFER, data, gl.STATIC_DRAW);
            gl.enableVertexAttribArray(place);
            gl.vertexAttribPointer(place, size, gl.FLOAT, false, 0, 0);
            if (instanced) gl.vertexAttribDivisor(place, 1);
        }
        gl.bindVertexArray(null);
        return { array, buffers, count };
    }

    private free(b: Batch | null): void {
        if (!b) return;
        b.buffers.forEach((buffer) => this.gl.deleteBuffer(buffer));
        this.gl.deleteVertexArray(b.array);
    }

    private freeAll(b: Built): void {
        [b.grains, b.contacts, b.wallLines, b.wallFaces, b.shapes, b.outlines, b.extras].forEach((x) => this.free(x));
    }

    // 0..1 by the range; of names the number of the name.
    private shares(frame: Frame, o: Options): Float32Array {
        const v = values(frame, o.color),
            names = field(frame, o.color).names,
            out = new Float32Array(v.length);
        const low = names ? 0 : o.range[0],
            high = names ? Math.max(1, names.length - 1) : o.range[1];
        for (let i = 0; i < v.length; i++) out[i] = (v[i] - low) / (high - low);
        return out;
    }

    private buildGrains(frame: Frame, o: Options, shaped: Map<number, number[]>): Batch | null {
        const n = count(frame),
            d = frame.dimension,
            x = numbers(frame, "x")!,
            r = numbers(frame, "radius")!;
        const turn = frame.array.get("orientation"),
            centre = new Float32Array(3 * n),
            body = new Float32Array(4 * n);
        const radius = new Float32Array(r);
        for (let i = 0; i < n; i++) {
            for (let k = 0; k < d; k++) centre[3 * i + k] = x[i * d + k];
            for (let k = 0; turn && k < turn.columns; k++) body[4 * i + k] = turn.data[i * turn.columns + k];
            if (!turn) body[4 * i] = d === 3 ? 1 : NaN;
            if (shaped.has(i)) radius[i] = 0;
        }
        return this.batch(true, n, [
            [1, 3, centre],
            [2, 1, radius],
            [3, 1, this.shares(frame, o)],
            [4, 4, body],
        ]);
    }

    private segments(list: Rows): Batch | null {
        return this.rows(true, list, [3, 3, 3, 4]);
    }

    private faces(list: Rows): Batch | null {
        return this.rows(false, list, [3, 3, 0, 4]);
    }

    // Width by the normal force, as in repose plot; contacts that slide are blue.
    private buildContacts(frame: Frame, o: Options, meanRadius: number): Batch | null {
        const a = numbers(frame, "contact.a"),
            b = numbers(frame, "contact.b"),
            fn = numbers(frame, "contact.fn");
        const points = frame.array.get("contact.point"),
            sliding = numbers(frame, "contact.sliding");
        if (!a || !b || !fn || !(o.meanForce > 0)) return null;
        const d = frame.dimension,
            first = fn.length - (points?.rows ?? 0),
            list = segmentRows();
        for (let c = 0; c < fn.length; c++) {
            const ratio = fn[c] / o.meanForce,
                i = rowOf(frame, a[c]);
            if (!(ratio >= 0.05) || i < 0) continue;
            const from = position(frame, i),
                width = (d === 2 ? 1 : 0.55) * meanRadius * Math.min(0.26 * ratio, 1.5);
            const touch =
                points && c >= first
                    ? ([0, 1, 2].map((k) => (k < d ? points.data[(c - first) * d + k] : 0)) as Vec)
                    : null;
            const other = b[c] >= 0 ? rowOf(frame, b[c]) : -1;
            const end = other >= 0 ? nearestImage(frame, position(frame, other), touch ?? from) : touch;
            if (!end) continue;
            const strong = Math.min(1, fn[c] / (3 * o.meanForce));
            const tint =
                sliding && sliding[c]
                    ? [0.05, 0.36, 0.75]
                    : o.dark
                      ? [0.98, 0.55 - 0.15 * strong, 0.25 - 0.1 * strong]
                      : [0.78 - 0.45 * strong, 0.33 - 0.31 * strong, 0.22 - 0.16 * strong];
            const form = [width, width, d === 3 ? 1 : 0, ...tint, 1];
            if (touch) list.add(...from, ...touch, ...form);
            if (!touch || other >= 0) list.add(...(touch ?? from), ...end, ...form);
        }
        return this.segments(list);
    }

    private buildWalls(frame: Frame, o: Options, b: Built, size: number): void {
        const x = numbers(frame, "wall.x"),
            end = numbers(frame, "wall.end"),
            normal = numbers(frame, "wall.normal");
        const d = frame.dimension,
            ink = o.dark ? [0.75, 0.77, 0.8] : [0.2, 0.22, 0.26],
            lines = segmentRows(),
            sides = faceRows();
        this.addDomain(frame, lines, ink);
        const at = (n: number): Vec => [x![n * d], x![n * d + 1], d === 3 ? x![n * d + 2] : 0];
        for (let n = 0, i = 0; x && end && normal && n < end.length; i = end[n++]) {
            const m: Vec = [normal[n * d], normal[n * d + 1], d === 3 ? normal[n * d + 2] : 0];
            if (d === 2) {
                const p = at(i),
                    q = at(i + 1),
                    back = p.map((v, k) => v - 0.012 * size * m[k]);
                const far = q.map((v, k) => v - 0.012 * size * m[k]);
                lines.add(...p, ...q, -2, -2, 0, ...ink, 1);
                for (const v of [p, q, far, p, far, back]) sides.add(...v, 0, 0, 1, ...ink, 0.22);
                continue;
            }
            for (let k = i + 1; k + 1 < end[n]; k++)
                for (const v of [i, k, k + 1])
                    sides.add(...at(v), ...m, 0.5, 0.58, 0.68, o.walls === "glass" ? 0.16 : 0.3);
            if (end.length < 400)
                for (let k = i; k < end[n]; k++)
                    lines.add(...at(k), ...at(k + 1 < end[n] ? k + 1 : i), -1, -1, 0, ...ink, 0.35);
        }
        b.wallLines = this.segments(lines);
        b.wallFaces = this.faces(sides);
    }

    // Where the world repeats itself: edges of the domain that lie in periodic sides.
    private addDomain(frame: Frame, lines: Rows, ink: number[]): void {
        const box = frame.domain,
            axes = frame.dimension === 3 ? [0, 1, 2] : [0, 1];
        if (!box) return;
        for (const along of axes) {
            const others = axes.filter((k) => k !== along);
            for (let n = 0; n < 1 << others.length; n++) {
                const p: Vec = [0, 0, 0];
                others.forEach((k, bit) => (p[k] = box[k + ((n >> bit) & 1 ? 3 : 0)]));
                if (!others.some((k) => frame.periodic[k])) continue;
                const q: Vec = [...p];
                p[along] = box[along];
                q[along] = box[3 + along];
                lines.add(...p, ...q, -1, -1, 0, ...ink, 0.6);
            }
        }
    }

    // Particles that are not round, facet by facet.
    private buildShapes(frame: Frame, o: Options, b: Built): Map<number, number[]> {
        const x = numbers(frame, "shape.x"),
            corner = numbers(frame, "shape.corner"),
            end = numbers(frame, "shape.end");
        const facets = facetsOf(frame);
        if (!x || !corner || !end) return facets;
        const d = frame.dimension,
            share = this.shares(frame, o),
            small = this.shrunk(o, frame),
            sides = faceRows(),
            lines = segmentRows(),
            pale = this.pale(o, frame);
        for (const [row, list] of facets) {
            const c = this.tint(share[row], o).map((v, k) => v + pale * (this.paper(o)[k] - v)),
                edge = [...c.map((v) => (o.dark ? v + 0.35 * (0.75 - v) : 0.55 * v)), 1],
                middle = position(frame, row);
            const at = (k: number): Vec =>
                [0, 1, 2].map((a) => (a < d ? middle[a] + small * (x[corner[k] * d + a] - middle[a]) : 0)) as Vec;
            for (const n of list) {
                const first = n ? end[n - 1] : 0,
                    m = d === 2 ? [0, 0, 1] : normal(at(first), at(first + 1), at(first + 2));
                for (let k = first + 1; k + 1 < end[n]; k++)
                    for (const v of [first, k, k + 1]) sides.add(...at(v), ...m, ...c, 1);
                for (let k = first; k < end[n]; k++)
                    lines.add(...at(k), ...at(k + 1 < end[n] ? k + 1 : first), -1.4, -1.4, 0, ...edge);
            }
        }
        b.shapes = this.faces(sides);
        b.outlines = this.segments(lines);
        return facets;
    }

    // Solid grains are drawn small where force chains are shown, as in repose plot: they would hide them.
    private shrunk(o: Options, frame: Frame): number {
        return o.forces && frame.dimension === 3 && numbers(frame, "contact.fn")?.length && o.meanForce > 0 ? 0.4 : 1;
    }

    private tint(share: number, o: Options): number[] {
        if (o.color === "plain") return this.plain(o);
        const n = 4 * Math.round(255 * Math.max(0, Math.min(1, share)));
        return [this.lut[n] / 255, this.lut[n + 1] / 255, this.lut[n + 2] / 255];
    }

    private plain(o: Options): number[] {
        return o.dark ? [0.5, 0.48, 0.45] : [0.8, 0.77, 0.71];
    }

    private paper(o: Options): number[] {
        return o.dark ? [0.067, 0.078, 0.098] : [1, 1, 1];
    }

    private pale(o: Options, frame: Frame): number {
        return o.forces && frame.dimension === 2 ? 0.55 : 0;
    }

    private buildExtras(frame: Frame, o: Options, meanRadius: number): Batch | null {
        const list = segmentRows(),
            v = numbers(frame, "velocity"),
            d = frame.dimension;
        const ink = o.dark ? [1, 1, 1] : [0.1, 0.11, 0.14];
        for (let i = 0; o.arrows && v && i < count(frame) && o.speedScale > 0; i++) {
            const p = position(frame, i),
                length = (6 * meanRadius) / o.speedScale;
            const q = p.map((c, k) => c + (k < d ? v[i * d + k] * length : 0));
            list.add(...p, ...q, 0.7 * meanRadius, 0, 0, ...ink, 0.8);
        }
        o.trails.slice(1).forEach((f, n) => this.addPaths(list, o.trails[n], f, (n + 1) / o.trails.length, o));
        for (let n = 0; n + 1 < o.trail.length; n++)
            list.add(...o.trail[n], ...o.trail[n + 1], -2.5, -2.5, 0, 0.9, 0.1, 0.35, 0.9);
        return this.segments(list);
    }

    // Where all grains went between two frames: the older, the paler.
    private addPaths(list: Rows, from: Frame, to: Frame, share: number, o: Options): void {
        const ids = numbers(to, "id"),
            ink = o.dark ? [0.95, 0.75, 0.3] : [0.55, 0.25, 0.05];
        for (let i = 0; i < count(to); i++) {
            const row = rowOf(from, ids ? ids[i] : i);
            if (row < 0) continue;
            const p = position(from, row),
                q = position(to, i);
            if (nearestImage(to, p, q) !== p) continue; // through a periodic side
            list.add(...p, ...q, -1.3, -1.3, 0, ...ink, 0.15 + 0.75 * share);
        }
    }

    private build(pane: number, frame: Frame, o: Options, box: Box): Built {
        const key = JSON.stringify([
            o.color,
            o.range,
            o.forces,
            o.walls,
            o.arrows,
            o.dark,
            o.trail,
            o.speedScale,
            o.meanForce,
            o.trails.map((f) => f.time),
        ]);
        const old = this.built[pane];
        if (old && old.frame === frame && old.key === key) return old;
        if (old) this.freeAll(old);
        const r = numbers(frame, "radius")!;
        let sum = 0;
        for (let i = 0; i < r.length; i++) sum += r[i];
        const b: Built = {
            frame,
            key,
            grains: null,
            contacts: null,
            wallLines: null,
            wallFaces: null,
            shapes: null,
            outlines: null,
            extras: null,
            meanRadius: r.length ? sum / r.length : 1,
        };
        const size = Math.max(...box.upper.map((v, k) => v - box.lower[k]));
        b.grains = this.buildGrains(frame, o, this.buildShapes(frame, o, b));
        if (o.forces) b.contacts = this.buildContacts(frame, o, b.meanRadius);
        if (o.walls !== "off") this.buildWalls(frame, o, b, size);
        b.extras = this.buildExtras(frame, o, b.meanRadius);
        this.built[pane] = b;
        return b;
    }

    // ---- drawing ----

    private place(p: WebGLProgram, name: string): WebGLUniformLocation | null {
        const key = `${Object.values(this.programs).indexOf(p)} ${name}`;
        if (!this.places.has(key)) this.places.set(key, this.gl.getUniformLocation(p, name));
        return this.places.get(key)!;
    }

    private use(name: string, v: View, shift: Vec): WebGLProgram {
        const gl = this.gl,
            p = this.programs[name];
        gl.useProgram(p);
        for (const [key, vec] of [
            ["right", v.right],
            ["up", v.up],
            ["toward", v.toward],
            ["target", v.target],
            ["shift", shift],
            ["scale", v.scale],
        ] as const)
            gl.uniform3fv(this.place(p, key), vec);
        gl.uniform1f(this.place(p, "pixel"), v.pixel);
        gl.uniform1f(this.place(p, "cut"), v.cut);
        gl.uniform1f(this.place(p, "back"), v.back);
        return p;
    }

    private drawGrains(b: Built, v: View, o: Options, shift: Vec, image: boolean): void {
        if (!b.grains) return;
        const gl = this.gl,
            solid = b.frame.dimension === 3,
            p = this.use(solid ? "solid" : "flat", v, shift);
        gl.uniform1f(this.place(p, "size"), this.shrunk(o, b.frame));
        gl.uniform1f(this.place(p, "pale"), image ? 0.6 : this.pale(o, b.frame));
        gl.uniform1f(this.place(p, "scaleDepth"), v.scale[2]);
        gl.uniform1i(this.place(p, "mapped"), o.color === "plain" ? 0 : 1);
        gl.uniform1i(this.place(p, "marks"), o.marks ? 1 : 0);
        gl.uniform3fv(this.place(p, "plain"), this.plain(o));
        gl.uniform3fv(this.place(p, "paper"), this.paper(o));
        gl.bindTexture(gl.TEXTURE_2D, this.map);
        gl.bindVertexArray(b.grains.array);
        gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, b.grains.count);
    }

    private drawSegments(batch: Batch | null, v: View, shift: Vec, front: number): void {
        if (!batch) return;
        const gl = this.gl,
            p = this.use("segment", v, shift);
        gl.uniform1f(this.place(p, "front"), front);
        gl.bindVertexArray(batch.array);
        gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, batch.count);
    }

    private drawFaces(batch: Batch | null, v: View, shift: Vec, lit: boolean, hideFront: boolean): void {
        if (!batch) return;
        const gl = this.gl,
            p = this.use("face", v, shift);
        gl.uniform1i(this.place(p, "lit"), lit ? 1 : 0);
        gl.uniform1i(this.place(p, "hideFront"), hideFront ? 1 : 0);
        gl.uniform1f(this.place(p, "front"), 0);
        gl.bindVertexArray(batch.array);
        gl.drawArrays(gl.TRIANGLES, 0, batch.count);
    }

    private shifts(frame: Frame, o: Options): Vec[] {
        const list: Vec[] = [[0, 0, 0]];
        if (!o.images || !frame.domain) return list;
        const steps = [0, 1, 2].map((k) => (frame.periodic[k] && k < frame.dimension ? [-1, 0, 1] : [0]));
        for (const i of steps[0])
            for (const j of steps[1])
                for (const k of steps[2])
                    if (i || j || k) list.push(imageShift(frame, [i, j, k]));
        return list;
    }

    draw(pane: number, area: Pane, frame: Frame, box: Box, camera: Camera, o: Options): void {
        const gl = this.gl,
            solid = frame.dimension === 3,
            b = this.build(pane, frame, o, box);
        const v = viewOf(frame, box, camera, area, o);
        gl.viewport(area.left, area.bottom, area.width, area.height);
        gl.enable(gl.SCISSOR_TEST);
        gl.scissor(area.left, area.bottom, area.width, area.height);
        const paper = this.paper(o);
        gl.clearColor(paper[0], paper[1], paper[2], 1);
        gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
        gl.enable(gl.BLEND);
        gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
        gl[solid ? "enable" : "disable"](gl.DEPTH_TEST);
        const whole = { ...v, back: -1e30 }; // a slice is of grains, walls stay
        if (!solid) this.drawFaces(b.wallFaces, whole, [0, 0, 0], false, false);
        for (const shift of this.shifts(frame, o)) {
            const image = shift.some((s) => s !== 0);
            this.drawFaces(b.shapes, v, shift, solid, false);
            this.drawSegments(b.outlines, v, shift, solid ? 0.01 * b.meanRadius : 0);
            this.drawGrains(b, v, o, shift, image);
            this.drawSegments(b.contacts, v, shift, solid ? 0.2 * b.meanRadius : 0);
        }
        this.drawSegments(b.extras, v, [0, 0, 0], solid ? 1.5 * b.meanRadius : 0);
        gl.depthMask(false);
        if (solid) this.drawFaces(b.wallFaces, whole, [0, 0, 0], true, o.walls === "cut");
        this.drawSegments(b.wallLines, whole, [0, 0, 0], 0);
        gl.depthMask(true);
        gl.bindVertexArray(null);
    }

    // Waits until all is drawn.
    finish(): void {
        this.gl.readPixels(0, 0, 1, 1, this.gl.RGBA, this.gl.UNSIGNED_BYTE, new Uint8Array(4));
    }

    // The frames of panes that are gone.
    keep(panes: number): void {
        for (const b of this.built.splice(panes)) if (b) this.freeAll(b);
    }
}

export interface View {
    right: Vec;
    up: Vec;
    toward: Vec;
    target: Vec;
    scale: Vec;
    pixel: number; // m
    cut: number; // m along `toward`: what lies in front of it is not drawn
    back: number; // and what lies behind this
    area: Pane;
}

// How thick a slice is: two mean diameters.
function sliceOf(frame: Frame): number {
    const r = numbers(frame, "radius")!;
    let sum = 0;
    for (let i = 0; i < r.length; i++) sum += r[i];
    return r.length ? (4 * sum) / r.length : 0;
}

export function viewOf(frame: Frame, box: Box, camera: Camera, area: Pane, o: Options): View {
    const { right, up, toward } = directions(frame, camera);
    const half = (axis: Vec) =>
        0.5 * [0, 1, 2].reduce((s, k) => s + Math.abs(axis[k]) * (box.upper[k] - box.lower[k]), 0);
    const width = Math.max(half(right), 1e-12),
        height = Math.max(half(up), 1e-12),
        depth = half(toward);
    const perMetre = camera.zoom * 0.93 * Math.min(area.width / (2 * width), area.height / (2 * height));
    const middle = box.lower.map((v, k) => 0.5 * (v + box.upper[k])) as Vec;
    const reach = depth + width + height,
        offset = dot(middle, toward) - dot(camera.target, toward);
    const front = o.cut > 0 || o.slice ? offset + depth * (1 - 2 * o.cut) : 1e30;
    return {
        right,
        up,
        toward,
        target: camera.target,
        area,
        pixel: 1 / perMetre,
        scale: [(2 * perMetre) / area.width, (2 * perMetre) / area.height, 1 / (4 * reach)],
        cut: front,
        back: o.slice && frame.dimension === 3 ? front - sliceOf(frame) : -1e30,
    };
}

// How near the reader the facets of a grain come at a point of the picture (m along `toward`); -Infinity: not there.
function facetDepth(frame: Frame, facets: number[], v: View, px: number, py: number): number {
    const x = numbers(frame, "shape.x")!,
        corner = numbers(frame, "shape.corner")!,
        end = numbers(frame, "shape.end")!,
        d = frame.dimension;
    const at = (k: number): Vec => {
        const p = [0, 1, 2].map((a) => (a < d ? x[corner[k] * d + a] : 0) - v.target[a]) as Vec;
        return [dot(p, v.right) - px, dot(p, v.up) - py, dot(p, v.toward)];
    };
    let nearest = -Infinity;
    for (const n of facets) {
        const first = n ? end[n - 1] : 0;
        let inside = false;
        for (let k = first; k < end[n]; k++) {
            const p = at(k),
                q = at(k + 1 < end[n] ? k + 1 : first);
            if (p[1] > 0 !== q[1] > 0 && p[0] - (p[1] * (q[0] - p[0])) / (q[1] - p[1]) > 0) inside = !inside;
        }
        const p = at(first),
            m = normal(p, at(first + 1), at(first + 2));
        if (inside) nearest = Math.max(nearest, m[2] === 0 ? p[2] : dot(p, m) / m[2]);
    }
    return nearest;
}

// The grain under a point of the pane (pixels from its lower left corner): its row, or -1.
export function pick(frame: Frame, v: View, px: number, py: number): number {
    const x = (px - v.area.width / 2) * v.pixel + dot(v.target, v.right),
        y = (py - v.area.height / 2) * v.pixel + dot(v.target, v.up),
        z0 = dot(v.target, v.toward);
    const r = numbers(frame, "radius")!,
        c = numbers(frame, "x")!,
        d = frame.dimension,
        facets = facetsOf(frame);
    let best = -1,
        nearest = -Infinity;
    for (let i = 0; i < r.length; i++) {
        const a = c[i * d],
            b = c[i * d + 1],
            e = d === 3 ? c[i * d + 2] : 0,
            dx = a * v.right[0] + b * v.right[1] + e * v.right[2] - x,
            dy = a * v.up[0] + b * v.up[1] + e * v.up[2] - y,
            inside = r[i] * r[i] - dx * dx - dy * dy;
        if (inside < 0) continue;
        const z = a * v.toward[0] + b * v.toward[1] + e * v.toward[2] - z0,
            own = facets.get(i);
        const near = own
            ? facetDepth(frame, own, v, x - dot(v.target, v.right), y - dot(v.target, v.up))
            : z + Math.sqrt(inside);
        if (z > v.cut || z < v.back || near <= nearest) continue;
        nearest = near;
        best = i;
    }
    return best;
}
