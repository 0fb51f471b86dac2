import { admits, type Audience, EVERYONE, type Kind, KINDS, STAFF } from './audience.ts';
import { audiencesOf, type Books, booksByCode } from './resource.ts';
import { trialBalance } from './resources/finance/trialBalance.ts';
import { wallet } from './resources/finance/wallet.ts';
import { logTrace } from './resources/logs/logTrace.ts';
import { resources } from './resources/index.ts';
import { TOOL_VIEWS } from './resources/platform/views.ts';

/** Rights that no verb of a resource represents. */
const OTHER_RIGHTS: Readonly<Record<string, Audience>> = {
  // May free or take over what another holds.
  'collectOrder:supervise': STAFF,
  'payOrder:supervise': STAFF,
  // Writes notes on orders, and corrects and withdraws its own.
  'orderNote:write': STAFF,
  // Offers its own shift, and accepts or declines one that is offered.
  'shiftHandover:write': STAFF,
  'bankBatch:upload': STAFF,
  'dailyReport:restat': STAFF,
  // Enters several reports of upstreams at once.
  'upstreamEntry:import': STAFF,
  'merchantAsset:check': EVERYONE,
  // May make a layout for a role or an organisation.
  'dashboard:publish': STAFF,
  // Deletes several settings at once.
  'sysConfig:batchDelete': STAFF,
  // Uploads files; whoever may read one may download it, and sees the button with this.
  'sysFile:uploadFile': STAFF,
  'sysFile:downloadFile': STAFF,
  // Takes regions from a file.
  'sysRegion:sync': STAFF,
  // Asks a directory, and takes people or departments from it.
  'sysLdap:test': STAFF,
  'sysLdap:syncUser': STAFF,
  'sysLdap:syncDept': STAFF,
  // Puts a form in force, or takes it out of force.
  'formDesign:publish': STAFF,
  // Marks failures that are the same as muted or resolved.
  'sysLogEx:mark': STAFF,
  // Sets the roles of a person and nothing else of them.
  'sysUser:grantRole': STAFF,
};

/** Of those the ones that decide about money. */
const OTHER_BOOKS: Readonly<Record<string, Books>> = {
  // A statement says what money came: orders become a success by its lines.
  'bankBatch:upload': 'platform',
  'upstreamEntry:import': 'platform',
  // Makes the reports of all merchants again.
  'dailyReport:restat': 'platform',
};

/** Views over what several resources hold: they serve no rows of their own. */
export const VIEWS = [trialBalance, wallet, logTrace, ...TOOL_VIEWS];

const AUDIENCES: ReadonlyMap<string, Audience> = new Map([
  ...[...resources.values(), ...VIEWS].flatMap(audiencesOf),
  ...Object.entries(OTHER_RIGHTS),
]);

const BOOKS: ReadonlyMap<string, Books> = new Map([
  ...[...resources.values()].flatMap(booksByCode),
  ...Object.entries(OTHER_BOOKS),
]);

/** Whose money a permission decides about; undefined for one that neither posts to the ledger nor changes terms. */
export const booksOf = (permission: string): Books | undefined => BOOKS.get(permission);

/** Whom a permission is for; undefined for a code that the product does not know. */
export const audienceOf = (permission: string): Audience | undefined => AUDIENCES.get(permission);

/** Every permission of a resource or view, in the order in which a role lists them; empty for an unknown name. */
export const codesOf = (name: string): string[] =>
  [...AUDIENCES.keys()].filter((code) => code.startsWith(`${name}:`));

/** May this kind of person use the permission. What an installation's own buttons represent is the staff's. */
export const isFor = (permission: string, kind: Kind): boolean =>
  admits(audienceOf(permission) ?? STAFF, kind);

/** The permissions of a kind of people. */
export const permissionsFor = (kind: Kind): string[] =>
  [...AUDIENCES.keys()].filter((code) => isFor(code, kind));

/** The kinds of people that may hold all of these permissions. */
export const kindsFor = (permissions: readonly string[]): Kind[] =>
  KINDS.filter((kind) => permissions.every((code) => isFor(code, kind)));
