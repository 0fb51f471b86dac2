import { type AddressInfo, createServer, type Socket } from 'node:net';
import { BerWriter, Client } from 'ldapts';
import type { LdapHost } from '../../server/platform/env.ts';

/** A directory for tests: in this process, or a real slapd that `npm run campaign:directory` has started. */

export interface DirectoryEntry {
  dn: string;
  [attribute: string]: string | string[];
}

export interface DirectoryServer {
  hosts: readonly LdapHost[];
  /** From now on it has these, under its base and with its service account. */
  set(entries: readonly DirectoryEntry[]): Promise<void>;
  stop(): Promise<void>;
}

export const BASE = 'dc=example,dc=com';
export const SERVICE = `cn=service,${BASE}`;
export const SERVICE_PASSWORD = 'service-password-1';

const ALWAYS: readonly DirectoryEntry[] = [
  { dn: BASE, objectClass: ['dcObject', 'organization'], dc: 'example', o: 'Example' },
  {
    dn: SERVICE,
    objectClass: ['organizationalRole', 'simpleSecurityObject'],
    cn: 'service',
    userPassword: SERVICE_PASSWORD,
  },
];

const TAG = { bind: 0x60, bound: 0x61, unbind: 0x42, search: 0x63, entry: 0x64, done: 0x65 } as const;
const CODE = { right: 0, noSuchObject: 32, invalidCredentials: 49 } as const;

const listOf = (value: string | string[]): string[] => [value].flat();

function message(id: number, tag: number, write: (writer: BerWriter) => void): Buffer {
  const writer = new BerWriter();
  writer.startSequence();
  writer.writeInt(id);
  writer.startSequence(tag);
  write(writer);
  writer.endSequence();
  writer.endSequence();
  return writer.buffer;
}

const ended = (id: number, tag: number, code: number): Buffer =>
  message(id, tag, (writer) => {
    writer.writeEnumeration(code);
    writer.writeString('');
    writer.writeString('');
  });

const entryMessage = (id: number, { dn, ...attributes }: DirectoryEntry, wanted: readonly string[]): Buffer =>
  message(id, TAG.entry, (writer) => {
    writer.writeString(dn);
    writer.startSequence();
    for (const [name, value] of Object.entries(attributes)) {
      if (name === 'userPassword' || !wanted.includes(name.toLowerCase())) continue;
      writer.startSequence();
      writer.writeString(name);
      writer.startSequence(0x31);
      for (const each of listOf(value)) writer.writeString(each);
      writer.endSequence();
      writer.endSequence();
    }
    writer.endSequence();
  });

interface Tlv {
  tag: number;
  value: Buffer;
}

/** What is in a value, one after the other. Read by code of the tests' own: what writes it is what they judge. */
function partsOf(bytes: Buffer): Tlv[] {
  const parts: Tlv[] = [];
  for (let at = 0; at < bytes.length; ) {
    const first = bytes[at + 1]!;
    const long = first & 0x80 ? first & 0x7f : 0;
    const length = long === 0 ? first : bytes.readUIntBE(at + 2, long);
    const from = at + 2 + long;
    parts.push({ tag: bytes[at]!, value: bytes.subarray(from, from + length) });
    at = from + length;
  }
  return parts;
}

const FILTER = { and: 0xa0, or: 0xa1, not: 0xa2, equal: 0xa3, present: 0x87 } as const;

function matches(entry: DirectoryEntry, { tag, value }: Tlv): boolean {
  const valuesOf = (name: Buffer) => {
    const key = Object.keys(entry).find((each) => each.toLowerCase() === name.toString().toLowerCase());
    return key === undefined ? [] : listOf(entry[key]!).map((each) => each.toLowerCase());
  };
  switch (tag) {
    case FILTER.and:
      return partsOf(value).every((part) => matches(entry, part));
    case FILTER.or:
      return partsOf(value).some((part) => matches(entry, part));
    case FILTER.not:
      return partsOf(value).every((part) => !matches(entry, part));
    case FILTER.present:
      return valuesOf(value).length > 0;
    case FILTER.equal: {
      const [name, wanted] = partsOf(value);
      return valuesOf(name!.value).includes(wanted!.value.toString().toLowerCase());
    }
    default:
      throw new Error(`this directory knows no filter ${tag.toString(16)}`);
  }
}

