import { expect, it } from 'vitest';
import { isPublicAddress } from './address.ts';

it.each(['8.8.8.8', '93.184.216.34', '2606:4700:4700::1111', '2a00:1450:4001:81b::200e'])(
  '%s is public',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

it.each([
  '127.0.0.1',
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '169.254.169.254',
  '172.31.255.255',
  '192.168.0.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  '::ffff:10.0.0.1',
  '64:ff9b::a00:1',
  'fe80::1',
  'fd00::1',
  '2002:a00:1::',
  '2001:db8::1',
  'not an address',
])('%s is not', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});
