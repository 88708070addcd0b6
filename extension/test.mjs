// Runs tests/*.test.ts under Node's test runner, bundled first because Node 20 reads no TypeScript.
import { build } from "esbuild";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const tests = fileURLToPath(new URL("tests/", import.meta.url));
const output = mkdtempSync(join(tmpdir(), "jaxlab-extension-"));
const entryPoints = readdirSync(tests).filter((name) => name.endsWith(".test.ts")).map((name) => join(tests, name));

await build({ entryPoints, outdir: output, bundle: true, platform: "node", format: "esm", outExtension: { ".js": ".mjs" }, sourcemap: "inline" });
const compiled = entryPoints.map((path) => join(output, path.slice(tests.length).replace(/\.ts$/, ".mjs")));
const { status } = spawnSync(process.execPath, ["--enable-source-maps", "--test", ...compiled], {
  stdio: "inherit",
  env: { ...process.env, JAXLAB_REPORTS: fileURLToPath(new URL("../tests/reports/", import.meta.url)) },
});
rmSync(output, { recursive: true });
process.exit(status ?? 1);
