import { describe, expect, it } from 'vitest';
import { date, dict, flag, instant, int, json, money, rate, ref, secret, text, url } from './field.ts';
import { resources } from './resources/index.ts';
import { upstream } from './resources/channels/upstream.ts';
import { fieldsSchema, type Words, writable, writeSchema } from './validate.ts';
import { validationText } from './validationTexts.ts';

const words = (language: Words['language']): Words => ({ language, label: (field) => field });
const en = words('en');

/** The texts per field of a refused value. */
function messagesOf(schema: ReturnType<typeof fieldsSchema>, value: unknown): Record<string, string> {
  const parsed = schema.safeParse(value);
  return parsed.success
    ? {}
    : Object.fromEntries(parsed.error.issues.map((issue) => [issue.path.join('.'), issue.message]));
}

describe('fields', () => {
  it('says how many digits a number of so many has', () => {
    const fields = { utr: text({ pattern: '[0-9]{12}', max: 12 }), code: text({ pattern: '[A-Z]{2}' }) };
    expect(messagesOf(fieldsSchema(fields, en), { utr: '12', code: '1' })).toEqual({
      utr: 'Utr must have 12 digits',
      code: 'Code must match [A-Z]{2}',
    });
    expect(messagesOf(fieldsSchema(fields, words('zh-cn')), { utr: '12' })).toEqual({
      utr: 'utr 应为 12 位数字',
    });
  });

  it('says what a text must look like', () => {
    const fields = {
      account: text({ pattern: '[A-Za-z0-9_.@-]+' }),
      phone: text({ pattern: '[+0-9 ().-]{4,30}' }),
      ifsc: text({ pattern: '[A-Z]{4}0[A-Z0-9]{6}' }),
      paper: text({ pattern: '[A-Z]{2}[0-9]{4}' }),
      serial: text({ pattern: '-?[0-9]{1,18}' }),
    };
    const wrong = { account: 'a b', phone: 'abc', ifsc: 'hdfc', paper: 'a', serial: '1.5' };
    expect(messagesOf(fieldsSchema(fields, en), wrong)).toEqual({
      account: 'Account may have letters, digits and _ . @ - only',
      phone: 'Phone takes digits, spaces and + ( ) . - only, such as +86 138 0013 8000',
      ifsc: 'Ifsc must be 4 capital letters, a 0 and 6 capital letters or digits, such as HDFC0001234',
      paper: 'Paper must match [A-Z]{2}[0-9]{4}',
      serial: 'Serial must be a whole number',
    });
    const named = Object.values(resources.get('withdrawal')!.actions).flatMap(({ input }) =>
      Object.values(input ?? {}),
    );
    for (const field of [...named, ...[...resources.values()].flatMap((each) => Object.values(each.fields))])
      if (field.kind === 'text' && field.pattern !== undefined)
        expect(messagesOf(fieldsSchema({ it: field }, en), { it: '·' }).it).not.toBe('It has a wrong format');
  });

  it('says that nothing is no amount, whatever its sign', () => {
    const fields = { amount: money({ positive: true }), change: money({ positive: true, signed: true }) };
    for (const nothing of ['0', '0.00'])
      expect(messagesOf(fieldsSchema(fields, en), { amount: nothing, change: nothing })).toEqual({
        amount: 'Amount must be greater than 0',
        change: 'Change must be greater than 0',
      });
    expect(messagesOf(fieldsSchema(fields, words('zh-cn')), { amount: '0' })).toEqual({
      amount: 'amount 必须大于 0',
    });
    expect(messagesOf(fieldsSchema(fields, en), { amount: '0.01', change: '-1' })).toEqual({});
  });

  it('says up to which amount it goes', () => {
    const fields = { amount: money({ most: '1000000' }) };
    expect(messagesOf(fieldsSchema(fields, en), { amount: '1,000,000' })).toEqual({});
    for (const amount of ['1000000.01', '9999999999999'])
      expect(messagesOf(fieldsSchema(fields, en), { amount })).toEqual({
        amount: 'Amount must be at most 1,000,000',
      });
    const chinese = messagesOf(fieldsSchema(fields, words('zh-cn')), { amount: '1000001' });
    expect(chinese).toEqual({ amount: 'amount 不能大于 1,000,000' });
    expect(messagesOf(fieldsSchema(fields, en), { amount: 'x' })).toEqual({
      amount: 'Please enter correct amount!',
    });
  });

  it('says what to enter and what to select, in three languages', () => {
    const fields = {
      name: text({ required: true }),
      status: dict('statusEnum', { required: true }),
      on: flag({ required: true }),
    };
    expect(messagesOf(fieldsSchema(fields, en), {})).toEqual({
      name: 'Please enter name!',
      status: 'Please select status!',
      on: 'Please select on!',
    });
    expect(messagesOf(fieldsSchema(fields, words('zh-cn')), { name: '  ' })).toMatchObject({
      name: '请输入 name！',
      status: '请选择 status！',
    });
    expect(messagesOf(fieldsSchema(fields, words('zh-tw')), { name: null })).toMatchObject({
      name: '請輸入 name！',
      status: '請選擇 status！',
    });
  });

  it.each([
    [text({ max: 3 }), ['abc', ' ab '], ['abcd', 5]],
    [text({ pattern: '[a-z]+' }), ['abc'], ['abc1', 'ABC', 'a\nb']],
    [money(), ['0', '12.5', '999999999999999999.999999'], ['1e3', '-1', '1.1234567', '٣', 5, 'NaN']],
    [money({ signed: true }), ['-1'], ['--1']],
    [rate(), ['0', '0.018', 0.02], ['1', '-0.1', '0.1234567']],
    [int({ min: 1, maximum: 5 }), [1, 5], [0, 6, 1.5, '3']],
    [dict('statusEnum'), [1, 2], [3, '1', 'enabled']],
    [ref('merchant'), ['5', 7], ['0', '-1', 'x', '1.5', 1.5]],
    [flag(), [true, false], ['true', 1]],
    [instant(), ['2026-01-01T00:00:00Z', '2026-01-01T05:30:00+05:30'], ['2026-01-01', 'now', 5]],
    [date(), ['2026-02-28'], ['2026-02-30', '28.2.2026']],
    [
      url(),
      ['https://a.example/x', 'http://127.0.0.1:7300/'],
      ['javascript:alert(1)', 'ftp://x', '//x', 'https://u@h/'],
    ],
    [
      json(),
      ['{"a":1}', { a: 1 }, [1]],
      ['{a:1}', '5', 'null', '{"__proto__":{}}', '{"a":{"constructor":1}}'],
    ],
    [secret({ max: 5 }), ['abc'], ['abcdef']],
  ])('%o', (field, good, bad) => {
    const schema = fieldsSchema({ value: field }, en);
    for (const value of good) expect(schema.safeParse({ value }).success, JSON.stringify(value)).toBe(true);
    for (const value of bad) expect(schema.safeParse({ value }).success, JSON.stringify(value)).toBe(false);
    expect(schema.safeParse({ value: '' }).data).toEqual({ value: null });
  });
});

