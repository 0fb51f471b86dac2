import { fetchFile } from '../../../kit/index.ts';
import { type ReadText, readText } from './encoding.ts';
import type { SheetRows } from './readSheets.ts';
import { zipSize } from './zipSize.ts';

/** What is shown of a file, by its kind. */
export type Looked =
  | { kind: 'picture'; blob: Blob }
  | { kind: 'pdf'; bytes: Uint8Array }
  | { kind: 'text'; read: ReadText; isCut: boolean }
  | { kind: 'document'; html: string }
  | { kind: 'sheets'; sheets: readonly SheetRows[] };

/** Why a file is not shown though it is one of a kind that is. */
export class Unshown extends Error {
  readonly why: 'tooLarge' | 'broken';
  constructor(why: Unshown['why']) {
    super(why);
    this.why = why;
  }
}

const SHOWN_TEXT = 400_000;
/** What the browser is given to read at most, packed and inflated: the page stands still while it does. */
const MOST_BYTES = 10 << 20;
const MOST_INFLATED = 32 << 20;

const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());

/** @throws Unshown of a bomb, and of what is no archive */
async function archiveOf(blob: Blob): Promise<Uint8Array> {
  const bytes = await bytesOf(blob);
  const size = zipSize(bytes);
  if (size === undefined) throw new Unshown('broken');
  if (size > MOST_INFLATED) throw new Unshown('tooLarge');
  return bytes;
}

/** Of a file that its reader does not understand. */
const broken = (): never => {
  throw new Unshown('broken');
};

const LOOKS: Readonly<Record<string, (blob: Blob) => Promise<Looked>>> = {
  '.txt': async (blob) => ({
    kind: 'text',
    read: readText(await bytesOf(blob.slice(0, SHOWN_TEXT))),
    isCut: blob.size > SHOWN_TEXT,
  }),
  '.pdf': async (blob) => ({ kind: 'pdf', bytes: await bytesOf(blob) }),
  '.docx': async (blob) => {
    const bytes = await archiveOf(blob);
    const { readDocument } = await import('./readDocument.ts');
    return { kind: 'document', html: await readDocument(bytes).catch(broken) };
  },
  '.xlsx': async (blob) => {
    const bytes = await archiveOf(blob);
    const { readSheets } = await import('./readSheets.ts');
    return { kind: 'sheets', sheets: await readSheets(bytes).catch(broken) };
  },
};
for (const suffix of ['.png', '.jpg', '.gif'])
  Object.assign(LOOKS, { [suffix]: async (blob: Blob): Promise<Looked> => ({ kind: 'picture', blob }) });

export const isShown = (suffix: string): boolean => suffix in LOOKS;

/** Fetches a file and makes of it what is shown. @throws Unshown with why it is not */
export async function look(id: string, suffix: string, signal: AbortSignal): Promise<Looked> {
  const blob = await fetchFile(`sysFile/preview/${id}`, { signal, customCatch: true });
  if (blob.size > MOST_BYTES) throw new Unshown('tooLarge');
  return LOOKS[suffix]!(blob);
}
