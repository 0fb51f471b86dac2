import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActionResult } from '../../contract/calls.ts';
import type { FilledForm, FormShown } from '../../contract/forms/form.ts';
import { type Hand, hand } from '../safety/withdrawalWorld.ts';
import { makeWorld, platformTenant, utr, type World } from '../safety/world.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** Forms that are drawn, published and filled in by manual orders. */

const REQUESTS = ['page', 'add', 'update', 'submit', 'approve', 'export'].map(
  (verb) => `manualOrder:${verb}`,
);
const FORMS = ['page', 'add', 'update', 'delete', 'publish'].map((verb) => `formDesign:${verb}`);

let server: TestServer;
let world: World;
let designer: Hand;
let maker: Hand;

beforeAll(async () => {
  server = await startServer();
  world = await makeWorld(server.database.pool, await platformTenant(server.database.pool));
  [designer, maker] = await Promise.all([hand(server, world, FORMS), hand(server, world, REQUESTS)]);
});
afterAll(() => server.stop());

const title = (en: string, cn: string) => ({ en, 'zh-cn': cn });
const PROPERTIES = {
  reason: {
    type: 'string',
    'x-input': 'radio',
    oneOf: [
      { const: 'lost', 'x-title': title('Order lost', '订单丢失') },
      { const: 'late', 'x-title': title('Paid late', '付款过迟') },
    ],
    'x-title': title('Reason', '原因'),
  },
  paper: {
    type: 'string',
    pattern: '[A-Z]{2}\\d{4}',
    maxLength: 6,
    'x-title': title('Paper number', '凭证号'),
  },
  seen: { type: 'string', format: 'date', 'x-title': title('Date of contact', '联系日期') },
  proofs: {
    type: 'array',
    items: {
      type: 'string',
      oneOf: [
        { const: 'call', 'x-title': title('Call', '电话') },
        { const: 'mail', 'x-title': title('Mail', '邮件') },
        { const: 'paper', 'x-title': title('Paper', '纸质') },
      ],
    },
    'x-title': title('Proofs', '证明'),
  },
  cost: { type: 'string', format: 'money', 'x-maximum': '100', 'x-title': title('Cost', '费用') },
};
const schemaOf = (properties: Record<string, unknown> = PROPERTIES, required = ['reason']) => ({
  type: 'object',
  properties,
  required: required.filter((key) => key in properties),
  'x-sections': [{ 'x-columns': 2, fields: Object.keys(properties) }],
});

interface Form {
  id: string;
  version: number;
  status: number;
}

const newForm = () =>
  designer.client.call<Form>('formDesign/add', { name: 'Evidence', purpose: 'manualOrder' });
const detail = (id: string) => designer.client.call<Form & { draft: unknown }>(`formDesign/detail?id=${id}`);
const draw = ({ id, version }: Form, schema: unknown) =>
  designer.client.ask('formDesign/draw', { id, version, schema });
const publish = async ({ id }: Pick<Form, 'id'>) =>
  designer.client.ask('formDesign/publish', { id, version: (await detail(id)).version });
/** A form in force. */
async function published(schema: unknown = schemaOf()): Promise<Form> {
  const made = await newForm();
  expect((await draw(made, schema)).body.code).toBe(200);
  expect((await publish(made)).body.code).toBe(200);
  return detail(made.id);
}
const asked = () => maker.client.call<FormShown | null>('formDesign/inForce?purpose=manualOrder');
const order = (form?: unknown) => ({
  merchantId: world.merchantId,
  currency: 'INR',
  amount: '250',
  utr: utr(),
  ...(form !== undefined && { form }),
});
const add = (form?: unknown) => maker.client.ask('manualOrder/add', order(form));
const codeOf = ({ body }: Awaited<ReturnType<typeof add>>) => body.extras?.errorCode ?? body.code;
const messageOf = ({ body }: Awaited<ReturnType<typeof add>>) => body.message as Record<string, string[]>;

interface Order {
  id: string;
  version: number;
  form: FilledForm | null;
}

