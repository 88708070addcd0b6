// Text that was deflated and written in base 85, as views/deflated.py does it.

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%,()*+-;.=/?@^_`{|}~";
// Notebook 6 brings a `String.prototype.at` of its own, an early draft that counts from the beginning alone.
const LAST = DIGITS[DIGITS.length - 1]!;

/** Inflates; rejects if the text is damaged. */
export async function inflateText(text: string): Promise<string> {
  const stream = new Blob([decoded(text.trim())]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).text();
}

/** Five digits are four bytes; the last group can be shorter, and is one byte less. */
function decoded(text: string): Uint8Array<ArrayBuffer> {
  const values = new Map([...DIGITS].map((digit, value) => [digit, value]));
  const groups = Math.ceil(text.length / 5);
  const bytes = new DataView(new ArrayBuffer(4 * groups));
  const whole = text.padEnd(5 * groups, LAST);
  for (let group = 0; group < groups; group++) {
    let number = 0;
    for (let at = 5 * group; at < 5 * group + 5; at++) number = 85 * number + values.get(whole[at]!)!;
    bytes.setUint32(4 * group, number);
  }
  return new Uint8Array(bytes.buffer, 0, Math.floor((4 * text.length) / 5));
}
