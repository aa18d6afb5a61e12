// The viewer in Chromium: node _viewer.mjs NODE_MODULES CHROMIUM REPORT RUN_URL SIDE_URL LIVE_URL GOING_URL
// BOXES_URL CELL_URL
// Prints "ok WHAT" or "FAILED: WHAT" a line.
import { createRequire } from "node:module";
const [modules, executablePath, report, runUrl, sideUrl, liveUrl, goingUrl, boxesUrl, cellUrl] = process.argv.slice(2);
const { chromium } = createRequire(`${modules}/package.json`)("playwright-core");

const check = (good, what) => console.log(good ? `ok ${what}` : `FAILED: ${what}`);
const browser = await chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
});
const context = await browser.newContext({ viewport: { width: 700, height: 500 }, colorScheme: "light" });
const requests = [],
    complaints = [];

async function open(url) {
    const page = await context.newPage();
    page.on("request", (r) => requests.push(r.url()));
    page.on("console", (m) => ["error", "warning"].includes(m.type()) && complaints.push(m.text()));
    page.on("pageerror", (e) => complaints.push(e.message));
    await page.goto(url);
    await page.waitForSelector("body[data-ready], .failed", { timeout: 60000 });
    return page;
}

// Two frames of the browser: what was changed is drawn.
const drawn = (page) => page.evaluate(() => new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r))));
const inspect = (page) => page.evaluate(() => JSON.parse(JSON.stringify(window.repose.inspect())));

// Middle and number of the pixels of a colour, in the picture or in this share of it from above.
const find = (page, rgb, below = 1) =>
    page.evaluate(
        ([[r, g, b], below]) => {
            const gl = document.querySelector(".picture canvas"),
                c = document.createElement("canvas");
            c.width = gl.width;
            c.height = gl.height;
            const draw = c.getContext("2d");
            draw.drawImage(gl, 0, 0);
            const p = draw.getImageData(0, 0, c.width, c.height).data;
            let n = 0,
                x = 0,
                y = 0;
            for (let i = 0; i < below * p.length; i += 4)
                if (Math.abs(p[i] - r) + Math.abs(p[i + 1] - g) + Math.abs(p[i + 2] - b) < 12) {
                    n++;
                    x += (i / 4) % c.width;
                    y += Math.floor(i / 4 / c.width);
                }
            return { n, x: x / n, y: y / n };
        },
        [rgb, below],
    );
const BLUE = [0, 115, 179],
    RED = [214, 94, 0]; // the first two of the palette of src/output/color.c

// ---- a report from a file, without network ----

let page = await open(`file://${report}`);
check((await page.title()) === "Four discs – Repose", "the title of the scene");
await page.selectOption("select[data-color]", "material");
await page.click("button[data-toggle=marks]").catch(() => {});
await drawn(page);
const blue = await find(page, BLUE),
    red = await find(page, RED);
// The middle of the two blue discs is (0.02, 0.02), at the end; the red disc stands at (0.1, 0.02). Rounding: a pixel.
check(
    red.n > 500 && Math.abs(red.y - blue.y) < 1.5 && red.x > blue.x,
    `the red disc stands to the right: ${red.x} ${red.y}, ${blue.x} ${blue.y}`,
);
// Areas: 0.02^2 to 2 * 0.01^2; rims are darker, a tenth of each radius, so their share is the same.
check(Math.abs(red.n / blue.n - 2) < 0.15, `areas are 2 to 1: ${red.n / blue.n}`);
const radius = Math.sqrt(red.n / Math.PI / 0.81); // pixels of 0.02 m: 0.9^2 of the disc is within its rim
check(Math.abs((red.x - blue.x) / radius - 4) < 0.25, `and 0.08 m away: ${(red.x - blue.x) / radius} radii of 0.02 m`);

await page.keyboard.press("Home");
await page.waitForFunction(() => window.repose.inspect().time[0] === 0);
await drawn(page);
const before = await find(page, BLUE);
check(
    Math.abs((blue.x - before.x) / radius - 1) < 0.2,
    `scrubbing moves the blue discs by 0.02 m: ${(blue.x - before.x) / radius}`,
);

