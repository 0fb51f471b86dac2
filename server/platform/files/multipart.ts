import { isStorable } from '../../../contract/storable.ts';
import { Refused } from '../http/refused.ts';
import { refuseFile } from './fileRefusal.ts';

export interface SentFile {
  name: string;
  bytes: Buffer;
}

/** A form with files as it was sent. */
export interface Sent {
  fields: Readonly<Record<string, string>>;
  files: readonly SentFile[];
}

const MOST_PARTS = 40;

/** Parts of a form cost time each, however short they are. */
function refuseManyParts(body: Buffer, contentType: string): void {
  const boundary = /boundary="?([^";]{1,70})/i.exec(contentType)?.[1];
  if (!boundary) throw new Refused('validation');
  const line = Buffer.from(`--${boundary}`);
  let parts = 0;
  for (let at = body.indexOf(line); at >= 0; at = body.indexOf(line, at + line.length)) {
    parts += 1;
    if (parts > MOST_PARTS + 1) throw refuseFile('fileMany', { most: MOST_PARTS });
  }
}

/** @throws Refused of what is no form, and of one with too many parts */
export async function readMultipart(body: Buffer, contentType: string): Promise<Sent> {
  refuseManyParts(body, contentType);
  const answer = new Response(new Uint8Array(body), { headers: { 'content-type': contentType } });
  const form = await answer.formData().catch(() => {
    throw new Refused('validation');
  });
  const fields: Record<string, string> = {};
  const files: SentFile[] = [];
  for (const [name, value] of form) {
    if (typeof value !== 'string')
      files.push({ name: value.name, bytes: Buffer.from(await value.arrayBuffer()) });
    // The family's clients begin the names with a capital.
    else fields[name.charAt(0).toLowerCase() + name.slice(1)] = value;
  }
  if (!isStorable(fields) || !isStorable(files.map(({ name }) => name))) throw new Refused('validation');
  return { fields, files };
}
