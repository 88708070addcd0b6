// What views/payload.py packs, unpacked.
import { inflateText } from "./inflate";
import type { LineState, ReportDocument } from "./report";

export interface Payload {
  document: ReportDocument;
  /** What became of each line of the cell that holds code, by line number. */
  line_states: Record<string, LineState>;
  /** Says that listings were cut; empty otherwise. */
  notice: string;
}

/** Inflates a payload; rejects if it is damaged. */
export async function inflate(base64: string): Promise<Payload> {
  return JSON.parse(await inflateText(base64)) as Payload;
}