const place = await page.evaluate(() => {
    const c = document.querySelector(".picture canvas"),
        r = c.getBoundingClientRect();
    return { left: r.left, top: r.top, ratio: c.width / r.width };
});
await page.mouse.click(place.left + red.x / place.ratio, place.top + red.y / place.ratio);
check(
    await page
        .locator(".grain h2")
        .innerText()
        .then((t) => t.startsWith("Grain 2")),
    "a click tells the id",
);
check((await page.locator(".grain").innerText()).includes("steel"), "and the material");
await page.waitForSelector(".grain .u-wrap canvas", { timeout: 20000 });
check(true, "and its history, as a plot");
await page.keyboard.press("End");
await page.keyboard.press("t");
await page.waitForFunction(() => window.repose.inspect().trails === 5, null, { timeout: 20000 });
check(true, "paths go through all five frames");
await page.keyboard.press("t");
await page.keyboard.press("Home");
await page.waitForFunction(() => window.repose.inspect().time[0] === 0);
const command = await page.evaluate(() => window.repose.command());
check(/^repose plot .* frame --time 0 --color material$/.test(command), `the view as a command: ${command}`);
check(
    requests.every((u) => u.startsWith("file:") || u.startsWith("data:") || u.startsWith("blob:")),
    `no request leaves: ${requests}`,
);
await page.close();

// ---- the server ----

page = await open(runUrl);
check((await inspect(page)).frames === 5, "frames from the server");
await page.close();
page = await context.newPage();
await page.goto(runUrl.replace(/token=./, "token=x"));
check((await page.locator("body").innerText()).includes("wrong token"), "another token shows nothing");
await page.close();

// ---- side by side ----

page = await open(sideUrl);
let state = await inspect(page);
check(state.panes === 2 && state.time[0] === state.time[1], `two runs at one time: ${state.time}`);
await page.keyboard.press("Home");
await page.waitForFunction(() => window.repose.inspect().time.every((t) => t === 0));
await page.keyboard.press("+");
await drawn(page);
state = await inspect(page);
check(state.time.every((t) => t === 0) && state.camera.zoom === 1.25, "one time and one camera for both");
check((await page.locator(".label").count()) === 2, "each has its label");
// The scene is twice as wide as high: on a wide page pictures one above the other are larger than side by side.
const side = state.pixel;
await page.setViewportSize({ width: 1280, height: 800 });
await page.waitForFunction(() => {
    const at = [...document.querySelectorAll(".label")].map((l) => l.getBoundingClientRect());
    return at.length === 2 && at[0].left === at[1].left && at[0].top < at[1].top;
});
check((await inspect(page)).pixel < side / 1.25, "the arrangement with the largest pictures");
// Nothing is drawn where the bar of colours stands.
const under = await page.evaluate(() => {
    const gl = document.querySelector(".picture canvas"),
        c = document.createElement("canvas"),
        bar = document.querySelector(".bar").getBoundingClientRect(),
        at = gl.getBoundingClientRect(),
        ratio = gl.width / at.width;
    c.width = gl.width;
    c.height = gl.height;
    c.getContext("2d").drawImage(gl, 0, 0);
    const place = [0, bar.top - at.top, at.width, bar.height].map((v) => v * ratio);
    const p = c.getContext("2d").getImageData(...place).data;
    return { n: p.length, drawn: p.filter((v, k) => v !== p[k % 4]).length };
});
check(under.n > 1000 && under.drawn === 0, `the bar of colours covers no grain: ${JSON.stringify(under)}`);
await page.setViewportSize({ width: 700, height: 500 });
await page.close();

// ---- live ----

page = await open(liveUrl);
const first = await page.evaluate(() => Number(document.body.dataset.step ?? 0));
await page.waitForFunction((n) => Number(document.body.dataset.step) > n, first, { timeout: 60000 });
check(true, "a live scene goes on");
await page.click(".live button >> nth=0");
await page.waitForFunction(() => document.body.dataset.paused === "1", null, { timeout: 60000 });
const paused = await page.evaluate(() => Number(document.body.dataset.step));
await page.click(".live button >> nth=1");
await page.waitForFunction((n) => Number(document.body.dataset.step) === n + 1, paused, { timeout: 60000 });
check(true, "it pauses, and does one step");
// The scene marks gravity, the speed of the floor and friction.
check((await page.locator(".slide").count()) === 3, "sliders for what the scene marks");
await page.locator(".slide input").first().fill("5");
await page.waitForFunction(() => window.repose.inspect().sliders[0] === 5, null, { timeout: 60000 });
check((await page.locator(".slide output").first().innerText()) === "5 m/s²", "a slider sets gravity, and says it");
await page.close();

// ---- a run that goes on in another process, and has the summary of an earlier end ----

page = await open(goingUrl);
const there = (await inspect(page)).frames;
check((await page.locator(".warnings").innerText()).includes("goes on"), "a resumed run goes on");
await page.waitForFunction((n) => window.repose.inspect().frames > n, there, { timeout: 60000 });
check(true, "and its new frames come");
await page.close();

// ---- polyhedra: faces are drawn and picked, not the spheres about them ----

