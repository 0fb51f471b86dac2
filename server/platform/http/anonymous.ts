import type { FastifyRequest } from 'fastify';
import type { Caller, Locale } from './caller.ts';
import { localeFrom } from './locales.ts';
import { zoneFrom } from './zone.ts';

const NOTHING: ReadonlySet<string> = new Set();

const first = (header: string | string[] | undefined) => (Array.isArray(header) ? header[0] : header);

/** What holds for a request that names no language or zone of its own. */
export interface Defaults {
  locale?: Locale | undefined;
  reportZone?: string | undefined;
}

/** Language, zone and address of whoever asks; the rest of a caller comes from its token. */
export function manners(
  request: FastifyRequest,
  { locale, reportZone }: Defaults = {},
): Pick<Caller, 'locale' | 'timeZone' | 'ip'> {
  return {
    locale: localeFrom(first(request.headers['accept-language']), locale),
    timeZone: zoneFrom(first(request.headers['time-zone']), reportZone),
    ip: request.ip,
  };
}

export function anonymous(request: FastifyRequest, defaults?: Defaults): Caller {
  return {
    userId: '',
    account: '',
    realName: '',
    accountType: 666,
    tenantId: '',
    isTenants: false,
    orgId: '',
    merchantId: null,
    kind: 'staff',
    roleIds: [],
    permissions: NOTHING,
    orgIds: [],
    bulkLimits: {},
    selfOnly: true,
    sessionId: '',
    mustChangePassword: false,
    ...manners(request, defaults),
  };
}