/** As far as the product asks: simple bind and search below a base. Whoever is not bound sees nothing, as slapd is set up. */
function answer(entries: readonly DirectoryEntry[], state: { bound: string }, packet: Buffer): Buffer[] {
  const [number, operation] = partsOf(partsOf(packet)[0]!.value);
  const id = number!.value.readUIntBE(0, number!.value.length);
  const parts = partsOf(operation!.value);
  const find = (dn: string) => entries.find((entry) => entry.dn.toLowerCase() === dn.toLowerCase());
  if (operation!.tag === TAG.bind) {
    const [dn, password] = parts.slice(1).map(({ value }) => value.toString()) as [string, string];
    const right = password === '' || find(dn)?.userPassword === password;
    state.bound = right && password !== '' ? dn : '';
    return [ended(id, TAG.bound, right ? CODE.right : CODE.invalidCredentials)];
  }
  if (operation!.tag !== TAG.search) return [];
  const base = parts[0]!.value.toString().toLowerCase();
  if (state.bound !== SERVICE || !find(base)) return [ended(id, TAG.done, CODE.noSuchObject)];
  const wanted = partsOf(parts[7]!.value).map(({ value }) => value.toString().toLowerCase());
  const found = entries.filter((entry) => entry.dn.toLowerCase().endsWith(base) && matches(entry, parts[6]!));
  return [...found.map((entry) => entryMessage(id, entry, wanted)), ended(id, TAG.done, CODE.right)];
}

/** Bytes of the first whole message, or undefined while it is not whole. */
function wholeLength(bytes: Buffer): number | undefined {
  if (bytes.length < 2) return undefined;
  const first = bytes[1]!;
  const long = first & 0x80 ? first & 0x7f : 0;
  if (bytes.length < 2 + long) return undefined;
  const length = long === 0 ? first : bytes.readUIntBE(2, long);
  return bytes.length >= 2 + long + length ? 2 + long + length : undefined;
}

async function inProcess(): Promise<DirectoryServer> {
  let entries: readonly DirectoryEntry[] = ALWAYS;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const state = { bound: '' };
    let rest = Buffer.alloc(0);
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    socket.on('data', (piece) => {
      rest = Buffer.concat([rest, piece]);
      for (let length = wholeLength(rest); length !== undefined; length = wholeLength(rest)) {
        for (const each of answer(entries, state, rest.subarray(0, length))) socket.write(each);
        rest = rest.subarray(length);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    hosts: [{ host: '127.0.0.1', port, security: 'none' }],
    set: async (given) => {
      entries = [...ALWAYS, ...given];
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** What the campaign's script says of the slapd it has started. */
export interface Slapd {
  hosts: LdapHost[];
  root: string;
  password: string;
}

async function real({ hosts, root, password }: Slapd): Promise<DirectoryServer> {
  const plain = hosts.find(({ security }) => security === 'none')!;
  const as = async (work: (client: Client) => Promise<void>): Promise<void> => {
    const client = new Client({ url: `ldap://${plain.host}:${plain.port}` });
    try {
      await client.bind(root, password);
      await work(client);
    } finally {
      await client.unbind();
    }
  };
  const clear = async (client: Client): Promise<void> => {
    const { searchEntries } = await client
      .search(BASE, { attributes: ['1.1'] })
      .catch(() => ({ searchEntries: [] as { dn: string }[] }));
    const deepest = searchEntries
      .map(({ dn }) => dn)
      .toSorted((a, b) => b.split(',').length - a.split(',').length);
    for (const dn of deepest) await client.del(dn);
  };
  return {
    hosts,
    set: (given) =>
      as(async (client) => {
        await clear(client);
        for (const { dn, ...attributes } of [...ALWAYS, ...given]) await client.add(dn, attributes);
      }),
    stop: () => as(clear),
  };
}

/** Set by the campaign: the directory that the same tests then run against. */
export const slapd: Slapd | undefined =
  process.env.PAYDESK_SLAPD === undefined ? undefined : (JSON.parse(process.env.PAYDESK_SLAPD) as Slapd);

export const startDirectory = (): Promise<DirectoryServer> => (slapd ? real(slapd) : inProcess());

/** A person as directories of today keep them. */
export const personEntry = (
  uid: string,
  more: Record<string, string> = {},
  unit?: string,
): DirectoryEntry => ({
  dn: `uid=${uid},${unit ? `${unit},` : ''}${BASE}`,
  objectClass: 'inetOrgPerson',
  uid,
  cn: `${uid} ${uid}son`,
  sn: `${uid}son`,
  userPassword: `${uid}-password-1`,
  ...more,
});

export const unitEntry = (ou: string, unit?: string, more: Record<string, string> = {}): DirectoryEntry => ({
  dn: `ou=${ou},${unit ? `${unit},` : ''}${BASE}`,
  objectClass: 'organizationalUnit',
  ou,
  ...more,
});
