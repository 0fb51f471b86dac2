import { constants, inflateSync } from 'node:zlib';
import { refuseFile } from './fileRefusal.ts';
import { type PdfDict, readObjects } from './pdfObjects.ts';

/** What acts by itself, loads from elsewhere or hides another file: a document of this kind is for reading. */
const ACTING = new Set(
  `JavaScript Launch SubmitForm ImportData GoToR GoToE Rendition RichMedia RichMediaExecute XFA EmbeddedFile EmbeddedFiles`.split(
    ' ',
  ),
);
/** What the compressed objects of one document may come to. */
const OBJECT_BYTES = 32 << 20;
const ENDS_EOF = /^%%EOF\s*$/;

/** Names as readers read them, `/J#61vaScript` too; in bytes that are no names nothing as long is found by chance. */
function checkNames(text: string): void {
  for (const [, raw = ''] of text.matchAll(/\/([^\s\0()<>[\]{}/%]{1,200})/g)) {
    const name = raw.includes('#')
      ? raw.replaceAll(/#([0-9a-f]{2})/gi, (_all, code: string) =>
          String.fromCharCode(Number.parseInt(code, 16)),
        )
      : raw;
    if (ACTING.has(name)) throw refuseFile('fileRuns');
    if (name === 'Encrypt') throw refuseFile('fileEncrypted');
  }
}

/** A stream that holds objects: by its type, or by what a reader needs to find them. */
const hasObjects = ({ Type, N, First }: PdfDict): boolean =>
  Type === '/ObjStm' || (N !== undefined && First !== undefined);

const isPlain = (value: unknown): boolean =>
  value === undefined ||
  value === 'null' ||
  (typeof value === 'object' && (value as PdfDict).Predictor === undefined);

/** The objects of a stream as text. @throws Refused of more than `left` bytes, and of what is packed in another way */
function unpacked(bytes: Buffer, { Filter, F, DecodeParms, DP }: PdfDict, left: number): string {
  const filters = Array.isArray(Filter) ? Filter : Filter === undefined ? [] : [Filter];
  const parms = Array.isArray(DecodeParms) ? DecodeParms : [DecodeParms];
  const isFlate = filters.length === 1 && (filters[0] === '/FlateDecode' || filters[0] === '/Fl');
  // Objects in another file, or behind filters that no writer uses for them.
  if (F !== undefined || DP !== undefined || !parms.every(isPlain) || (filters.length > 0 && !isFlate))
    throw refuseFile('fileRuns');
  if (!isFlate) return bytes.subarray(0, left).toString('latin1');
  try {
    const found = inflateSync(bytes, { maxOutputLength: left, finishFlush: constants.Z_SYNC_FLUSH });
    return found.toString('latin1');
  } catch (error) {
    throw refuseFile(
      (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? 'fileBomb' : 'fileDamaged',
    );
  }
}

/**
 * A document that another kind of file is hidden in, or that acts by itself: in plain objects and in compressed ones.
 * @throws Refused
 */
export function checkPdf(bytes: Buffer): void {
  const text = bytes.toString('latin1');
  const end = text.lastIndexOf('%%EOF');
  if (end < 0) throw refuseFile('fileDamaged');
  if (!ENDS_EOF.test(text.slice(end)) || /<(?:html|script|svg)\b/i.test(text.slice(0, 1024)))
    throw refuseFile('filePolyglot');
  checkNames(text);
  let left = OBJECT_BYTES;
  for (const { dict, streamAt } of readObjects(text)) {
    if (!hasObjects(dict)) continue;
    const objects = unpacked(bytes.subarray(streamAt), dict, left);
    left -= objects.length;
    if (left <= 0) throw refuseFile('fileBomb');
    checkNames(objects);
  }
}
