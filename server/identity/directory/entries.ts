import type { Client, Entry } from 'ldapts';
import { Refused } from '../../platform/http/refused.ts';
import { toE164 } from '../../platform/telephone.ts';
import type { Directory } from './connection.ts';
import { above, nameKey, partsOf } from './distinguishedName.ts';
import { filterFor, filterForAll } from './filter.ts';

/** What a directory has of people and departments, read whole or not at all. */

const MOST_ENTRIES = 20_000;
const PAGE = 500;
const DEPARTMENTS = '(objectClass=organizationalUnit)';
const SECONDS = 20;
/** Active Directory keeps it as 16 bytes. */
const BINARY = ['objectGUID'];
/** Of Active Directory's `userAccountControl`: the account is switched off. */
const SWITCHED_OFF = 2;

export interface DirectoryPerson {
  dn: string;
  account: string;
  realName: string;
  email: string | undefined;
  phone: string | undefined;
  jobNum: string | undefined;
  /** Switched off in the directory itself. */
  off: boolean;
  /** Names of what the entry is in, the nearest first. */
  above: string[];
}

export interface DirectoryDepartment {
  dn: string;
  key: string;
  code: string;
  name: string;
  above: string[];
}

function valueOf(entry: Entry, attribute: string): string | undefined {
  const wanted = attribute.toLowerCase();
  const name = Object.keys(entry).find((each) => each.toLowerCase() === wanted);
  const given = name === undefined ? undefined : entry[name];
  const first = Array.isArray(given) ? given[0] : given;
  if (first === undefined) return undefined;
  const text = (Buffer.isBuffer(first) ? first.toString('hex') : first).trim();
  return text === '' ? undefined : text;
}

/** @throws Refused where there is more than is read: what was cut off would look as if it were gone */
async function all(client: Client, base: string, filter: string, attributes: string[]): Promise<Entry[]> {
  const entries: Entry[] = [];
  const pages = client.searchPaginated(base, {
    scope: 'sub',
    filter,
    attributes,
    explicitBufferAttributes: BINARY,
    timeLimit: SECONDS,
    paged: { pageSize: PAGE },
  });
  for await (const { searchEntries } of pages) {
    entries.push(...searchEntries);
    if (entries.length > MOST_ENTRIES) throw new Refused('directoryFailed', { says: 'directoryLarge' });
  }
  return entries;
}

const LONGEST = { realName: 60, email: 120, jobNum: 40 } as const;
const MAIL = /^[^@\s]+@[^@\s]+\.[^@\s]+$/;

const within = (text: string | undefined, most: number): string | undefined =>
  text !== undefined && text.length <= most ? text : undefined;

function personOf(directory: Directory, entry: Entry): DirectoryPerson {
  const first = (...names: string[]) => names.map((name) => valueOf(entry, name)).find(Boolean);
  const account = valueOf(entry, directory.bindAttrAccount) ?? '';
  const email = within(first('mail'), LONGEST.email);
  const phone = first('mobile', 'telephoneNumber');
  return {
    dn: entry.dn,
    account,
    realName: (first('displayName', 'cn') ?? account).slice(0, LONGEST.realName),
    email: email && MAIL.test(email) ? email : undefined,
    // A national number says nothing without its country, but for one of mainland form.
    phone: phone && toE164(phone),
    jobNum: within(valueOf(entry, directory.bindAttrEmployeeId), LONGEST.jobNum),
    off: (Number(valueOf(entry, 'userAccountControl') ?? 0) & SWITCHED_OFF) !== 0,
    above: above(entry.dn),
  };
}

const attributesOf = ({ bindAttrAccount, bindAttrEmployeeId }: Directory): string[] => [
  ...new Set([
    bindAttrAccount,
    bindAttrEmployeeId,
    'cn',
    'displayName',
    'mail',
    'mobile',
    'telephoneNumber',
    'userAccountControl',
  ]),
];

export async function readPeople(client: Client, directory: Directory): Promise<DirectoryPerson[]> {
  const { baseDn, authFilter } = directory;
  const entries = await all(client, baseDn, filterForAll(authFilter), attributesOf(directory));
  return entries.map((entry) => personOf(directory, entry));
}

/** The one entry whose account this is; undefined where there is none, or more than one. */
export async function entryOf(
  client: Client,
  directory: Directory,
  account: string,
): Promise<DirectoryPerson | undefined> {
  const { searchEntries } = await client.search(directory.baseDn, {
    scope: 'sub',
    filter: filterFor(directory.authFilter, account),
    attributes: attributesOf(directory),
    sizeLimit: 2,
    timeLimit: SECONDS,
  });
  const found = searchEntries.map((entry) => personOf(directory, entry));
  // A filter may find somebody by more than their account; whom it finds must have this one.
  const named = found.filter((person) => person.account.toLowerCase() === account.toLowerCase());
  return found.length === 1 ? named[0] : undefined;
}

const NAME_MOST = 60;

/** Departments from the top down, the base itself not among them. */
export async function readDepartments(client: Client, directory: Directory): Promise<DirectoryDepartment[]> {
  const { baseDn, bindAttrCode } = directory;
  const base = nameKey(baseDn);
  const entries = await all(client, baseDn, DEPARTMENTS, [bindAttrCode, 'ou', 'displayName']);
  return entries
    .map((entry) => ({
      dn: entry.dn,
      key: nameKey(entry.dn),
      code: within(valueOf(entry, bindAttrCode), NAME_MOST) ?? '',
      name: (valueOf(entry, 'displayName') ?? valueOf(entry, 'ou') ?? '').slice(0, NAME_MOST),
      above: above(entry.dn),
    }))
    .filter(({ key }) => key !== base)
    .toSorted((a, b) => partsOf(a.dn).length - partsOf(b.dn).length || (a.key < b.key ? -1 : 1));
}
