import { fileName, saveFile } from '../../kit/data/saveFile.ts';
import { type Keymap, parseKeymap } from '../../kit/commands/keymap.ts';

const SCHEMA = 1;
/** Bytes of a file that can be a keymap. */
const LARGEST = 200_000;

export function exportKeymap(keymap: Keymap, title: string): void {
  const text = JSON.stringify({ schema: SCHEMA, keys: keymap }, null, 2);
  saveFile(new Blob([text], { type: 'application/json' }), `${fileName(title)}.json`);
}

export interface ReadKeymap {
  keymap: Keymap;
  /** Lines that are none. */
  dropped: number;
}

/** What is in an exported file; undefined where it is no keymap at all. */
export async function readKeymap(file: File): Promise<ReadKeymap | undefined> {
  if (file.size > LARGEST) return undefined;
  try {
    const { schema, keys } = JSON.parse(await file.text()) as { schema?: unknown; keys?: unknown };
    if (schema !== SCHEMA || keys === null || typeof keys !== 'object') return undefined;
    const keymap = parseKeymap(keys);
    return { keymap, dropped: Object.keys(keys).length - Object.keys(keymap).length };
  } catch {
    return undefined;
  }
}
