import { type Caller, caller } from '../../kit/data/session.ts';

/** The layouts that ship with the product, one folder per role. */
const files = import.meta.glob<unknown>('../../../layouts/*/{workspace,dashboard}.json', {
  import: 'default',
});

type Role = 'default' | 'operator' | 'finance' | 'merchant' | 'agent' | 'admin';

/** What a person works on, derived from what the person may do; the product has no fixed role names. */
export function roleOf({ profile, can }: Caller): Role {
  if (profile.merchantId) return profile.kind === 'agent' ? 'agent' : 'merchant';
  if (profile.accountType === 999) return 'admin';
  if (can('collectOrder:claim')) return 'operator';
  return can('fundDetail:page') ? 'finance' : 'default';
}

/** What ships for the caller's role; a role without a layout of its own gets the general one. */
export async function shippedLayout(kind: 'workspace' | 'dashboard'): Promise<unknown> {
  const load = (role: Role) => files[`../../../layouts/${role}/${kind}.json`]?.();
  return (await load(roleOf(caller()))) ?? load('default');
}
