// Tables of numbers as runs write them: names, units ("# s,J"), rows. A row whose end is missing is left out.

export interface Table {
    names: string[];
    units: Map<string, string>;
    rows: number;
    column: Map<string, Float64Array>;
}

export function parseTable(text: string): Table {
    const lines = text
        .slice(0, text.lastIndexOf("\n") + 1)
        .split("\n")
        .filter((l) => l.length);
    const names = (lines[0] ?? "").split(",");
    const hasUnits = (lines[1] ?? "").startsWith("#");
    const units = new Map<string, string>();
    if (hasUnits)
        lines[1]
            .slice(1)
            .split(",")
            .forEach((u, k) => units.set(names[k], u.trim()));
    const body = lines.slice(hasUnits ? 2 : 1);
    const column = new Map(names.map((name) => [name, new Float64Array(body.length)]));
    body.forEach((line, n) => {
        const cells = line.split(",");
        names.forEach((name, k) => {
            column.get(name)![n] = cells[k] === undefined ? NaN : Number(cells[k]);
        });
    });
    return { names, units, rows: body.length, column };
}

// "granular temperature (m²/s²)"; a unit of 1 is left out.
export function label(name: string, unit: string | undefined): string {
    const words = name.replace(/_/g, " ");
    const shown = pretty(unit ?? "");
    return shown ? `${words} (${shown})` : words;
}

// m/s^2 as m/s²; a pure number has none.
export function pretty(unit: string): string {
    return unit === "1" ? "" : unit.replace(/\^2/g, "²").replace(/\^3/g, "³");
}

export function format(value: number | null | undefined): string {
    if (value === null || value === undefined || Number.isNaN(value)) return "–";
    if (Number.isInteger(value) && Math.abs(value) < 1e9) return String(value);
    if (value !== 0 && (Math.abs(value) < 1e-3 || Math.abs(value) >= 1e6))
        return value.toExponential(3).replace("e", " e");
    return String(Number(value.toPrecision(5)));
}