describe('a manual order', () => {
  it('asks nothing more without a form in force', async () => {
    // As after a demo was loaded: what people had published goes with them.
    await server.database.owner.query('truncate form_purpose');
    expect(await asked()).toBeNull();
    expect(codeOf(await add())).toBe(200);
    expect(codeOf(await add({ version: '1', values: {} }))).toBe('formChanged');
  });

  it('keeps what the form in force asks, with its version, and shows it', async () => {
    await published();
    const shown = (await asked())!;
    expect(shown).toMatchObject({ formVersion: 1, name: 'Evidence' });
    const missing = await add();
    expect(codeOf(missing)).toBe('formChanged');
    const read = '/api/formDesign/inForce?purpose=manualOrder';
    expect(missing.body.extras?.values).toMatchObject({
      form: 'Evidence',
      formVersion: 1,
      version: shown.id,
      read,
    });
    expect(missing.body.message).toBe(
      `Fill in the form “Evidence”, version 1: read it at ${read} and send it as “form” with its version and values`,
    );
    const values = { reason: 'lost', paper: ' AB1234 ', seen: '2026-05-05', cost: '1,0.5' };
    const proofs = ['call', 'call'];
    const wrong = await add({ version: shown.id, values: { ...values, proofs, stranger: 1 } });
    expect(Object.keys(messageOf(wrong)).sort()).toEqual(['form.cost', 'form.proofs', 'form.stranger']);
    const right = { ...values, proofs: ['paper', 'call'], cost: '10.5' };
    const { body } = await add({ version: shown.id, values: right });
    const made = body.result as Order;
    expect(made.form).toEqual({
      version: shown.id,
      values: {
        reason: 'lost',
        paper: 'AB1234',
        seen: '2026-05-05',
        proofs: ['call', 'paper'],
        cost: '10.5',
      },
    });
    const row = await maker.client.call<Order>(`manualOrder/detail?id=${made.id}`);
    expect(row.form).toEqual(made.form);
    expect(await maker.client.call(`formDesign/version?id=${row.form!.version}`)).toEqual(shown);
  });

  it('is refused at the drawn field, in the language of the reader', async () => {
    const shown = (await asked())!;
    const wrong = { paper: 'x', seen: 'yesterday', cost: '100.123' };
    const answer = await maker.client.ask('manualOrder/add', order({ version: shown.id, values: wrong }), {
      'Accept-Language': 'zh-CN',
    });
    expect(messageOf(answer)).toMatchObject({
      'form.reason': ['请选择原因！'],
      'form.paper': ['凭证号应符合 [A-Z]{2}\\d{4}'],
    });
    expect(Object.keys(messageOf(answer)).sort()).toEqual([
      'form.cost',
      'form.paper',
      'form.reason',
      'form.seen',
    ]);
    expect(
      messageOf(await add({ version: shown.id, values: { reason: 'lost', cost: '10.123' } })),
    ).toHaveProperty('form.cost');
    expect(messageOf(await add({ version: shown.id, values: 'x' }))).toHaveProperty('form');
  });

  it('keeps its version, and what is not sent of it, while its draft is edited under another form', async () => {
    const shown = (await asked())!;
    const values = { reason: 'late', paper: 'AB1234' };
    const made = (await add({ version: shown.id, values })).body.result as Order;
    await published(schemaOf({ other: { type: 'boolean', 'x-title': title('Other', '其他') } }));
    expect((await asked())!.id).not.toBe(shown.id);
    expect(codeOf(await add({ version: shown.id, values }))).toBe('formChanged');
    const edited = await maker.client.call<Order>('manualOrder/update', {
      id: made.id,
      version: made.version,
      form: { version: shown.id, values: { paper: 'CD5678' } },
    });
    expect(edited.form).toEqual({ version: shown.id, values: { reason: 'late', paper: 'CD5678' } });
    const log = await server.database.pool.query<{ after: { form?: FilledForm } }>(
      "select after from order_log where order_id = $1 and event = 'update'",
      [made.id],
    );
    expect(log.rows[0]?.after.form?.values).toMatchObject({ paper: 'CD5678' });
    const { done } = await maker.client.command<ActionResult>('manualOrder/submit', { ids: [made.id] });
    expect(done).toEqual([made.id]);
  });

  it('is written by the form before a publication or refused, never by one that is not in force', async () => {
    const form = await published();
    const shown = (await asked())!;
    for (let round = 0; round < 4; round += 1) {
      const before = (await asked())!;
      const adding = Array.from({ length: 6 }, () => add({ version: before.id, values: { reason: 'lost' } }));
      const [answers, publication] = await Promise.all([Promise.all(adding), publish(form)]);
      expect(publication.body.code).toBe(200);
      for (const answer of answers) expect([200, 'formChanged']).toContain(codeOf(answer));
      expect(codeOf(await add({ version: before.id, values: { reason: 'lost' } }))).toBe('formChanged');
    }
    const { rows } = await server.database.pool.query(
      `select from manual_order o join form_version v on v.id = o.form_version_id
       where o.form ->> 'version' <> v.id::text or o.created_at < v.published_at`,
    );
    expect(rows).toEqual([]);
    expect((await asked())!.formVersion).toBe(shown.formVersion + 4);
  });
});

