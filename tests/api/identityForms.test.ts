import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { foldingLists } from '../../contract/identity/lookAlikes.ts';
import { referenceForm } from '../../contract/identity/referenceForm.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';
import { writingsOf } from '../support/writings.ts';

/** What a text names something by is unique in the form of its kind (contract/identity/identity.ts). */

let database: TestDatabase;

beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

/** Texts by which people, banks, upstreams and merchants' systems name something, by table, with the form that is unique. */
const IDENTITIES: Readonly<Record<string, string>> = {
  'bank_account.account_no': 'upper(account_no)',
  'bank_bill.utr': 'reference_form(utr)',
  'bank_type.code': 'lower(code)',
  'channel.channel_code': 'lower(channel_code)',
  'collect_order.merchant_order_no': 'lower(merchant_order_no)',
  'manual_reference.utr': 'utr',
  'merchant.code': 'lower(code)',
  'pay_order.merchant_order_no': 'lower(merchant_order_no)',
  'payout_reference.utr': 'utr',
  'recharge_reference.reference': 'reference',
  'sys_config.code': 'lower(code)',
  'sys_dict_type.code': 'lower(code)',
  'sys_open_access.access_key': 'lower(access_key)',
  'sys_role.code': 'lower(code)',
  'sys_user.account': 'lower(account)',
  'upstream.code': 'lower(code)',
  'withdrawal.merchant_order_no': 'lower(merchant_order_no)',
  'withdrawal_transaction.transaction_hash': 'transaction_hash',
};

/** Columns that hold the form itself: a check of the table refuses anything else. */
const FORMS_ALONE = new Set([
  'manual_reference.utr',
  'payout_reference.utr',
  'recharge_reference.reference',
  'withdrawal_transaction.transaction_hash',
]);

/** Names that people give to what is theirs, each in its own list: unique as it is stored. */
const LABELS = new Set([
  'alert_rule.name',
  'layout.name',
  'published_layout.name',
  'saved_view.name',
  'sys_app.name',
  'sys_config.name',
  'sys_print.name',
]);

/** Numbers, keys and codes that programs make or that code names: one spelling is one thing. */
const EXACT = new Set(
  `adjustment.order_no approval.resource approval_last_notice.command approval_rule.command approval_rule.currency
  attempt_counter.key bank_batch.batch_no bank_batch.file_hash bank_bill.bill_no captcha.id collect_order.order_no
  daily_report.currency dry_run.question form_design.purpose form_purpose.purpose fund_detail.currency idempotency.key
  invariant_alert.invariant invariant_alert.subject invariant_mark.name invariant_progress.run invariant_progress.walk
  layout.kind lease.name ledger_command.command_key ledger_sum.account ledger_sum.currency manual_order.order_no
  manual_reference.currency measure_quarter.currency measure_quarter.source measure_target.currency measure_target.measure
  measure_target.month merchant_asset.currency open_access.access_key open_nonce.access_key open_nonce.nonce
  order_viewer.order_kind otp_recovery.code_hash outbound_call.key outbound_endpoint.name pay_order.order_no
  plugin_package.code published_layout.kind recharge_order.order_no recharge_reference.currency report_mark.name
  review_item.report_key rollup.currency rollup.resource saved_view.resource schema_migration.name seal.chain
  seal_mark.chain secret_key.name shared_budget.caller shared_budget.kind shipped_entry.code shipped_entry.kind
  sms_code.phone status_edge.event status_edge.resource sys_app.code sys_dict_data.value sys_file_object.bucket
  sys_file_object.key sys_job.job_id sys_job_trigger.job_id sys_job_trigger.trigger_id sys_ldap.base_dn sys_ldap.host
  sys_log_ex_mark.fingerprint sys_menu.name sys_menu.permission sys_notice.once_key sys_passkey.credential_id
  sys_qr_sign_in.id sys_region.code sys_wechat_pay.out_trade_number sys_wechat_user.open_id upstream_entry.currency
  upstream_event.event_id upstream_report.currency user_setting.key withdrawal.order_no withdrawal_term.currency`.split(
    /\s+/,
  ),
);

