// Bundles the explorer into the Python package: one classic script that a notebook's output can carry.
import { build } from "esbuild";

const outfile = new URL("../jaxlab/views/static/explorer.js", import.meta.url).pathname;

await build({
  entryPoints: [new URL("src/entry.ts", import.meta.url).pathname],
  outfile: decodeURIComponent(outfile),
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2022",
  charset: "utf8",
  loader: { ".css": "text" },
  legalComments: "none",
});
