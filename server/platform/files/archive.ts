import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import { refuseFile } from './fileRefusal.ts';
import { checkPart, mainPartIn } from './officeChecks.ts';

/** ZIP archives as office documents are: read strictly, since what one reader skips another one runs. */

const inflate = promisify(inflateRaw);

const LOCAL = 0x04_03_4b_50;
const CENTRAL = 0x02_01_4b_50;
const END = 0x06_05_4b_50;
const END_SIGN = Buffer.from('PK\u0005\u0006', 'latin1');
const END_BYTES = 22;
const CENTRAL_BYTES = 46;
const LOCAL_BYTES = 30;
const MOST_PARTS = 2_000;
/** What all parts come to once they are inflated. */
const MOST_BYTES = 64 << 20;
const ENCRYPTED = 1;
const STORED = 0;
const DEFLATED = 8;

interface Part {
  name: string;
  method: number;
  packed: number;
  size: number;
  at: number;
}

const damaged = () => refuseFile('fileDamaged');

/** @throws Refused of a name that leaves its folder, or that two readers may read differently */
function checkName(name: string, known: ReadonlySet<string>): void {
  const parts = name.replace(/\/$/, '').split('/');
  const isPlain = parts.every((part) => part !== '' && part !== '.' && part !== '..');
  // oxlint-disable-next-line no-control-regex -- what no name of a part has
  if (!isPlain || /[\\:\u0000-\u001f]/.test(name) || known.has(name.toLowerCase()))
    throw refuseFile('filePartName');
}

function partAt(bytes: Buffer, at: number): { part: Part; next: number } {
  if (at + CENTRAL_BYTES > bytes.length || bytes.readUInt32LE(at) !== CENTRAL) throw damaged();
  const [nameLength, extra, comment] = [28, 30, 32].map((place) => bytes.readUInt16LE(at + place)) as [
    number,
    number,
    number,
  ];
  if ((bytes.readUInt16LE(at + 8) & ENCRYPTED) !== 0) throw refuseFile('fileEncrypted');
  const part = {
    name: bytes.subarray(at + CENTRAL_BYTES, at + CENTRAL_BYTES + nameLength).toString('utf8'),
    method: bytes.readUInt16LE(at + 10),
    packed: bytes.readUInt32LE(at + 20),
    size: bytes.readUInt32LE(at + 24),
    at: bytes.readUInt32LE(at + 42),
  };
  return { part, next: at + CENTRAL_BYTES + nameLength + extra + comment };
}

/** The parts by the directory, which must end the file and describe all of it. */
function partsOf(bytes: Buffer): Part[] {
  const end = bytes.length - END_BYTES;
  // Without a directory anywhere it only begins as an archive does.
  if (!bytes.includes(END_SIGN)) throw damaged();
  // Anything after the directory, or before the first part, is another file in disguise.
  if (end < 0 || bytes.readUInt32LE(end) !== END || bytes.readUInt16LE(end + 20) !== 0)
    throw refuseFile('filePolyglot');
  const [disk, count] = [bytes.readUInt16LE(end + 4), bytes.readUInt16LE(end + 10)];
  const [length, start] = [bytes.readUInt32LE(end + 12), bytes.readUInt32LE(end + 16)];
  if (disk !== 0 || start + length !== end) throw refuseFile('filePolyglot');
  if (count > MOST_PARTS) throw refuseFile('fileBomb');
  const parts: Part[] = [];
  const known = new Set<string>();
  let at = start;
  for (let left = count; left > 0; left -= 1) {
    const { part, next } = partAt(bytes, at);
    checkName(part.name, known);
    known.add(part.name.toLowerCase());
    parts.push(part);
    at = next;
  }
  if (at !== end) throw damaged();
  if (parts.reduce((sum, { size }) => sum + size, 0) > MOST_BYTES) throw refuseFile('fileBomb');
  return checkedPlaces(bytes, parts, start);
}

/** Parts follow each other from the first byte to the directory: no two of them share bytes, none are hidden. */
function checkedPlaces(bytes: Buffer, parts: Part[], directory: number): Part[] {
  const inOrder = parts.toSorted((one, other) => one.at - other.at);
  let free = 0;
  for (const { at, packed, name } of inOrder) {
    if (at < free || at + LOCAL_BYTES > directory || bytes.readUInt32LE(at) !== LOCAL)
      throw refuseFile('fileBomb');
    const nameLength = bytes.readUInt16LE(at + 26);
    const local = bytes.subarray(at + LOCAL_BYTES, at + LOCAL_BYTES + nameLength).toString('utf8');
    if (local !== name) throw refuseFile('filePartName');
    free = at + LOCAL_BYTES + nameLength + bytes.readUInt16LE(at + 28) + packed;
    if (free > directory) throw damaged();
  }
  if (inOrder[0]?.at !== 0) throw refuseFile('filePolyglot');
  return parts;
}

/** Inflates a part to no more than it promised. */
async function contentOf(bytes: Buffer, { at, method, packed, size }: Part): Promise<Buffer> {
  const start = at + LOCAL_BYTES + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
  const raw = bytes.subarray(start, start + packed);
  if (method === STORED) {
    if (packed !== size) throw damaged();
    return raw;
  }
  if (method !== DEFLATED) throw damaged();
  const found = await inflate(raw, { maxOutputLength: size + 1 }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ERR_BUFFER_TOO_LARGE' ? refuseFile('fileBomb') : damaged();
  });
  if (found.length !== size) throw refuseFile('fileBomb');
  return found;
}

/** Parts that run: macros, sheets of macros, controls, and programs within. */
const RUNS =
  /vbaProject|vbaData|macrosheets\/|dialogsheets\/|activeX\/|oleObject|\.(?:exe|dll|js|vbs|ps1|bat|cmd|scr|hta)$/i;

/** What an office document is by its main part. */
const MAIN = { xlsx: 'xl/workbook.xml', docx: 'word/document.xml' } as const;

export type OfficeKind = keyof typeof MAIN;

/**
 * Which office document an archive is; undefined of any other archive.
 * @throws Refused of one that is a bomb, runs or loads something, hides bytes or names places outside
 */
export async function officeKind(bytes: Buffer): Promise<OfficeKind | undefined> {
  const parts = partsOf(bytes);
  if (parts.some(({ name }) => RUNS.test(name))) throw refuseFile('fileMacros');
  const kind = (Object.keys(MAIN) as OfficeKind[]).find((one) =>
    parts.some(({ name }) => name === MAIN[one]),
  );
  const types = parts.find(({ name }) => name === '[Content_Types].xml');
  if (!kind || !types) return undefined;
  for (const part of parts) {
    const content = await contentOf(bytes, part);
    checkPart(content);
    // A reader opens the part that this names, not the one that is usual.
    if (part.name === '_rels/.rels' && (mainPartIn(content) ?? MAIN[kind]) !== MAIN[kind])
      throw refuseFile('fileDiffers');
  }
  return kind;
}
