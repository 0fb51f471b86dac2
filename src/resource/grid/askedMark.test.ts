import { beforeAll, expect, test } from 'vitest';
import type { Asked } from '../../../contract/asked.ts';
import { dictValue } from '../../../contract/dicts.ts';
import { resources } from '../../../contract/resources/index.ts';
import { startI18n } from '../../kit/i18n/i18n.ts';
import { keepLocale } from '../../kit/i18n/locale.ts';
import { elsewhereOf, matches } from '../filters/matches.ts';
import { TagCell } from './cells.ts';
import { columnOf } from './columns.ts';

beforeAll(async () => {
  keepLocale('en');
  await startI18n(['grid', 'dicts']);
});

const orders = resources.get('collectOrder')!;
const asked: Asked = {
  id: '9',
  command: 'collectOrder/settle',
  maker: 'operator',
  makerId: '1',
  step: 1,
  steps: 2,
  who: 'role',
  role: JSON.stringify({ en: 'Finance', 'zh-cn': '财务', 'zh-tw': '財務' }),
  people: null,
  peopleCount: 0,
  escalated: false,
  escalateRole: null,
  agreed: null,
};

function cell(): { gui: HTMLElement; show: (more: object) => HTMLElement | null } {
  const made = new TagCell();
  const { cellRendererParams } = columnOf(orders, 'status', 'Status');
  const status = dictValue('collectStatusEnum', 'success');
  const show = (more: object) => {
    const params = { ...(cellRendererParams as object), value: status, data: { id: '7', status, ...more } };
    made.refresh(params as never);
    return made.getGui().querySelector<HTMLElement>('[role="img"]');
  };
  return { gui: made.getGui(), show };
}

const marked = (more: Partial<Asked>): string | null | undefined =>
  cell().show({ asked: { ...asked, ...more } })?.ariaLabel;

test('the status of a row that waits says for what, by whom and for whom, as long as it waits', () => {
  const { gui, show } = cell();
  expect(show({ asked: null })).toBeNull();
  const text = 'Waits for approval: Settle, asked by operator, step 1 of 2, Finance decides';
  expect([show({ asked })?.ariaLabel, gui.title, gui.textContent]).toEqual([text, text, 'Success']);
  expect([show({ asked: null }), gui.title, gui.textContent]).toEqual([null, '', 'Success']);
});

test('it names people, the first of many, those asked in time too, and no step where there is but one', () => {
  const people = { who: 'people', people: ['ann', 'bob', 'cy'], peopleCount: 4, role: null } as const;
  expect(marked(people)).toMatch(/step 1 of 2, ann, bob, cy, … decides$/);
  expect(marked({ steps: 1, who: 'permitted', role: null })).toBe(
    'Waits for approval: Settle, asked by operator, whoever may do it decides',
  );
  expect(marked({ escalated: true })).toMatch(/Finance or whoever may do it decides$/);
});

test('a row fits by what waits about it; by another filter of other tables as the server says', () => {
  const row = { id: '7', asked };
  expect([true, false].map((waitsForApproval) => matches(orders, { waitsForApproval }, row))).toEqual([
    true,
    false,
  ]);
  const wire = { mentions: ['1'], waitsForApproval: true, settled: true };
  expect(elsewhereOf(orders, wire)).toEqual({ mentions: ['1'] });
  const fits = (isOut: boolean) => matches(orders, { mentions: ['1'] }, { ...row, isOut });
  expect([fits(false), fits(true)]).toEqual([true, false]);
});
