import { afterAll, beforeAll, expect, it } from 'vitest';
import { BLANK_TEMPLATE } from '../../contract/print/printed.ts';
import type { PrintDocument } from '../../server/api/print/documents.ts';
import { seedPrintTemplates } from '../../server/demo/seed/printTemplates.ts';
import { newId } from '../../server/platform/db/id.ts';
import { engineWorld, type EngineWorld, type Who } from './engineWorld.ts';

/** What is printed: templates that ship, the values of a print under rights and scope, and statements that add up. */

let world: EngineWorld;
const orders: Partial<Record<'lone' | 'south' | 'sub' | 'foreign', string>> = {};

beforeAll(async () => {
  world = await engineWorld();
  await seedPrintTemplates(world.server.database.owner);
  for (const merchant of ['lone', 'south', 'sub', 'foreign'] as const)
    orders[merchant] = await world.paid(merchant);
  await world.paid('lone', { amount: '1000' });
});
afterAll(() => world.stop());

const print = (body: object, who: Who = 'admin') => world.as[who].ask<PrintDocument>('print/document', body);
const receipt = (id: string | undefined, who?: Who) => print({ source: 'collectReceipt', id }, who);
const period = { from: '2020-01-01T00:00:00Z', to: '2020-06-01T00:00:00Z' };
const now = () => ({
  from: new Date(Date.now() - 86_400_000).toISOString(),
  to: new Date(Date.now() + 86_400_000).toISOString(),
});
const statement = (over: object, who?: Who) =>
  print({ source: 'merchantStatement', currency: 'INR', ...now(), ...over }, who);

it('ships a template of each print, which the family asks for by name', async () => {
  const { items } = await world.as.admin.call<{ items: { name: string; source: string }[] }>(
    'sysPrint/page',
    {},
  );
  expect(items.map(({ name, source }) => [name, source])).toEqual(
    ['collectReceipt', 'payReceipt', 'withdrawalReceipt', 'merchantStatement'].map((name) => [name, name]),
  );
  const shipped = await world.as.all.call<{ template: string; printDataDemo: string }>(
    'sysPrint/print/collectReceipt',
  );
  expect(JSON.parse(shipped.template)).toMatchObject({ paydesk: 1, paper: { size: 'roll80' } });
  expect(JSON.parse(shipped.printDataDemo)).toMatchObject({ fields: { currency: 'INR' } });
  expect(await world.as.all.call('sysPrint/print/nothing')).toBeNull();
});

it('keeps templates of other programs as they are, and finds none that is switched off', async () => {
  const made = await world.as.admin.call<{ id: string; source: string; version: number }>('sysPrint/add', {
    id: 0,
    name: 'label',
    template: '{"panels":[]}',
    printType: 2,
  });
  const row = async () =>
    (await world.as.admin.call<{ items: { id: string; source: string; template: string }[] }>(
      'sysPrint/page',
      {
        name: 'label',
      },
    ))!.items[0]!;
  expect(await row()).toMatchObject({ source: 'foreign', template: '{"panels":[]}' });
  const wrong = await world.as.admin.ask('sysPrint/update', { ...made, template: '{' });
  expect(wrong.body.message).toEqual({ template: ['This is not valid JSON'] });
  const twin = await world.as.admin.ask('sysPrint/add', { name: 'label', template: '[]' });
  expect(twin.body.extras).toMatchObject({ errorCode: 'duplicate' });
  await world.as.admin.call('sysPrint/update', { ...made, template: BLANK_TEMPLATE });
  expect((await row()).source).toBe('collectReceipt');
  await world.as.admin.call('sysPrint/update', { ...(await row()), status: 2 });
  expect(await world.as.all.call('sysPrint/print/label')).toBeNull();
  await world.as.admin.call('sysPrint/delete', { id: made.id });
});

it('refuses a template that names what its print does not have, or lies outside of its paper', async () => {
  const own = JSON.parse(BLANK_TEMPLATE) as { elements: object[] };
  const refused = async (elements: object[], over: object = {}) => {
    const template = JSON.stringify({ ...own, elements, ...over });
    const { body } = await world.as.admin.ask('sysPrint/add', { name: `t${newId()}`, template });
    return (body.message as { template?: string[] } | null)?.template?.[0];
  };
  const place = { x: 0, y: 0, w: 40, h: 5, size: 8 };
  const text = (words: string) => ({ kind: 'text', ...place, text: words });
  expect(await refused([text('Key {secretKey}')])).toBe(
    'Element 1 names secretKey, which this print does not have',
  );
  expect(await refused([text('{__proto__}')])).toContain('names __proto__');
  expect(await refused([{ kind: 'field', ...place, field: 'callbackUrl' }])).toContain('callbackUrl');
  expect(await refused([text('a'), { kind: 'line', x: 70, y: 0, w: 20, h: 0 }])).toBe(
    'Element 2 lies outside of the paper',
  );
  expect(await refused([{ kind: 'html', ...place, html: '<b>x</b>' }])).toContain('Element 1');
  expect(await refused([{ ...text('a'), style: 'position:fixed' }])).toContain('Element 1');
  const picture = (id: string) => ({ kind: 'picture', x: 0, y: 0, w: 9, h: 9, picture: id });
  expect(await refused([picture('https://evil.example/a.png')])).toContain('Element 1');
  expect(await refused([picture(newId())])).toContain('public file');
  expect(await refused(Array.from({ length: 151 }, () => text('a')))).toContain('template of ours');
  expect(await refused([text('x'.repeat(99_999))])).toContain('at most 100000');
});

