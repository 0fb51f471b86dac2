import type { OfficeKind } from './archive.ts';
import { refuseFile } from './fileRefusal.ts';
import { inspectDocument } from './inspectDocument.ts';
import type { PictureKind } from './picture.ts';

export type FileKind = PictureKind | OfficeKind | 'pdf' | 'txt';

const NAMED: Readonly<Record<string, FileKind>> = {
  '.jpg': 'jpg',
  '.jpeg': 'jpg',
  '.png': 'png',
  '.bmp': 'bmp',
  '.gif': 'gif',
  '.txt': 'txt',
  '.pdf': 'pdf',
  '.xlsx': 'xlsx',
  '.docx': 'docx',
};
/** As people name them. */
export const SUFFIXES = Object.keys(NAMED);

const MAGIC: readonly (readonly [PictureKind | 'pdf', readonly number[]])[] = [
  ['png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['jpg', [0xff, 0xd8, 0xff]],
  ['gif', [0x47, 0x49, 0x46, 0x38]],
  ['pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
];
const ZIP = [0x50, 0x4b, 0x03, 0x04];
const PICTURES: ReadonlySet<FileKind> = new Set(['jpg', 'png', 'gif', 'bmp']);

export const isPicture = (kind: FileKind): kind is PictureKind => PICTURES.has(kind);

const BITMAP_HEADERS: ReadonlySet<number> = new Set([40, 108, 124]);
/** A bitmap begins as a text may: with two letters. */
const isBitmap = (bytes: Buffer): boolean =>
  bytes.length > 18 && begins(bytes, [0x42, 0x4d]) && BITMAP_HEADERS.has(bytes.readUInt32LE(14));

const begins = (bytes: Buffer, magic: readonly number[]) => magic.every((byte, at) => bytes[at] === byte);

/** What a browser or an office program would run, wherever it is found. */
const PROGRAM =
  /\.(?:exe|com|scr|msi|dll|bat|cmd|sh|ps1|vbs|js|mjs|jar|hta|lnk|html?|xhtml|svg|xml|php|jsp|aspx?|py|docm|xlsm)$/i;

/** Under which type a kept file is answered; nothing is kept as a bitmap. */
const TYPES: Readonly<Record<Exclude<FileKind, 'bmp'>, string>> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  txt: 'text/plain; charset=utf-8',
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
};
export type KeptKind = keyof typeof TYPES;

/** The type of a kept file by its suffix, and whether it is a picture. */
export function typeOfSuffix(suffix: string): { type: string; picture: boolean } {
  const kind = suffix.slice(1) as KeptKind;
  return { type: TYPES[kind] ?? 'application/octet-stream', picture: PICTURES.has(kind) };
}

export interface Named {
  /** Without its suffix. */
  name: string;
  kind: FileKind;
}

/**
 * A file's name as its sender has it, and what that says it is.
 * @throws Refused of a path, of a suffix that is not taken, and of one that hides another
 */
export function readName(given: string): Named {
  const name = given.normalize('NFC').trim();
  // oxlint-disable-next-line no-control-regex -- a name of one line, in the direction it reads
  const isPlain = !/[/\\:*?"<>|\u0000-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069]/.test(name);
  if (!isPlain || name.startsWith('.') || name.length > 200) throw refuseFile('fileName');
  const dot = name.lastIndexOf('.');
  const kind = NAMED[name.slice(dot).toLowerCase()];
  if (dot <= 0 || !kind) throw refuseFile('fileSuffix', { suffixes: SUFFIXES.join(' ') });
  const stem = name.slice(0, dot).trim();
  if (PROGRAM.test(stem)) throw refuseFile('fileTwoSuffixes');
  return { name: stem, kind };
}

/** @throws Refused of a name that a file may not be given */
export function checkStem(stem: string): void {
  readName(`${stem}.txt`);
}

/** Markup that a browser shows, at the start of a text. */
const MARKUP = /^(?:\uFEFF|\s)*<(?:[!?a-z])/i;

function isText(bytes: Buffer): boolean {
  const text = bytes.toString('utf8');
  // oxlint-disable-next-line no-control-regex -- what texts do not hold
  return Buffer.from(text).equals(bytes) && !/[\u0000-\u0008\u000e-\u001f]/.test(text);
}

/** What the bytes are, whatever the file is called. @throws Refused of what is not taken */
async function kindOf(bytes: Buffer): Promise<FileKind> {
  const magic = MAGIC.find(([, start]) => begins(bytes, start))?.[0];
  if (magic === 'pdf') await inspectDocument(bytes);
  if (magic) return magic;
  if (isBitmap(bytes)) return 'bmp';
  if (begins(bytes, ZIP)) {
    const office = await inspectDocument(bytes);
    if (office) return office;
  } else if (isText(bytes)) {
    if (MARKUP.test(bytes.subarray(0, 1024).toString('utf8'))) throw refuseFile('fileMarkup');
    return 'txt';
  }
  throw refuseFile('fileSuffix', { suffixes: SUFFIXES.join(' ') });
}

/**
 * The kind of a file by its bytes, which its name must not contradict; among pictures it may.
 * @throws Refused with what is wrong with it
 */
export async function checkedKind(bytes: Buffer, named: FileKind): Promise<FileKind> {
  if (bytes.length === 0) throw refuseFile('fileEmpty');
  const kind = await kindOf(bytes);
  if (kind !== named && !(isPicture(kind) && isPicture(named))) throw refuseFile('fileDiffers');
  return kind;
}
