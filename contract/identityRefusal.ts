/** Why a signed call of an Open API identity was not let in. */
export const IDENTITY_DENIALS = [
  'headers',
  'milliseconds',
  'unknownKey',
  'signature',
  'disabled',
  'clock',
  'replay',
  'route',
  'body',
  'bodyUnsigned',
] as const;
export type IdentityDenial = (typeof IDENTITY_DENIALS)[number];

/** A refused call as the detail of its identity lists it. */
export interface IdentityRefusal {
  id: string;
  reason: IdentityDenial;
  method: string;
  path: string;
  ip: string;
  refusedAt: string;
}
