import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { fundDetail } from '../../../contract/resources/finance/fundDetail.ts';
import type { AccountChain, FundReconciliation } from '../../../contract/fundReconciliation.ts';
import { loadAllTexts, startI18n } from '../../kit/i18n/i18n.ts';
import { keepLocale } from '../../kit/i18n/locale.ts';
import { queryClient } from '../../kit/index.ts';
import { GridModel } from '../../resource/grid/model.ts';
import { TieOutFoot } from './TieOutFoot.tsx';

const server = vi.hoisted(() => ({ answer: undefined as unknown, call: vi.fn() }));
vi.mock('../../kit/data/call.ts', async (original) => ({ ...(await original<object>()), call: server.call }));

const row = (seq: number) => ({
  id: `${seq}`,
  merchantId: '1',
  currency: 'INR',
  account: 1,
  seq,
  balanceBefore: `${(seq - 1) * 10}`,
  amount: '10',
  balanceAfter: `${seq * 10}`,
});
const chain = (over: Partial<AccountChain> = {}): AccountChain => ({
  merchantId: '1',
  merchantName: 'Lotus',
  currency: 'INR',
  account: 1,
  rows: 500,
  opening: '250',
  closing: '5250',
  moved: '5000',
  gap: '0',
  leftOut: 0,
  missing: 0,
  ...over,
});

beforeAll(async () => {
  keepLocale('en');
  await startI18n(['app']);
  await loadAllTexts();
});
beforeEach(() => {
  queryClient.clear();
  server.call.mockReset();
  server.call.mockImplementation((path: string) =>
    Promise.resolve(
      path.endsWith('/reconcile')
        ? server.answer
        : { items: [row(25), row(26)], start: 0, total: 500, totalIs: 'exact', snapshot: 's.9001.x' },
    ),
  );
});
afterEach(cleanup);

async function foot(answer: FundReconciliation): Promise<{ text: string; model: GridModel }> {
  server.answer = answer;
  const model = new GridModel(fundDetail, { filters: { merchantId: ['1'] } });
  await act(() => model.load(0, 100));
  const { container } = render(
    <QueryClientProvider client={queryClient}>
      <TieOutFoot model={model} visible />
    </QueryClientProvider>,
  );
  await vi.waitFor(() => expect(container.textContent).not.toMatch(/^$|Checking/));
  return { text: container.textContent ?? '', model };
}

test('says for the whole filter what it began with and what it came to, though two rows of it are loaded', async () => {
  const { text } = await foot({ rows: 500, chains: [chain()] });
  expect(text).toContain('250.00');
  expect(text).toContain('+5,000.00');
  expect(text).toContain('5,250.00');
  expect(text).toContain('ties out ✓');
  expect(text).not.toContain('checked');
  // As the list knows it: what has come since is none of its balances.
  const [, asked] = server.call.mock.calls.find(([path]) => path.endsWith('/reconcile'))!;
  expect(asked).toEqual({ merchantId: ['1'], until: '9001' });
});

test('asks again when rows arrive', async () => {
  await foot({ rows: 500, chains: [chain()] });
  server.answer = { rows: 501, chains: [chain({ rows: 501, moved: '5010', closing: '5260' })] };
  await act(() => queryClient.invalidateQueries({ queryKey: ['totals', 'fundDetail'] }));
  expect(await screen.findByText('5,260.00')).toBeTruthy();
});

test('claims no tie-out where the filter leaves postings out', async () => {
  const { text } = await foot({ rows: 500, chains: [chain({ leftOut: 41 })] });
  expect(text).toContain('41');
  expect(text).not.toContain('ties out');
  expect(text).not.toContain('5,250.00');
});

test('names the merchant of an order before the agent with a share of it, and why postings are left out', async () => {
  const share = chain({ merchantId: '2', merchantName: 'Mekong', rows: 1, moved: '2' });
  const { text } = await foot({ rows: 6, chains: [share, chain({ rows: 5, leftOut: 9 })] });
  expect(text.indexOf('Lotus')).toBeLessThan(text.indexOf('Mekong'));
  expect(
    screen
      .getByText(/balances check/)
      .closest('[title]')!
      .getAttribute('title'),
  ).toContain('leaves out 9');
});

test.each([
  ['a posting that is missing', { leftOut: 1, missing: 1 }, 'missing postings: 1'],
  ['a balance that nothing explains', { gap: '3' }, 'breaks by'],
])('names %s', async (_what, over, expected) => {
  await foot({ rows: 500, chains: [chain(over)] });
  expect(screen.getByRole('alert').textContent).toContain(expected);
});

test('says why the whole is unknown, and how many rows it covers', async () => {
  const { text } = await foot({ unknown: 'many', most: 50_000 });
  expect(text).toContain('2 of 500');
  expect(text).toContain('50,000');
  expect(text).not.toContain('ties out');
});
