import { STAFF } from '../../audience.ts';
import { instant, int, text } from '../../field.ts';

/** What the logs keep of a request that was answered. */
export const loggedRequest = {
  logDateTime: instant({ readonly: true, filter: 'range', sort: true, pin: 'left' }),
  displayTitle: text({
    readonly: true,
    width: 260,
    call: { controller: 'controllerName', action: 'actionName' },
  }),
  account: text({ readonly: true, filter: 'equals' }),
  realName: text({ readonly: true, filter: 'contains' }),
  status: int({ readonly: true, filter: 'equals', width: 80 }),
  errorCode: text({ readonly: true, filter: 'equals' }),
  elapsed: int({ readonly: true, filter: 'range', width: 80 }),
  remoteIp: text({ readonly: true, filter: 'equals', mono: true }),
  /** Where the address is by the GeoIP file (`GEOIP_FILE`), in degrees too; nothing where there is none. */
  location: text({ readonly: true, localised: true, extra: true }),
  longitude: text({ readonly: true, extra: true }),
  latitude: text({ readonly: true, extra: true }),
  browser: text({ readonly: true }),
  os: text({ readonly: true }),
  controllerName: text({ readonly: true, filter: 'equals' }),
  actionName: text({ readonly: true, filter: 'equals' }),
  traceId: text({ readonly: true, filter: 'equals', mono: true, width: 150 }),
  httpMethod: text({ readonly: true, extra: true }),
  requestUrl: text({ readonly: true, filter: 'prefix', extra: true, max: 500 }),
} as const;

/** How a log of requests is read, whichever of them it keeps. */
export const requestLog = {
  area: 'logs',
  scope: 'actor',
  reads: STAFF,
  crud: { export: STAFF },
  label: 'displayTitle',
  anyId: ['account', 'traceId', 'remoteIp'],
  sort: { field: 'logDateTime', order: 'descending' },
  deep: { filters: [], sorts: ['logDateTime'] },
} as const;