const UNIQUE = `select c.relname as "table", pg_get_indexdef(x.indexrelid, k, true) as key
  from pg_index x join pg_class c on c.oid = x.indrelid
  join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
  cross join lateral generate_series(1, x.indnkeyatts) k
  join pg_attribute a on a.attrelid = x.indexrelid and a.attnum = k
  where x.indisunique and a.atttypid in ('text'::regtype, 'varchar'::regtype, 'bpchar'::regtype) and not c.relispartition
  group by 1, 2 order by 1, 2`;

const columnOf = ({ table, key }: { table: string; key: string }): string =>
  `${table}.${/\((\w+)\)$/.exec(key)?.[1] ?? key}`;

describe('a unique text', () => {
  let keys: { table: string; key: string }[];
  beforeAll(async () => {
    keys = (await database.owner.query<{ table: string; key: string }>(UNIQUE)).rows;
  });

  it('says what it names: an identity by its kind, a name, or a key of a program', () => {
    const declared = new Set([...Object.keys(IDENTITIES), ...LABELS, ...EXACT]);
    const found = new Set(keys.map(columnOf));
    expect([...found].filter((column) => !declared.has(column))).toEqual([]);
    expect([...declared].filter((column) => !found.has(column))).toEqual([]);
  });

  it('is unique in the form in which it is compared', () => {
    const unique = new Set(keys.map(({ table, key }) => `${table}: ${key}`));
    const missing = Object.entries(IDENTITIES).filter(
      ([column, form]) => !unique.has(`${column.split('.')[0]}: ${form}`),
    );
    expect(missing).toEqual([]);
  });

  it('that is stored in its form alone cannot be stored otherwise', async () => {
    for (const column of FORMS_ALONE) {
      const [table, name] = column.split('.') as [string, string];
      const ids = table === 'withdrawal_transaction' ? 'withdrawal_id' : 'order_id';
      const hasCurrency = keys.some((each) => columnOf(each) === `${table}.currency`);
      const values = hasCurrency ? `, 'INR'` : '';
      const insert = `insert into ${table} (${name}, merchant_id, ${ids}${hasCurrency ? ', currency' : ''})
        values ($1, 1, 1${values})`;
      await expect(database.owner.query(insert, ['UTR 6064-1234-5678']), column).rejects.toThrow(/check/);
    }
  });
});

describe('reference_form', () => {
  const formsOf = async (texts: readonly string[]): Promise<string[]> => {
    const { rows } = await database.owner.query<{ form: string }>(
      'select reference_form(t) as form from unnest($1::text[]) with ordinality as u(t, n) order by n',
      [texts],
    );
    return rows.map(({ form }) => form);
  };

  it('is referenceForm: every writing of a reference, every character that is folded', async () => {
    const texts = [
      ...[
        '606412345678',
        'HDFCR52026112900123',
        'a1'.repeat(32),
        'PG-88213-X7',
        '12345678',
        '0',
        'no',
        'id 7',
      ].flatMap((reference) => writingsOf(reference).map(([, written]) => written)),
      ...Array.from(foldingLists().from),
      '转账',
      '---',
      '000',
      ' ',
    ];
    expect(await formsOf(texts)).toEqual(texts.map(referenceForm));
  });

  it('is referenceForm: any text', async () => {
    const sign = fc.oneof(
      fc.constantFrom(
        ...Array.from(foldingLists().from),
        ...Array.from('utrRRNneftNo.Id0123456789 -/:ref'),
        '\u200B',
        '\u00AD',
        '\u0301',
      ),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
    );
    const texts = fc
      .sample(fc.array(sign, { maxLength: 24 }), 5_000)
      .map((signs) => signs.join(''))
      .filter((text) => text.isWellFormed() && !text.includes('\0'));
    const forms = await formsOf(texts);
    expect(texts.filter((text, at) => forms[at] !== referenceForm(text))).toEqual([]);
  });
});
