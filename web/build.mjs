// Bundles src/ into one HTML page and writes it as a C source that the library is linked with.
//
//   node build.mjs NODE_MODULES page.c
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const [modules, output] = process.argv.slice(2);
const here = dirname(fileURLToPath(import.meta.url));
const esbuild = createRequire(join(modules, "package.json"))("esbuild");

async function bundle(entry) {
    const built = await esbuild.build({
        entryPoints: [join(here, "src", entry)],
        nodePaths: [modules],
        bundle: true,
        minify: true,
        write: false,
        format: "iife",
        target: "es2022",
        charset: "utf8",
        legalComments: "none",
    });
    return built.outputFiles[0].text.trim();
}

const [script, style] = await Promise.all([bundle("main.ts"), bundle("style.css")]);
const notice = "<!-- uPlot (MIT), copyright Leon Sorokin -->";
const page = readFileSync(join(here, "src/index.html"), "utf8")
    .replace("/*style*/", () => style)
    .replace("/*script*/", () => script)
    .replace("<!--notice-->", () => notice);
const bytes = Buffer.from(page + "\0");
let code = '/* Made from web/ by web/build.mjs. */\n#include "view/page.h"\nconst char rp_page_bytes[] = {';
for (let n = 0; n < bytes.length; n++)
    code += (n % 24 ? "" : "\n") + (bytes[n] > 127 ? bytes[n] - 256 : bytes[n]) + ",";
writeFileSync(output, code + "\n};\n");
