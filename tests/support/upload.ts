import type { Envelope } from '../../contract/calls.ts';
import type { Answer, Client } from './client.ts';

/** A form as a browser sends it: texts, and files under a name. */
export function formOf(
  files: readonly (readonly [name: string, bytes: Buffer | string])[],
  fields: Readonly<Record<string, string>> = {},
  field = 'file',
): FormData {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.append(key, value);
  for (const [name, bytes] of files)
    form.append(field, new Blob([new Uint8Array(Buffer.from(bytes as string))]), name);
  return form;
}

/** Sends a form to a call. */
export async function sendForm<T>(
  base: string,
  who: Client,
  path: string,
  form: FormData,
  headers: Record<string, string> = {},
): Promise<Answer<T>> {
  const response = await fetch(`${base}/api/${path}`, {
    method: 'POST',
    body: form,
    headers: { 'Accept-Language': 'en', Authorization: `Bearer ${who.token}`, ...headers },
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Envelope<T> };
}
