// The reports that the Python tests read too.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ReportDocument } from "../src/report";

export function report(name: string): ReportDocument {
  return JSON.parse(readFileSync(join(process.env.JAXLAB_REPORTS!, `${name}.json`), "utf8"));
}
