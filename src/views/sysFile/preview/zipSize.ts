const END = 0x06_05_4b_50;
const CENTRAL = 0x02_01_4b_50;
const END_BYTES = 22;
const CENTRAL_BYTES = 46;

/** What the parts of an archive come to once they are inflated, by its directory; undefined of what is no plain archive. */
export function zipSize(bytes: Uint8Array): number | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = bytes.byteLength - END_BYTES;
  if (end < 0 || view.getUint32(end, true) !== END) return undefined;
  const [count, start] = [view.getUint16(end + 10, true), view.getUint32(end + 16, true)];
  let [at, sum] = [start, 0];
  for (let left = count; left > 0; left -= 1) {
    if (at + CENTRAL_BYTES > end || view.getUint32(at, true) !== CENTRAL) return undefined;
    sum += view.getUint32(at + 24, true);
    const [name, extra, comment] = [28, 30, 32].map((place) => view.getUint16(at + place, true)) as [
      number,
      number,
      number,
    ];
    at += CENTRAL_BYTES + name + extra + comment;
  }
  return at === end ? sum : undefined;
}
