// @vitest-environment happy-dom
import { getDefaultStore } from 'jotai';
import { beforeAll, expect, it } from 'vitest';
import { fundDetail } from '../../../contract/resources/finance/fundDetail.ts';
import { rechargeOrder } from '../../../contract/resources/finance/rechargeOrder.ts';
import { sysConfig } from '../../../contract/resources/platform/sysConfig.ts';
import { orderLog } from '../../../contract/resources/logs/orderLog.ts';
import { parseProfile, profileAtom } from '../../kit/data/session.ts';
import { loadAllTexts, startI18n } from '../../kit/i18n/i18n.ts';
import { keepLocale } from '../../kit/i18n/locale.ts';
import { transaction } from '../../../contract/resources/finance/transaction.ts';
import { wordsOf } from '../actions/texts.ts';
import { cellText } from './columns.ts';

beforeAll(async () => {
  keepLocale('en');
  await startI18n(['app']);
  await loadAllTexts();
});

const after = (resource: string, kept: Record<string, unknown>) =>
  cellText('after', orderLog.fields.after, { id: '1', resource, after: kept });

it.each([
  ['collectOrder', 'Failed'],
  ['payOrder', 'Processing'],
  ['withdrawal', 'Refunded'],
  ['rechargeOrder', 'Rejected'],
])('the log of %s says its status in the words of its own kind', (resource, word) => {
  expect(after(resource, { status: 3 }).toLowerCase()).toBe(`status ${word}`.toLowerCase());
});

it('names what was kept, and nothing as a dash', () => {
  const kept = { callbackStatus: 2, delivered: true, httpStatus: 200 };
  expect(after('payOrder', kept)).not.toMatch(/delivered true|httpStatus/);
  expect(after('collectOrder', { claimedBy: '7', claimedByName: 'asha' })).toMatch(/ asha$/);
  expect(after('withdrawal', { usdtAmount: null, transactionHash: 'a'.repeat(64) })).not.toMatch(
    /null|usdtAmount|transactionHash|"/,
  );
});

it('says in words who did it where nobody did', () => {
  const by = (operator: string) => cellText('operator', fundDetail.fields.operator, { id: '1', operator });
  expect([by('system'), by('admin'), by('constructor')]).toEqual(['system', 'admin', 'constructor']);
});

it('calls what an entry moves in all no amount, which is an order’s', () => {
  expect(wordsOf(transaction).field('amount')).toBe('Turnover');
});

it('says whose name a merchant may not read, instead of a number', () => {
  const row = { id: '1', makerId: '274164539719680002', makerName: null };
  const text = () => cellText('makerId', rechargeOrder.fields.makerId, row);
  expect(text()).toBe('274164539719680002');
  getDefaultStore().set(profileAtom, parseProfile({ merchantId: '5' }));
  expect(text()).toBe('Platform');
  getDefaultStore().set(profileAtom, null);
});

it("shows a setting kept in several languages in the reader's, and other JSON as it is", () => {
  const text = (value: string) => cellText('value', sysConfig.fields.value, { id: '1', value });
  expect(text('{"en": "Every order", "zh-cn": "每一笔"}')).toBe('Every order');
  expect(text('{"rows": 5}')).toBe('{"rows": 5}');
});
