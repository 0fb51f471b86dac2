import type { PasswordRules } from '../../../contract/passwordRules.ts';
import { atom, getDefaultStore, useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { admits, type Audience, EVERYONE, type Kind, kindOf } from '../../../contract/audience.ts';
import { call } from './call.ts';
import { forgetSession } from './signOut.ts';

export interface Profile {
  id: string;
  account: string;
  realName: string;
  accountType: number;
  avatar: string;
  orgName: string;
  posName: string;
  roleIds: string[];
  buttons: string[];
  watermarkText: string;
  /** IANA name of the zone that days and months of figures are of. */
  reportZone?: string;
  /** Set for the people of a merchant or agent. */
  merchantId?: string;
  merchantName?: string;
  /** Of the staff of a tenant that is not the platform itself. */
  isTenants?: boolean;
  /** An agent's people see the merchants it brought, too. */
  kind: Kind;
  locked?: boolean;
  /** The password was given out by someone else, or has expired. */
  mustChangePassword?: boolean;
  /** What a password of one's own must have; a server of the family that says nothing asks for length alone. */
  passwordRules: PasswordRules;
  /** userOtpEnum: whether an app for one-time passwords is bound. */
  otpStatus?: number;
  /** How many passkeys the account has. */
  passkeys: number;
  /** The data scope shows no organisation's rows: only what the person claimed or made. */
  ownRowsOnly: boolean;
}

const SUPER_ADMIN = 999;
const PASSWORD_RULES: PasswordRules = { minLength: 8, kinds: 1 };
const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value));
const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** Accepts any server of the contract's family: numbers as ids, absent lists. */
export function parseProfile(raw: unknown): Profile {
  const row = (raw ?? {}) as Record<string, unknown>;
  return {
    id: text(row.id),
    account: text(row.account),
    realName: text(row.realName) || text(row.account),
    accountType: Number(row.accountType ?? 0),
    avatar: text(row.avatar) || '/user.png',
    orgName: text(row.orgName),
    posName: text(row.posName),
    roleIds: texts(row.roleIds ?? row.roles),
    buttons: texts(row.buttons),
    watermarkText: text(row.watermarkText),
    reportZone: text(row.reportZone) || undefined,
    merchantId: text(row.merchantId) || undefined,
    merchantName: text(row.merchantName) || undefined,
    isTenants: row.isTenants === true,
    kind: kindOf(text(row.merchantId) || null, row.merchantType),
    locked: row.locked === true,
    mustChangePassword: row.mustChangePassword === true,
    passwordRules: { ...PASSWORD_RULES, ...(row.passwordRules as Partial<PasswordRules> | null | undefined) },
    otpStatus: Number(row.otpStatus ?? 0),
    passkeys: Number(row.passkeys ?? 0),
    ownRowsOnly: row.ownRowsOnly === true,
  };
}

export const profileAtom = atom<Profile | null>(null);

export interface Caller {
  profile: Profile;
  /** May the caller do this; any of several with `canAny`, all of them with `canAll`. `audience`: whom it is for. */
  can: (code: string, audience?: Audience) => boolean;
  canAny: (codes: readonly string[]) => boolean;
  canAll: (codes: readonly string[]) => boolean;
}

const NOBODY = parseProfile({});

function callerOf(profile: Profile | null): Caller {
  const codes = new Set(profile?.buttons);
  const own = profile ?? NOBODY;
  const can = (code: string, audience: Audience = EVERYONE) =>
    admits(audience, own.kind) && (own.accountType === SUPER_ADMIN || codes.has(code));
  return {
    profile: own,
    can,
    canAny: (all) => all.some((code) => can(code)),
    canAll: (all) => all.every((code) => can(code)),
  };
}

export function useCaller(): Caller {
  const profile = useAtomValue(profileAtom);
  return useMemo(() => callerOf(profile), [profile]);
}

/** The caller outside React. */
export const caller = (): Caller => callerOf(getDefaultStore().get(profileAtom));

/** Another window, or somebody else, may have bound an app or reset it since the page was loaded. */
export function noteOtp(otpStatus: number): void {
  const store = getDefaultStore();
  const profile = store.get(profileAtom);
  if (profile) store.set(profileAtom, { ...profile, otpStatus });
}

export function notePasskeys(passkeys: number): void {
  const store = getDefaultStore();
  const profile = store.get(profileAtom);
  if (profile) store.set(profileAtom, { ...profile, passkeys });
}

/** Asks about the state of the caller's account with one-time passwords; what cannot be asked stays as it was known. */
export const askOtp = (signal?: AbortSignal): Promise<void> =>
  call<{ status: number }>('userOtp/own', undefined, { customCatch: true, ...(signal && { signal }) })
    .then(({ status }) => noteOtp(status))
    .catch(() => undefined);

export async function signOut(): Promise<void> {
  // A server that cannot be reached must not keep anyone signed in here.
  await call('sysAuth/logout', {}, { customCatch: true }).catch(() => undefined);
  forgetSession(true);
}