page = await open(boxesUrl);
await page.selectOption("select[data-color]", "material");
await drawn(page);
const [bar, cube] = await page.evaluate(() => [0, 1].map((id) => window.repose.inspect().at(id)));
const tell = async ([x, y]) => {
    await page.mouse.click(x, y);
    return (await page.locator(".grain").isVisible()) ? page.locator(".grain h2").innerText() : "";
};
check((await tell(cube)).startsWith("Grain 1"), "a cube within the sphere about a bar is picked");
check((await tell(bar)).startsWith("Grain 0"), "and the bar at its middle");
check((await tell([2 * bar[0] - cube[0], 2 * bar[1] - cube[1]])) === "", "beside its faces there is nothing");
// The three faces of the cube that are seen have the light of shaders: one colour each, redder than blue.
const faces = await page.evaluate(([x, y]) => {
    const gl = document.querySelector(".picture canvas"),
        r = gl.getBoundingClientRect(),
        ratio = gl.width / r.width,
        c = document.createElement("canvas");
    c.width = gl.width;
    c.height = gl.height;
    const draw = c.getContext("2d");
    draw.drawImage(gl, 0, 0);
    const side = 0.01 / window.repose.inspect().pixel;
    const p = draw.getImageData((x - r.left) * ratio - side, (y - r.top) * ratio - side, 2 * side, 2 * side).data;
    const seen = new Map();
    for (let i = 0; i < p.length; i += 4)
        if (p[i] > 1.5 * p[i + 2]) seen.set(p[i] >> 2, (seen.get(p[i] >> 2) ?? 0) + 1);
    return [...seen.values()].filter((n) => n > 0.03 * side * side).length;
}, cube);
check(faces >= 3, `a cube shows three faces: ${faces}`);
await page.close();

// ---- a cell that shears: the image across its upper side stands further to the right ----

page = await open(cellUrl);
await page.selectOption("select[data-color]", "material");
await page.click("button[data-toggle=marks]").catch(() => {});
await page.keyboard.press("p");
for (let n = 0; n < 5; n++) await page.keyboard.press("-");
await drawn(page);
const own = await find(page, RED);
check(own.n > 100, `the disc itself: ${own.n} pixels`);
const paleRed = RED.map((v) => Math.round(v + 0.6 * (255 - v)));
// The three images of the row above: their middle is that of the disc, moved by the offset. Rounding: a pixel.
const size = await page.evaluate(() => document.querySelector(".picture canvas").height);
const perMetre = 1 / (await inspect(page)).pixel;
const above = await find(page, paleRed, (own.y - 0.05 * perMetre) / size);
check(
    above.n > 300 && Math.abs((above.x - own.x) / perMetre - 0.03) < 0.001 + 1.5 / perMetre,
    `images above are ${(above.x - own.x) / perMetre} m to the right, ${(own.y - above.y) / perMetre} m up`,
);
await page.close();

// ---- fingers: two apart by twice as much zoom by two, about their middle; two that go together move ----

const phone = await browser.newContext({ viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true });
page = await phone.newPage();
page.on("pageerror", (e) => complaints.push(e.message));
await page.goto(`file://${report}`);
await page.waitForSelector("body[data-ready]");
const fingers = await phone.newCDPSession(page);
const touch = (type, ...points) =>
    fingers.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
const middle = await page.evaluate(() => {
    const r = document.querySelector(".picture canvas").getBoundingClientRect();
    return [r.left + 0.4 * r.width, r.top + 0.5 * r.height];
});
const grain = () => page.evaluate(() => window.repose.inspect().at(2));
await drawn(page);
const start = await grain();
await touch("touchStart", [middle[0] - 40, middle[1]], [middle[0] + 40, middle[1]]);
for (let n = 1; n <= 10; n++)
    await touch("touchMove", [middle[0] - 40 - 4 * n, middle[1]], [middle[0] + 40 + 4 * n, middle[1]]);
await drawn(page);
const zoomed = await grain();
const zoom = (await inspect(page)).camera.zoom;
check(Math.abs(zoom - 2) < 0.02, `two fingers zoom: ${zoom}`);
// Events of the two fingers come one after the other: a pixel or two of the middle.
check(
    Math.abs(zoomed[0] - middle[0] - 2 * (start[0] - middle[0])) < 3 && Math.abs(zoomed[1] - start[1]) < 3,
    `about their middle: ${start} to ${zoomed}`,
);
await touch("touchMove", [middle[0] - 80 + 30, middle[1] + 20], [middle[0] + 80 + 30, middle[1] + 20]);
await drawn(page);
const moved = await grain();
check(
    Math.abs(moved[0] - zoomed[0] - 30) < 4 && Math.abs(moved[1] - zoomed[1] - 20) < 4,
    `and move: ${moved[0] - zoomed[0]}, ${moved[1] - zoomed[1]}`,
);
await touch("touchEnd");
const wide = await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
check(wide, "nothing is wider than a phone");
await phone.close();

check(complaints.length === 0, `no errors on the console: ${complaints}`);
await browser.close();