describe('a list of manual orders', () => {
  const choice = (key: string, cn: string) => ({ const: key, 'x-title': title(key, cn) });
  const LOOKED_FOR = {
    why: {
      type: 'string',
      'x-input': 'select',
      oneOf: [choice('lost', '丢失'), choice('late', '过迟')],
      'x-title': title('Why', '原因'),
    },
    note: { type: 'string', maxLength: 40, 'x-title': title('Note', '备注') },
    parts: { type: 'integer', 'x-title': title('Parts', '件数') },
    price: { type: 'string', format: 'money', 'x-title': title('Price', '价格') },
    met: { type: 'string', format: 'date', 'x-title': title('Met', '会面') },
    sure: { type: 'boolean', 'x-title': title('Sure', '确定') },
    ways: {
      type: 'array',
      items: { type: 'string', oneOf: ['call', 'mail', 'post'].map((each) => choice(each, each)) },
      'x-title': title('Ways', '方式'),
    },
    state: { 'x-dict': 'statusEnum', 'x-title': title('State', '状态') },
  };
  const names = new Map<string, string>();
  const found = async (filters: Record<string, unknown>) => {
    const { items } = await maker.client.call<{ items: Order[] }>('manualOrder/rows', {
      ...filters,
      start: 0,
      end: 100,
    });
    return items.flatMap(({ id }) => names.get(id) ?? []).toSorted();
  };
  const refused = async (filters: object, headers: Record<string, string> = {}) =>
    (await maker.client.ask('manualOrder/rows', { ...filters, start: 0, end: 9 }, headers)).body.message;

  beforeAll(async () => {
    await published(schemaOf(LOOKED_FOR));
    const version = (await asked())!.id;
    for (const [name, values] of Object.entries({
      one: {
        why: 'lost',
        note: '50% of it',
        parts: 5,
        price: '10.5',
        met: '2026-05-05',
        sure: true,
        ways: ['call', 'mail'],
        state: 1,
      },
      two: {
        why: 'late',
        note: 'All of it',
        parts: 50,
        price: '200',
        met: '2026-06-05',
        sure: false,
        ways: ['mail'],
        state: 2,
      },
      none: {},
    })) {
      const { body } = await add({ version, values });
      names.set((body.result as Order).id, name);
    }
  });

  it.each<[Record<string, unknown>, string[]]>([
    [{ 'form.why': ['lost'] }, ['one']],
    [{ 'form.why': ['lost', 'late'] }, ['one', 'two']],
    [{ 'form.why': { not: ['lost'] } }, ['none', 'two']],
    [{ 'form.note': 'OF IT' }, ['one', 'two']],
    [{ 'form.note': '50%' }, ['one']],
    [{ 'form.parts': { from: '5', to: '5' } }, ['one']],
    // As figures, not as texts.
    [{ 'form.parts': { from: '6' } }, ['two']],
    [{ 'form.price': { to: '199.99' } }, ['one']],
    [{ 'form.met': { from: '2026-05-06' } }, ['two']],
    [{ 'form.sure': false }, ['two']],
    [{ 'form.ways': ['mail'] }, ['one', 'two']],
    [{ 'form.ways': ['call', 'post'] }, ['one']],
    [{ 'form.ways': { not: ['call'] } }, ['none', 'two']],
    [{ 'form.state': [2] }, ['two']],
    [{ 'form.why': ['lost'], 'form.sure': false }, []],
  ])('is narrowed by %j', async (filters, expected) => {
    expect(await found(filters)).toEqual(expected);
  });

  it('refuses what is no value of the field, by its title, and what nothing asked', async () => {
    expect(await refused({ 'form.price': { from: 'x' } })).toEqual({
      'form.price': [expect.stringContaining('Price must be a number')],
    });
    expect(await refused({ 'form.met': { from: 'May' } }, { 'Accept-Language': 'zh-CN' })).toEqual({
      'form.met': [expect.stringContaining('会面')],
    });
    expect(await refused({ 'form.state': [99] })).toHaveProperty(['form.state']);
    for (const stranger of ['form.stranger', 'form.__proto__', "form.a'b", 'form.'])
      expect(await refused({ [stranger]: 'x' })).toHaveProperty([stranger]);
  });

  it('reads the values of other forms under the same key as none', async () => {
    const other = { note: { type: 'string', format: 'date', 'x-title': title('Noted', '记录') } };
    await published(schemaOf(other));
    const { body } = await add({ version: (await asked())!.id, values: { note: '2026-07-07' } });
    names.set((body.result as Order).id, 'other');
    expect(await found({ 'form.note': { from: '2026-01-01' } })).toEqual(['other']);
  });

  it('finds chosen values by an index', async () => {
    const { rows } = await server.database.owner.query<{ indexdef: string }>(
      "select indexdef from pg_indexes where indexname = 'manual_order_form'",
    );
    expect(rows[0]?.indexdef).toContain('gin');
  });
});

