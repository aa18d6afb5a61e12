// Plots by uPlot: one style for all, dark and light, with a line at the time that is shown.
import uPlot from "uplot";

export interface Curve {
    label: string;
    y: ArrayLike<number>;
    color: string;
    dash?: number[];
    width?: number;
}

export interface PlotOptions {
    xLabel: string;
    yLabel: string;
    logY?: boolean;
    height?: number;
    onTime?: (t: number) => void; // a click at a time
}

export interface Plot {
    element: HTMLElement;
    mark(t: number): void;
    resize(): void;
    destroy(): void;
}

function short(v: number): string {
    if (v === 0) return "0";
    const a = Math.abs(v);
    return a >= 1e5 || a < 1e-3 ? v.toExponential(0).replace("e+", "e") : String(Number(v.toPrecision(4)));
}

export function makePlot(host: HTMLElement, x: ArrayLike<number>, curves: Curve[], o: PlotOptions): Plot {
    const style = getComputedStyle(document.documentElement);
    const ink = style.getPropertyValue("--ink").trim(),
        line = style.getPropertyValue("--line").trim();
    const accent = style.getPropertyValue("--accent").trim();
    const element = document.createElement("div");
    element.className = "plot";
    host.append(element);
    let time = NaN;
    const axis = {
        stroke: ink,
        grid: { stroke: line, width: 1 },
        ticks: { stroke: line, width: 1 },
        labelSize: 18,
        font: "11px system-ui, sans-serif",
        labelFont: "12px system-ui, sans-serif",
        labelGap: 0,
    };
    const plot = new uPlot(
        {
            width: Math.max(200, host.clientWidth),
            height: o.height ?? 190,
            scales: { x: { time: false }, y: o.logY ? { distr: 3 } : {} },
            axes: [
                { ...axis, label: o.xLabel, size: 34, values: (_u, v) => v.map(short) },
                { ...axis, label: o.yLabel, size: 52, values: (_u, v) => v.map((n) => (n === null ? "" : short(n))) },
            ],
            legend: { show: curves.length > 1, live: false },
            cursor: { drag: { x: false, y: false }, points: { size: 6 } },
            series: [
                {},
                ...curves.map((c) => ({
                    label: c.label,
                    stroke: c.color,
                    width: c.width ?? 1.6,
                    dash: c.dash,
                    points: { show: x.length < 3 },
                })),
            ],
            hooks: {
                draw: [
                    (u: uPlot) => {
                        if (!Number.isFinite(time)) return;
                        const at = u.valToPos(time, "x", true),
                            slack = 2 * devicePixelRatio;
                        if (at < u.bbox.left - slack || at > u.bbox.left + u.bbox.width + slack) return;
                        u.ctx.save();
                        u.ctx.strokeStyle = accent;
                        u.ctx.lineWidth = 1.5 * devicePixelRatio;
                        u.ctx.beginPath();
                        u.ctx.moveTo(at, u.bbox.top);
                        u.ctx.lineTo(at, u.bbox.top + u.bbox.height);
                        u.ctx.stroke();
                        u.ctx.restore();
                    },
                ],
            },
        },
        [x, ...curves.map((c) => c.y)] as unknown as uPlot.AlignedData,
        element,
    );
    if (o.onTime) {
        plot.over.style.cursor = "ew-resize";
        plot.over.addEventListener("pointerdown", (e) => {
            const move = (event: PointerEvent) =>
                o.onTime!(plot.posToVal(event.clientX - plot.over.getBoundingClientRect().left, "x"));
            move(e);
            const stop = () => {
                window.removeEventListener("pointermove", move);
                window.removeEventListener("pointerup", stop);
            };
            window.addEventListener("pointermove", move);
            window.addEventListener("pointerup", stop);
        });
    }
    return {
        element,
        mark(t) {
            time = t;
            plot.redraw(false);
        },
        resize() {
            plot.setSize({ width: Math.max(200, host.clientWidth), height: o.height ?? 190 });
        },
        destroy() {
            plot.destroy();
            element.remove();
        },
    };
}
