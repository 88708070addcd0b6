// Bundles the explorer into the Python package: a classic script that a notebook's output can carry deflated, a small one
// that inflates it, and a module for the widget.
import { build, transform } from "esbuild";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

const styleAsText = {
  name: "style-as-text",
  setup({ onLoad }) {
    onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const { code } = await transform(await readFile(path, "utf8"), { loader: "css", minify: true });
      return { contents: code.trim(), loader: "text" };
    });
  },
};

const common = {
  outdir: here("../jaxlab/views/static"),
  bundle: true,
  minify: true,
  target: "es2022",
  charset: "utf8",
  plugins: [styleAsText],
  legalComments: "none",
};

await build({ ...common, format: "iife", entryPoints: { explorer: here("src/entry.ts"), loader: here("src/loader.ts") } });
await build({ ...common, format: "esm", entryPoints: { widget: here("src/widget.ts") } });