describe('a form', () => {
  it('is retired by another one, or by hand, and never deleted once it was published', async () => {
    const [one, two] = [await published(), await published()];
    expect((await detail(one.id)).status).toBe(2);
    const remove = (id: string) => designer.client.ask('formDesign/delete', { id });
    expect(codeOf(await remove(one.id))).toBe('formPublished');
    const retire = await designer.client.ask('formDesign/retire', { id: two.id, version: two.version });
    expect(retire.body.code).toBe(200);
    expect(await asked()).toBeNull();
    expect(codeOf(await add())).toBe(200);
    const draft = await newForm();
    expect((await remove(draft.id)).body.code).toBe(200);
  });

  it('never gives a key another kind, and is not published empty or twice from one state', async () => {
    const empty = await newForm();
    expect(messageOf(await publish(empty))).toHaveProperty('schema');
    const form = await published();
    const withdrawn = schemaOf({ paper: PROPERTIES.paper });
    expect((await draw(form, withdrawn)).body.code).toBe(200);
    expect((await publish(form)).body.code).toBe(200);
    const other = schemaOf({ reason: { type: 'boolean', 'x-title': title('Reason', '原因') } });
    expect(messageOf(await draw(await detail(form.id), other))).toHaveProperty('reason');
    expect(codeOf(await draw(form, withdrawn))).toBe('staleVersion');
  });

  it.each<[string, unknown]>([
    [
      'fields without end',
      schemaOf(Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`f${at}`, 1]))),
    ],
    [
      'a pattern that tries all ways',
      schemaOf({ a: { type: 'string', pattern: '(a+)+', 'x-title': title('a', 'a') } }),
    ],
    [
      'a title that is written backwards',
      schemaOf({ a: { type: 'string', 'x-title': { en: '\u202Etnuoma' } } }),
    ],
    ['a key of every object', schemaOf({ constructor: { type: 'string', 'x-title': title('a', 'a') } })],
    ['no object', 'x'],
  ])('is refused with %s', async (_, schema) => {
    const answer = await draw(await newForm(), schema);
    expect(answer.body.code).toBe(400);
    expect(answer.body.result ?? null).toBeNull();
  });

  it('is refused with a body that reaches for prototypes, and with one that is too deep', async () => {
    const { id, version } = await newForm();
    const send = (schema: string) =>
      designer.client.ask(
        'formDesign/draw',
        JSON.parse(`{"id":"${id}","version":${version},"schema":${schema}}`),
      );
    expect(
      (await send('{"type":"object","properties":{"__proto__":{"type":"string"}},"x-sections":[]}')).body
        .code,
    ).toBe(400);
    expect((await send('['.repeat(2_000) + ']'.repeat(2_000))).body.code).toBe(400);
    expect(({} as Record<string, unknown>).type).toBeUndefined();
  });

  it('is drawn by designers alone', async () => {
    const form = await newForm();
    const body = { id: form.id, version: form.version, schema: schemaOf() };
    expect((await maker.client.ask('formDesign/draw', body)).body.code).toBe(403);
    expect((await maker.client.ask('formDesign/publish', { id: form.id, version: 1 })).body.code).toBe(403);
  });
});
