import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openTempFolder } from './folder.ts';

/** Writes small MaxMind databases: https://maxmind.github.io/MaxMind-DB/, version 2.0, IPv4 and records of 24 bits. */

interface Network {
  /** Dotted, with a prefix of 1 to 32 bits: `203.0.113.0/24`. */
  network: string;
  data: Value;
}
type Value = string | number | { readonly [key: string]: Value };

const STRING = 2;
const DOUBLE = 3;
const UINT16 = 5;
const UINT32 = 6;
const MAP = 7;

/** Lengths of 29 and above take a byte of their own; nothing here is longer than 284. */
const head = (type: number, size: number): Buffer =>
  size < 29 ? Buffer.from([(type << 5) | size]) : Buffer.from([(type << 5) | 29, size - 29]);

const whole = (type: number, bytes: number, value: number): Buffer => {
  const body = Buffer.alloc(bytes);
  body.writeUIntBE(value, 0, bytes);
  return Buffer.concat([head(type, bytes), body]);
};

function encode(value: Value): Buffer {
  if (typeof value === 'string') {
    const body = Buffer.from(value);
    return Buffer.concat([head(STRING, body.length), body]);
  }
  if (typeof value === 'number') {
    const body = Buffer.alloc(8);
    body.writeDoubleBE(value);
    return Buffer.concat([head(DOUBLE, 8), body]);
  }
  const entries = Object.entries(value);
  return Buffer.concat([
    head(MAP, entries.length),
    ...entries.flatMap(([key, each]) => [encode(key), encode(each)]),
  ]);
}

type Branch = [Branch | number | undefined, Branch | number | undefined];

/** The tree over the bits of the addresses; a number is the place of its data in the data section. */
function treeOf(networks: readonly Network[], placeOf: (data: Value) => number): Branch[] {
  const root: Branch = [undefined, undefined];
  const nodes = [root];
  for (const { network, data } of networks) {
    const [address = '', prefix] = network.split('/');
    const bits = address
      .split('.')
      .map((byte) => Number(byte).toString(2).padStart(8, '0'))
      .join('')
      .slice(0, Number(prefix));
    let at = root;
    for (const [depth, bit] of bits.split('').entries()) {
      const side = bit === '1' ? 1 : 0;
      if (depth === bits.length - 1) at[side] = placeOf(data);
      else {
        const next = at[side];
        if (typeof next === 'object') at = next;
        else {
          const made: Branch = [undefined, undefined];
          nodes.push(made);
          at[side] = made;
          at = made;
        }
      }
    }
  }
  return nodes;
}

/** A database that knows these networks; none may lie within another. */
function contentOf(networks: readonly Network[]): Buffer {
  const parts: Buffer[] = [];
  let length = 0;
  const nodes = treeOf(networks, (data) => {
    const at = length;
    const part = encode(data);
    parts.push(part);
    length += part.length;
    return at;
  });
  const record = (side: Branch[0]): number => {
    if (side === undefined) return nodes.length;
    return typeof side === 'number' ? nodes.length + 16 + side : nodes.indexOf(side);
  };
  const tree = Buffer.alloc(nodes.length * 6);
  for (const [at, [left, right]] of nodes.entries()) {
    tree.writeUIntBE(record(left), at * 6, 3);
    tree.writeUIntBE(record(right), at * 6 + 3, 3);
  }
  const metadata: readonly (readonly [string, Buffer])[] = [
    ['node_count', whole(UINT32, 4, nodes.length)],
    ['record_size', whole(UINT16, 2, 24)],
    ['ip_version', whole(UINT16, 2, 4)],
    ['database_type', encode('GeoLite2-City')],
    ['binary_format_major_version', whole(UINT16, 2, 2)],
    ['binary_format_minor_version', whole(UINT16, 2, 0)],
    ['build_epoch', whole(UINT32, 4, 1_700_000_000)],
  ];
  return Buffer.concat([
    tree,
    Buffer.alloc(16),
    ...parts,
    Buffer.from('abcdef', 'hex'),
    Buffer.from('MaxMind.com'),
    head(MAP, metadata.length),
    ...metadata.flatMap(([key, value]) => [encode(key), value]),
  ]);
}

export const MUMBAI = {
  country: { iso_code: 'IN' },
  city: { names: { en: 'Mumbai', 'zh-CN': '孟买' } },
  location: { latitude: 19.0748, longitude: 72.8856 },
};

const folders: string[] = [];

/** A folder for files of places; `dropPlaces` removes it. */
export function placesFolder(): string {
  const folder = openTempFolder('places');
  folders.push(folder);
  return folder;
}

/** The path of a database of these networks. */
export function placesFile(networks: readonly Network[]): string {
  const file = join(placesFolder(), 'cities.mmdb');
  writeFileSync(file, contentOf(networks));
  return file;
}

export function dropPlaces(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
}
