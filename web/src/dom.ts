// Elements in one line: h("button", { class: "small", onclick: f }, "Play").
type Props = Record<string, unknown>;
type Child = Node | string | null | undefined | false;

export function h<K extends keyof HTMLElementTagNameMap>(
    tag: K,
    props: Props = {},
    ...children: Child[]
): HTMLElementTagNameMap[K] {
    const e = document.createElement(tag);
    for (const [key, value] of Object.entries(props)) {
        if (key.startsWith("on")) e.addEventListener(key.slice(2), value as EventListener);
        else if (key === "value") (e as unknown as HTMLInputElement).value = String(value);
        else if (value !== false && value !== undefined) e.setAttribute(key, value === true ? "" : String(value));
    }
    for (const c of children) if (c) e.append(c);
    return e;
}

export function choice(names: string[], value: string, change: (v: string) => void, what: string): HTMLSelectElement {
    const s = h(
        "select",
        { "aria-label": what, onchange: () => change(s.value) },
        ...names.map((n) => h("option", { value: n }, n.replace(/_/g, " "))),
    );
    s.value = value;
    return s;
}