describe('writes', () => {
  it('an unknown key is refused, whatever the resource', () => {
    for (const resource of resources.values()) {
      const parsed = writeSchema(resource, 'update', en).safeParse({ id: '1', version: 1, tenantId: '1' });
      expect(parsed.success, resource.id).toBe(false);
    }
  });

  it('readonly is in neither, once only in add', () => {
    expect(writable(text({ readonly: true }), 'add')).toBe(false);
    expect(writable(text({ once: true }), 'add')).toBe(true);
    expect(writable(text({ once: true }), 'update')).toBe(false);
  });

  it('an update names what changes; bounds are checked across fields', () => {
    const schema = writeSchema(upstream, 'update', en);
    expect(schema.safeParse({ id: '1', version: 3, name: 'x' }).data).toEqual({
      id: '1',
      version: 3,
      name: 'x',
    });
    expect(
      messagesOf(schema, {
        id: '1',
        version: 3,
        payMiniAmount: '9',
        payMaxAmount: '5',
      }),
    ).toEqual({
      payMaxAmount: 'PayMaxAmount must not be below its minimum',
    });
    expect(messagesOf(schema, { id: '1', version: 3, name: '' })).toEqual({ name: 'Please enter name!' });
  });
});

it('begins a sentence with a capital, whatever its label is within one', () => {
  expect(validationText('en', 'digits', { label: 'withdrawal amount', max: 2 })).toBe(
    'Withdrawal amount must have at most 2 decimals',
  );
  expect(validationText('en', 'enter', { label: 'withdrawal amount' })).toBe(
    'Please enter withdrawal amount!',
  );
  expect(validationText('zh-cn', 'positive', { label: '提现金额' })).toBe('提现金额必须大于 0');
});