it('prints what the caller may read of a row, and no more of it than the print lists', async () => {
  const { body } = await receipt(orders.lone);
  const { data, templates, pictures } = body.result!;
  expect(data.fields).toMatchObject({
    merchant: 'Lone',
    amount: '1000',
    fee: '20',
    currency: 'INR',
    status: 2,
  });
  expect(Object.keys(data.fields)).not.toContain('upstreamCost');
  expect(Object.keys(data.fields)).not.toContain('callbackUrl');
  expect(templates.map(({ name }) => name)).toEqual(['collectReceipt']);
  expect(Object.keys(pictures)).toEqual(['logo']);
  // A merchant prints its own, and finds nobody else's.
  expect((await receipt(orders.lone, 'merchant')).body.result?.data.fields.merchant).toBe('Lone');
  for (const other of [orders.south, orders.foreign, newId()])
    expect((await receipt(other, 'merchant')).body.extras).toMatchObject({ errorCode: 'notFound' });
  expect((await receipt(orders.sub, 'agent')).body.code).toBe(200);
  expect((await receipt(orders.foreign, 'branch')).body.extras).toMatchObject({ errorCode: 'notFound' });
});

it('prints a receipt after payment only, and says so in the language of whoever prints', async () => {
  const id = await world.order('lone');
  const says = async (language: string) => {
    const asked = { source: 'collectReceipt', id };
    return (await world.as.admin.ask('print/document', asked, { 'Accept-Language': language })).body;
  };
  expect(await says('en')).toMatchObject({
    message: 'Not paid yet: a receipt is printed after payment',
    extras: { errorCode: 'notPrinted' },
  });
  expect((await says('zh-cn')).message).toBe('尚未支付：支付后才能打印凭证');
  expect((await says('zh-tw')).message).toBe('尚未付款：付款後才能列印憑證');
  // One that prints every state is offered, with a word on the one that is not.
  const made = await world.as.admin.call<{ id: string }>('sysPrint/add', {
    name: 'slip',
    template: BLANK_TEMPLATE,
    printType: 1,
  });
  const { templates, withheld } = (await receipt(id)).body.result!;
  expect(templates.map(({ name }) => name)).toEqual(['slip']);
  expect(withheld).toEqual([
    { name: 'collectReceipt', says: 'Not paid yet: a receipt is printed after payment' },
  ]);
  const both = (await receipt(orders.lone)).body.result!;
  expect([both.templates.length, both.withheld]).toEqual([2, []]);
  await world.as.admin.call('sysPrint/delete', { id: made.id });
  // One that is drawn is tried out with the values of any row that its drawer may read.
  const alone = (await print({ source: 'collectReceipt', id, alone: true })).body.result!;
  expect([alone.templates, alone.withheld]).toEqual([[], []]);
  expect(alone.data.fields).toMatchObject({ merchant: 'Lone', amount: '1000', paidAmount: null });
  const asked = { source: 'collectReceipt', id: orders.foreign, alone: true };
  expect((await print(asked, 'branch')).body.extras).toMatchObject({ errorCode: 'notFound' });
});

it('states opening + in − out − fees = closing with the balance after each entry', async () => {
  const { body } = await statement({ merchantId: world.merchants.lone });
  const { fields, rows } = body.result!.data;
  expect(fields).toMatchObject({
    merchant: 'Lone',
    opening: '0',
    in: '2000',
    out: '0',
    fees: '40',
    closing: '1960',
    entryCount: 4,
  });
  expect(rows.entries!.map(({ amount, balance }) => [amount, balance])).toEqual([
    ['1000', '1000'],
    ['-20', '980'],
    ['1000', '1980'],
    ['-20', '1960'],
  ]);
  const before = await statement({ merchantId: world.merchants.lone, ...period });
  expect(before.body.result!.data.fields).toMatchObject({ opening: '0', closing: '0', entryCount: 0 });
});

it('states a merchant’s own books to it, and nobody else’s', async () => {
  expect((await statement({}, 'merchant')).body.result?.data.fields.closing).toBe('1960');
  expect((await statement({ merchantId: world.merchants.sub }, 'agent')).body.code).toBe(200);
  for (const [who, merchant] of [
    ['merchant', 'south'],
    ['agent', 'lone'],
    ['branch', 'south'],
    ['branch', 'foreign'],
  ] as const)
    expect((await statement({ merchantId: world.merchants[merchant] }, who)).body.extras).toMatchObject({
      errorCode: 'notFound',
    });
});

it('says what a statement lacks', async () => {
  const merchantId = world.merchants.lone;
  const fields = async (over: object) => Object.keys((await statement(over)).body.message as object);
  expect(await fields({})).toEqual(['merchantId']);
  expect(await fields({ merchantId, currency: undefined })).toEqual(['currency']);
  expect(await fields({ merchantId, from: undefined })).toEqual(['from']);
  expect(await fields({ merchantId, from: now().to, to: now().from })).toEqual(['from']);
  expect(await fields({ merchantId, from: '2020-01-01T00:00:00Z' })).toEqual(['from']);
});

it('prints no statement of books that do not agree', async () => {
  const { owner } = world.server.database;
  const { rows } = await owner.query<{ id: string }>(
    // A posting of no entry: it is in the list and in no balance.
    `update fund_detail set entry_id = 1 where id = (select max(id) from fund_detail where merchant_id = $1)
     returning id::text`,
    [world.merchants.south],
  );
  expect(rows).toHaveLength(1);
  const { body } = await statement({ merchantId: world.merchants.south });
  expect(body.extras).toMatchObject({ errorCode: 'statementGap' });
});
