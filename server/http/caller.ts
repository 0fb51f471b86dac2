export type Locale = 'zh-cn' | 'zh-tw' | 'en';

const LOCALES: ReadonlySet<string> = new Set<Locale>(['zh-cn', 'zh-tw', 'en']);
export const isLocale = (tag: string): tag is Locale => LOCALES.has(tag);

/** Who asks, resolved once per request from the access token and cached briefly per session. */
export interface Caller {
  userId: string;
  account: string;
  realName: string;
  accountType: 999 | 888 | 777 | 666;
  tenantId: string;
  orgId: string;
  /** Set for a merchant's or agent's user: sees itself and its sub-merchants only. */
  merchantId: string | null;
  roleIds: readonly string[];
  permissions: ReadonlySet<string>;
  /** Organisations whose rows staff may see; 'all' for the super admin and data scope 1. */
  orgIds: 'all' | readonly string[];
  /** Data scope 4: besides orgIds, only what the user claimed or created. */
  selfOnly: boolean;
  sessionId: string;
  /** The password was given by somebody else and must become one's own first. */
  mustChangePassword: boolean;
  locale: Locale;
  /** IANA name. */
  timeZone: string;
  ip: string;
}

export function isSuper(caller: Caller): boolean {
  return caller.accountType === 999;
}

export function can(caller: Caller, permission: string): boolean {
  return isSuper(caller) || caller.permissions.has(permission);
}
