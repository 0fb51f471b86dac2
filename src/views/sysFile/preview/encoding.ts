/** How the bytes of a text are read. */
export interface ReadText {
  text: string;
  encoding: string;
}

const MARKS: readonly (readonly [encoding: string, mark: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];
/** Strict readers, from the one that fits the least by chance. */
const GUESSED = ['utf-8', 'gb18030', 'big5'];
/** It reads anything. */
const LAST = 'windows-1252';

function strictly(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    // More to come: a letter may be cut where the shown part ends.
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return undefined;
  }
}

/** Reads a text by its mark, else by the first encoding in which all of it has a meaning. */
export function readText(bytes: Uint8Array): ReadText {
  const marked = MARKS.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))?.[0];
  for (const encoding of marked ? [marked] : GUESSED) {
    const text = strictly(bytes, encoding);
    if (text !== undefined) return { text, encoding };
  }
  return { text: new TextDecoder(marked ?? LAST).decode(bytes), encoding: marked ?? LAST };
}
