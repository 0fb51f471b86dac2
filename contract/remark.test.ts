import { expect, it } from 'vitest';
import { machineRemark, readRemark } from './remark.ts';

it('reads what it wrote, whatever the text of others holds', () => {
  for (const text of ['', 'no funds', '余额不足', 'a: b\n@noEnd:c'])
    expect(readRemark(machineRemark('upstream', text))).toEqual({ code: 'upstream', text });
  expect(readRemark(machineRemark('noConnection'))).toEqual({ code: 'noConnection', text: '' });
  expect(machineRemark('upstream', 'x'.repeat(400))).toHaveLength(300);
});

it('leaves what is none of its codes to be read as it stands', () => {
  for (const text of ['no funds', '@somebody: hello', '@', '', '@upstream hello'])
    expect(readRemark(text)).toBeUndefined();
});
