import { type KeyObject, verify } from 'node:crypto';
import * as z from 'zod';
import { isMenuIcon } from '../../../contract/icons.ts';
import { linkOrigin } from '../../platform/http/policy.ts';

/**
 * A plugin's package: a manifest as text, the name of the key that signed it, and the Ed25519 signature of exactly these
 * bytes. It lists menu entries and holds no code; the server neither runs nor fetches anything of it.
 */

const titles = z.strictObject({
  en: z.string().trim().min(1).max(60),
  'zh-cn': z.string().trim().min(1).max(60),
  'zh-tw': z.string().trim().min(1).max(60),
});

const entry = z.strictObject({
  key: z.string().regex(/^[a-z][a-z0-9-]{0,29}$/),
  titles,
  url: z
    .string()
    .max(2000)
    .refine((url) => linkOrigin(url) !== undefined),
  embedded: z.boolean(),
  icon: z.string().refine(isMenuIcon).optional(),
});

const manifest = z.strictObject({
  code: z.string().regex(/^[a-z][a-z0-9-]{1,29}$/),
  version: z.string().regex(/^(0|[1-9]\d{0,5})(\.(0|[1-9]\d{0,5})){2}$/),
  publisher: z.string().trim().min(1).max(100),
  titles,
  entries: z
    .array(entry)
    .min(1)
    .max(20)
    .refine((entries) => new Set(entries.map(({ key }) => key)).size === entries.length),
});
export type Manifest = z.infer<typeof manifest>;

const sealed = z.strictObject({
  manifest: z.string(),
  key: z.string(),
  signature: z.string().regex(/^[A-Za-z0-9+/]{86}==$/),
});

/** Why a package is refused: a text of errors.json `texts`. */
export class BadPackage extends Error {
  readonly text: string;
  readonly values: Record<string, unknown>;

  constructor(text: string, values: Record<string, unknown> = {}) {
    super(text);
    this.text = text;
    this.values = values;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The manifest of a package that a trusted key has signed. @throws BadPackage */
export function openPackage(
  text: string,
  keys: ReadonlyMap<string, KeyObject>,
): { manifest: Manifest; keyName: string } {
  const outer = sealed.safeParse(parsed(text));
  if (!outer.success) throw new BadPackage('pluginNoPackage');
  const { manifest: signed, key: keyName, signature } = outer.data;
  const key = keys.get(keyName);
  if (!key) throw new BadPackage('pluginUnknownKey', { key: keyName.slice(0, 40) });
  if (!verify(null, Buffer.from(signed), key, Buffer.from(signature, 'base64')))
    throw new BadPackage('pluginBadSignature');
  const inner = manifest.safeParse(parsed(signed));
  if (inner.success) return { manifest: inner.data, keyName };
  const where = inner.error.issues[0]?.path.join('.') || 'manifest';
  throw new BadPackage('pluginBadManifest', { where });
}

/** Negative where `a` is older than `b`. Both are three numbers. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number));
  for (const [index, part] of left!.entries()) if (part !== right![index]) return part - right![index]!;
  return 0;
}
