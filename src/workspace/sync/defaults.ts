import { type Caller, caller } from '../../kit/index.ts';
import { type Envelope, SCHEMA, emptyTree } from '../envelope/envelope.ts';
import { readEnvelope } from '../envelope/read.ts';

/** The layouts that ship with the product, one folder per role. */
const files = import.meta.glob<unknown>('../../../layouts/*/workspace.json', { import: 'default' });

export type Role = 'default' | 'operator' | 'finance' | 'merchant';

/** What a person works on, told from what the person may do; the product has no fixed role names. */
export function roleOf({ profile, can }: Caller): Role {
  if (profile.merchantId) return 'merchant';
  if (profile.accountType === 999) return 'operator';
  if (can('collectOrder:claim')) return 'operator';
  if (can('fundDetail:page')) return 'finance';
  return 'default';
}

export const blankEnvelope = (name: string): Envelope => ({
  schema: SCHEMA,
  id: '',
  name,
  scope: 'user',
  baseVersion: 0,
  locked: false,
  layout: emptyTree(),
  links: { panels: {}, contexts: {} },
  panels: {},
});

/** The shipped layout of the caller's role under a name of the caller's own. */
export async function defaultEnvelope(name: string): Promise<Envelope> {
  const blank = blankEnvelope(name);
  const load = (role: Role) => files[`../../../layouts/${role}/workspace.json`]?.();
  const shipped = (await load(roleOf(caller()))) ?? (await load('default'));
  const { envelope } = readEnvelope(shipped, blank);
  return { ...envelope, id: '', name, scope: 'user' };
}
