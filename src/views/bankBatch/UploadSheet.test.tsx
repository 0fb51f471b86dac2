import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { statementFormatSchema } from '../../../contract/statementFormat.ts';
import type { PreviewAnswer, StatementPreview } from '../../../contract/statementPreview.ts';
import { loadAllTexts, startI18n } from '../../kit/i18n/i18n.ts';
import { keepLocale } from '../../kit/i18n/locale.ts';
import { queryClient } from '../../kit/index.ts';
import type * as kit from '../../kit/index.ts';
import { UploadSheet } from './UploadSheet.tsx';

const asked = vi.hoisted(() => vi.fn());
vi.mock('../../kit/index.ts', async (load) => ({ ...(await load<typeof kit>()), call: asked }));

const none = () => undefined;
beforeAll(async () => {
  keepLocale('en');
  await startI18n(['app']);
  await loadAllTexts();
  // The DOM of these tests has no top layer.
  HTMLElement.prototype.hidePopover = none;
  vi.stubGlobal('requestAnimationFrame', () => 0);
});
beforeEach(() => queryClient.clear());
afterEach(() => {
  cleanup();
  asked.mockReset();
});

const open = (accounts: readonly { value: string; label: string }[]) => {
  asked.mockResolvedValue(accounts);
  render(
    <QueryClientProvider client={queryClient}>
      <UploadSheet close={none} refresh={none} uploaded={none} />
    </QueryClientProvider>,
  );
};
const two = [
  { value: '1', label: 'HDFC 4471' },
  { value: '2', label: 'ICICI 0912' },
];

it('opens with the cursor in its first field, once the accounts are known', async () => {
  open(two);
  expect(document.activeElement).toBe(screen.getByRole('dialog'));
  const first = await screen.findByLabelText('HDFC 4471');
  await waitFor(() => expect(document.activeElement).toBe(first));
  expect(screen.getAllByRole<HTMLInputElement>('radio').map(({ checked }) => checked)).toEqual([
    false,
    false,
  ]);
});

it('leaves the cursor where somebody has put it meanwhile', async () => {
  open(two);
  const auto = screen.getByRole('checkbox');
  act(() => auto.focus());
  await screen.findByLabelText('HDFC 4471');
  expect(document.activeElement).toBe(auto);
});

it('chooses the account when there is but one', async () => {
  open(two.slice(0, 1));
  const only = await screen.findByLabelText<HTMLInputElement>('HDFC 4471');
  expect(only.checked).toBe(true);
  await waitFor(() => expect(document.activeElement).toBe(only));
});

const format = statementFormatSchema.parse({ date: 'Date', amount: 'Amount', side: 'Dr / Cr' });
const read = (over: Partial<StatementPreview> = {}): StatementPreview => ({
  format,
  doubtful: [],
  kind: 'delimited',
  encoding: 'UTF-8',
  delimiter: ',',
  currency: 'INR',
  headerLine: 4,
  columns: ['Date', 'Amount', 'Dr / Cr'],
  proof: { state: 'proven', order: 'oldestFirst', links: 1, breaks: [], disagreements: [] },
  lines: 1_204,
  faults: 1,
  skipped: { total: 2 },
  first: [
    {
      number: 5,
      direction: 1,
      amount: '1000',
      bookedAt: '2026-11-27T04:30:00Z',
      balance: '11000',
      utr: 'U1',
    },
    { number: 6, direction: 2, amount: '40.5', bookedAt: '2026-11-27T05:30:00Z', balance: '10959.5' },
    { number: 7, skipped: 'total', text: 'Total 1,040.50' },
  ],
  last: [],
  doubts: [{ number: 9, faults: ['date'], text: 'yesterday,1' }],
  days: [
    { day: '2026-11-27', credits: 1, credited: '1000', debits: 1, debited: '40.5' },
    { day: '2026-11-28', credits: 2, credited: '0.5', debits: 0, debited: '0' },
  ],
  totals: { credits: 3, credited: '1000.5', debits: 1, debited: '40.5' },
  ...over,
});

/** Answers accounts, and each preview by what was asked. */
function openWith(answer: (query: Record<string, string | undefined>) => PreviewAnswer) {
  asked.mockImplementation(async (path: string, _body: unknown, { query }: kit.CallOptions = {}) => {
    if (path === 'bankAccount/options') return two;
    if (path === 'bankBatch/preview') return answer((query ?? {}) as Record<string, string | undefined>);
    return { id: '9', batchNo: 'B9' };
  });
  render(
    <QueryClientProvider client={queryClient}>
      <UploadSheet close={none} refresh={none} uploaded={none} />
    </QueryClientProvider>,
  );
}
const drop = (name = 'march.csv') => {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
  fireEvent.change(input, { target: { files: [new File(['Date,Amount\n'], name)] } });
};
const verb = () => screen.findByRole<HTMLButtonElement>('button', { name: /^Upload statement/ });
const previews = () => asked.mock.calls.filter(([path]) => path === 'bankBatch/preview');

