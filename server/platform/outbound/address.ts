import { BlockList, isIP } from 'node:net';

/** IPv4 ranges that are not the public internet (IANA special-purpose registry). */
const SPECIAL_V4: readonly [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

const special = new BlockList();
for (const [net, prefix] of SPECIAL_V4) special.addSubnet(net, prefix, 'ipv4');

/** IPv6: global unicast alone, without the ranges in it that wrap an IPv4 address or are for documents. */
const global = new BlockList();
global.addSubnet('2000::', 3, 'ipv6');
const wrapped = new BlockList();
for (const [net, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  wrapped.addSubnet(net, prefix, 'ipv6');
}

/** True for an address on the public internet; anything else, mapped and translated forms too, is not. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !special.check(address, 'ipv4');
    case 6:
      return global.check(address, 'ipv6') && !wrapped.check(address, 'ipv6');
    default:
      return false;
  }
}
