/** Kinds of people: the platform's own, those of a merchant, and those of a merchant that is an agent. */
export const KINDS = ['staff', 'merchant', 'agent'] as const;
export type Kind = (typeof KINDS)[number];

/** Whom a verb or a route is for. */
export type Audience = readonly [Kind, ...Kind[]];

export const STAFF = ['staff'] as const satisfies Audience;
export const STAFF_AND_AGENTS = ['staff', 'agent'] as const satisfies Audience;
export const EVERYONE = KINDS satisfies Audience;

/** The value of `type` of a merchant that is an agent (merchantTypeEnum). */
const AGENT = 2;

export function kindOf(merchantId: string | null | undefined, merchantType: unknown): Kind {
  if (merchantId === null || merchantId === undefined) return 'staff';
  return Number(merchantType) === AGENT ? 'agent' : 'merchant';
}

export const admits = (audience: Audience, kind: Kind): boolean => audience.includes(kind);

/** @throws Error unless this is a list of kinds that names at least one */
export function checkAudience(audience: unknown, of: string): void {
  const kinds: readonly unknown[] = Array.isArray(audience) ? audience : [];
  if (kinds.length === 0 || !kinds.every((kind) => KINDS.some((known) => known === kind)))
    throw new Error(`${of} does not say whom it is for`);
}