it('reads a file as soon as its account is known, and shows what would come of it', async () => {
  openWith(() => ({ preview: read() }));
  drop();
  expect((await verb()).disabled).toBe(true);
  expect(previews()).toHaveLength(0);
  fireEvent.click(await screen.findByLabelText('HDFC 4471'));
  const preview = await screen.findByRole('region', { name: 'How it is read' });
  expect((await verb()).textContent).toContain('1,204 lines');
  expect(previews()[0]![1].type).toBe('application/octet-stream');
  const lines = within(preview).getByRole('region', { name: 'First and last lines' });
  const cells = (row: HTMLElement) => [...row.children].map(({ textContent }) => textContent);
  const [, credit, debit, total] = within(lines).getAllByRole('row');
  expect(cells(credit!)).toEqual(['5', '2026-11-27 10:00:00', '1,000.00', '', '11,000.00', 'U1', '']);
  expect(cells(debit!)).toEqual(['6', '2026-11-27 11:00:00', '', '40.50', '10,959.50', '', '']);
  expect(cells(total!)).toEqual(['7', 'Total Total 1,040.50']);
  const doubts = within(preview).getByRole('region', { name: 'Doubtful lines' });
  expect(doubts.textContent).toContain('The date cannot be read');
  const days = within(preview).getByRole('region', { name: 'In and out by day' });
  expect(cells(within(days).getAllByRole('row')[1]!)).toEqual(['2 days', '3', '1,000.50', '1', '40.50']);
});

it('reads it again as its manner is changed, and sends that with the file alone', async () => {
  openWith((query) => ({
    preview: read({ format: query.format ? JSON.parse(query.format) : format }),
  }));
  fireEvent.click(await screen.findByLabelText('HDFC 4471'));
  drop();
  const dates = await screen.findByRole('button', { name: /^Dates:/ });
  fireEvent(
    dates.nextElementSibling!,
    Object.assign(new Event('toggle', { bubbles: true }), { newState: 'open' }),
  );
  fireEvent.click(await screen.findByRole('menuitemradio', { name: 'Day month year', hidden: true }));
  await waitFor(() => expect(previews()).toHaveLength(2));
  expect(JSON.parse(previews()[1]![2].query.format)).toEqual({ ...format, dateOrder: 'DMY' });
  await waitFor(async () => expect((await verb()).disabled).toBe(false));
  fireEvent.click(await verb());
  await waitFor(() => expect(asked.mock.calls.at(-1)![0]).toBe('bankBatch/upload'));
  const { query } = asked.mock.calls.at(-1)![2];
  expect(query).toMatchObject({ bankAccountId: '1', autoMatch: true });
  expect(JSON.parse(query.format)).toMatchObject({ dateOrder: 'DMY' });
});

it.each([
  ['broken', /disagree with what was read$/],
  ['unproven', /does not allow it without$/],
] as const)('matches nothing at once of a file that is %s, and says why', async (state, why) => {
  openWith(() => ({ preview: read({ proof: { ...read().proof, state } }) }));
  fireEvent.click(await screen.findByLabelText('HDFC 4471'));
  drop();
  await screen.findByRole('region', { name: 'How it is read' });
  const auto = screen.getByRole<HTMLInputElement>('checkbox');
  expect([auto.checked, auto.disabled]).toEqual([false, true]);
  expect(screen.getByText(/^The rules match nothing of it/).textContent).toMatch(why);
});

it('has what a file lacks beside what it has, and reads it by its own names once its doubts are settled', async () => {
  const guess = read({ doubtful: ['dateOrder'] });
  openWith((query) =>
    query.format
      ? { preview: read() }
      : {
          failure: {
            why: 'columns',
            line: 2,
            missing: ['Txn Date'],
            found: ['Date', 'Amount'],
            nearest: { 'Txn Date': 'Date' },
          },
          preview: guess,
        },
  );
  fireEvent.click(await screen.findByLabelText('HDFC 4471'));
  drop();
  const failure = await screen.findByRole('alert');
  expect(failure.textContent).toContain('nearest: Date');
  expect(failure.textContent).toContain('The file has: Date · Amount');
  expect((await verb()).disabled).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'Read it by its own names of columns' }));
  await screen.findByText(/^Its dates read in more than one order/);
  expect((await verb()).disabled).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'Read it as the bank type says' }));
  await screen.findByRole('alert');
});

it('finds one of many accounts by its name', async () => {
  open(Array.from({ length: 12 }, (_, at) => ({ value: String(at), label: `HDFC ${4_470 + at}` })));
  const find = await screen.findByRole('searchbox', { name: 'Find an account' });
  fireEvent.change(find, { target: { value: '4477' } });
  expect(screen.getAllByRole('radio')).toHaveLength(1);
  fireEvent.keyDown(find, { key: 'Enter' });
  expect(screen.getByLabelText<HTMLInputElement>('HDFC 4477').checked).toBe(true);
});
