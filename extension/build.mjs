// Bundles the explorer into the Python package: a classic script that a notebook's output can carry deflated, and a small
// one that inflates it.
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

await build({
  entryPoints: { explorer: here("src/entry.ts"), loader: here("src/loader.ts") },
  outdir: here("../jaxlab/views/static"),
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2022",
  charset: "utf8",
  plugins: [styleAsText],
  legalComments: "none",
});
