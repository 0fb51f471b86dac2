import fc from 'fast-check';
import { expect, it } from 'vitest';
import { base64Of, bytesOf, encode, hexDump, lineOf, prettyJson, textOf } from './payload.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

it('goes through base64 and back', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (given) => {
      expect([...bytesOf(base64Of(given))]).toEqual([...given]);
    }),
  );
});

it('makes JSON readable and changes no value of it', () => {
  expect(prettyJson('{"a":[1,{"b":12345678901234567890.10}],"c":{},"d":[ ],"e":"x:{,\\"]"}')).toBe(
    '{\n  "a": [\n    1,\n    {\n      "b": 12345678901234567890.10\n    }\n  ],\n  "c": {},\n  "d": [],\n  "e": "x:{,\\"]"\n}',
  );
  expect(prettyJson('21.50')).toBe('21.50');
  expect(prettyJson('{"a":}')).toBeUndefined();
  expect(prettyJson('')).toBeUndefined();
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(JSON.parse(prettyJson(text)!)).toEqual(JSON.parse(text));
    }),
  );
});

it('encodes text, JSON and hexadecimal digits', () => {
  expect(encode('°C', 'text')).toEqual({ bytes: bytes('°C') });
  expect(encode('{"a": 1}', 'json')).toEqual({ bytes: bytes('{"a": 1}') });
  expect(encode('{a: 1}', 'json')).toEqual({ fault: 'json' });
  expect(encode('0x00 FF-0a:1b', 'hex')).toEqual({ bytes: Uint8Array.from([0, 255, 10, 27]) });
  expect(encode('', 'hex')).toEqual({ bytes: new Uint8Array() });
  expect([encode('0', 'hex'), encode('zz', 'hex')]).toEqual([{ fault: 'hex' }, { fault: 'hex' }]);
});

it('shows bytes that are no text as digits', () => {
  expect(textOf(Uint8Array.from([0xff, 0xfe]))).toBeUndefined();
  expect(textOf(Uint8Array.from([0, 65]))).toBeUndefined();
  expect(lineOf(Uint8Array.from([0, 255]), false)).toBe('00 ff');
  expect(lineOf(bytes('a\n  b'), false)).toBe('a b');
  expect(lineOf(bytes('é').subarray(0, 1), true)).toBe('\ufffd');
  expect(hexDump(bytes('0123456789abcdef!\n'))).toBe(
    '0000  30 31 32 33 34 35 36 37 38 39 61 62 63 64 65 66  0123456789abcdef\n' +
      '0010  21 0a                                            !·',
  );
});
