// What views/payload.py packs, unpacked.
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
  const bytes = Uint8Array.from(atob(base64.trim()), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text()) as Payload;
}
