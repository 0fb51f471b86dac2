import { crc32, inflateRawSync } from 'node:zlib';

/** A reader of our own, which knows nothing of the writer: the archive by its directory, the sheet by its elements. */

/** Files of a ZIP archive by name. @throws Error where a checksum or a size is wrong */
export function unzipped(archive: Buffer): Map<string, string> {
  const end = archive.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
  const files = new Map<string, string>();
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [nameLength, extra, comment] = [28, 30, 32].map((place) => archive.readUInt16LE(at + place));
    const name = archive.subarray(at + 46, at + 46 + nameLength!).toString('utf8');
    const local = archive.readUInt32LE(at + 42);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const content = inflateRawSync(archive.subarray(start, start + archive.readUInt32LE(at + 20)));
    if (crc32(content) !== archive.readUInt32LE(at + 16)) throw new Error(`${name}: wrong checksum`);
    if (content.length !== archive.readUInt32LE(at + 24)) throw new Error(`${name}: wrong size`);
    files.set(name, content.toString('utf8'));
    at += 46 + nameLength! + extra! + comment!;
  }
  return files;
}

export interface SheetCell {
  kind: 'text' | 'number' | 'empty';
  text: string;
  /** Of its number format, empty for the general one. */
  format: string;
}

const SIGNS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };
const plain = (xml: string): string =>
  xml
    .replace(/&(amp|lt|gt|quot);/g, (_, name: string) => SIGNS[name]!)
    .replace(/_x([0-9A-F]{4})_/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));

/** Rows of the first sheet, the header too. */
export function sheetOf(archive: Buffer): { sheet: string; rows: SheetCell[][] } {
  const files = unzipped(archive);
  const styles = files.get('xl/styles.xml') ?? '';
  const codes = new Map(
    [...styles.matchAll(/<numFmt numFmtId="(\d+)" formatCode="([^"]*)"/g)].map((found) => [
      found[1]!,
      plain(found[2]!),
    ]),
  );
  const formats = [...styles.split('<cellXfs')[1]!.matchAll(/<xf numFmtId="(\d+)"/g)].map(
    (found) => codes.get(found[1]!) ?? (found[1] === '49' ? '@' : ''),
  );
  const sheet = files.get('xl/worksheets/sheet1.xml') ?? '';
  const rows = [...sheet.matchAll(/<row[^>]*>(.*?)<\/row>/gs)].map(([, row]) =>
    [...row!.matchAll(/<c( [^>]*?)?(?:\/>|>(.*?)<\/c>)/gs)].map(([, attributes = '', inner]): SheetCell => {
      const format = formats[Number(/ s="(\d+)"/.exec(attributes)?.[1] ?? 0)] ?? '';
      if (inner === undefined) return { kind: 'empty', text: '', format };
      const text = /<is><t[^>]*>(.*?)<\/t><\/is>/s.exec(inner);
      if (text) return { kind: 'text', text: plain(text[1]!), format };
      return { kind: 'number', text: /<v>(.*?)<\/v>/.exec(inner)?.[1] ?? '', format };
    }),
  );
  return { sheet, rows };
}

/** A spreadsheet's number of a local time, as `YYYY-MM-DD HH:MM:SS`. */
export const timeOf = (serial: string): string =>
  new Date(Date.UTC(1899, 11, 30) + Math.round(Number(serial) * 86_400) * 1000)
    .toISOString()
    .slice(0, 19)
    .replace('T', ' ');
