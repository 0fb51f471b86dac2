import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Form } from 'antd';
import { useState } from 'react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { bankType } from '../../../contract/resources/bank/bankType.ts';
import { statementFormatSchema } from '../../../contract/statementFormat.ts';
import { SHIPPED_FORMATS } from '../../../contract/statementFormats.ts';
import type { PreviewAnswer } from '../../../contract/statementPreview.ts';
import { loadAllTexts, startI18n } from '../../kit/i18n/i18n.ts';
import { keepLocale } from '../../kit/i18n/locale.ts';
import { queryClient } from '../../kit/index.ts';
import type * as kit from '../../kit/index.ts';
import { FormatInput } from './FormatInput.tsx';

const asked = vi.hoisted(() => vi.fn());
vi.mock('../../kit/index.ts', async (load) => ({ ...(await load<typeof kit>()), call: asked }));

beforeAll(async () => {
  keepLocale('en');
  await startI18n(['app']);
  await loadAllTexts();
  // The DOM of these tests has no top layer.
  HTMLElement.prototype.hidePopover = () => undefined;
  vi.stubGlobal('requestAnimationFrame', () => 0);
});
beforeEach(() => {
  queryClient.clear();
  writes.length = 0;
});
afterEach(() => {
  cleanup();
  asked.mockReset();
});

const COLUMNS = ['Day', 'Sum', 'Left', 'What'];
const guess = statementFormatSchema.parse({ date: 'Day', amount: 'Sum', description: 'What' });

/** Reads any file, by the format that was asked for or by a guess. */
const answer = (text: string | undefined): PreviewAnswer => ({
  preview: {
    format: text === undefined ? guess : JSON.parse(text),
    doubtful: text === undefined ? ['dateOrder'] : [],
    kind: 'delimited',
    encoding: 'UTF-8',
    delimiter: ',',
    currency: 'INR',
    headerLine: 1,
    columns: COLUMNS,
    proof: { state: 'unproven', order: 'oldestFirst', links: 0, breaks: [], disagreements: [] },
    lines: 2,
    faults: 0,
    skipped: {},
    first: [],
    last: [],
    doubts: [],
    days: [],
    totals: { credits: 0, credited: '0', debits: 0, debited: '0' },
  },
});

const writes: unknown[] = [];
function Field({ initial }: { initial: string | undefined }) {
  const [value, setValue] = useState<unknown>(initial);
  return (
    <QueryClientProvider client={queryClient}>
      <Form initialValues={{ currency: 'INR' }}>
        <Form.Item name="currency" hidden>
          <input />
        </Form.Item>
        <FormatInput
          field={bankType.fields.parser}
          value={value}
          onChange={(next) => {
            writes.push(next);
            setValue(next);
          }}
        />
      </Form>
    </QueryClientProvider>
  );
}

function open(initial?: string) {
  asked.mockImplementation(async (_path: string, _body: unknown, { query = {} }: kit.CallOptions = {}) =>
    answer(query.format as string | undefined),
  );
  render(<Field initial={initial} />);
}
const drop = () =>
  fireEvent.change(document.querySelector('input[type=file]')!, {
    target: { files: [new File(['Day,Sum,Left,What\n'], 'sample.csv')] },
  });
const choose = (button: HTMLElement, name: string) => {
  fireEvent(
    button.nextElementSibling!,
    Object.assign(new Event('toggle', { bubbles: true }), { newState: 'open' }),
  );
  fireEvent.click(screen.getByRole('menuitemradio', { name, hidden: true }));
};
const kept = () => JSON.parse(String(writes.at(-1))) as Record<string, unknown>;

it('is filled by a sample, with what the file leaves open marked until somebody decides', async () => {
  open();
  drop();
  await waitFor(() => expect(writes).toHaveLength(1));
  expect(kept()).toMatchObject({ date: 'Day', amount: 'Sum', description: 'What', matchUnproven: false });
  await screen.findByText(/^Its dates read in more than one order/);
  choose(screen.getByRole('button', { name: /^Dates:/ }), 'Day month year');
  expect(kept().dateOrder).toBe('DMY');
  expect(screen.queryByText(/^Its dates read in more than one order/)).toBeNull();
});

it('offers the columns of the sample, and reads it again by what is chosen', async () => {
  open();
  drop();
  await waitFor(() => expect(writes).toHaveLength(1));
  choose(await screen.findByRole('button', { name: 'Balance: –' }), 'Left');
  expect(kept().balance).toBe('Left');
  await waitFor(() =>
    expect(JSON.parse(asked.mock.lastCall![2].query.format)).toMatchObject({ balance: 'Left' }),
  );
  expect(asked.mock.lastCall![2].query.currency).toBe('INR');
});

it('names each column that is still to be chosen', () => {
  open(JSON.stringify({ date: 'Day', credit: 'In' }));
  const debit = screen.getByRole('textbox', { name: /^Debit/ });
  expect(debit.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getAllByText('Choose a column')).toHaveLength(1);
  fireEvent.change(debit, { target: { value: 'Out' } });
  expect(kept()).toEqual({ date: 'Day', credit: 'In', debit: 'Out' });
  expect(screen.queryByText('Choose a column')).toBeNull();
});

it('begins with a format that ships, and keeps JSON as its other side', () => {
  open();
  choose(screen.getByRole('button', { name: 'Begin with …' }), 'Kotak Mahindra Bank');
  expect(kept()).toEqual(SHIPPED_FORMATS.find(({ code }) => code === 'KOTAK')!.format);
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Side of the balance' }).value).toBe(
    'Dr / Cr (2)',
  );
});
