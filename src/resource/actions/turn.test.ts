// @vitest-environment happy-dom
import { beforeAll, expect, it } from 'vitest';
import type { Turn, TurnStep } from '../../../contract/approvalFlow.ts';
import { loadAllTexts, startI18n } from '../../kit/i18n/i18n.ts';
import { keepLocale } from '../../kit/i18n/locale.ts';
import { turnText, turnVerb } from './turn.ts';

beforeAll(async () => {
  keepLocale('en');
  await startI18n(['app']);
  await loadAllTexts();
});

const person = (account: string) => ({ id: account, account, realName: '' });
const step = (over: Partial<TurnStep>): TurnStep => ({
  step: 1,
  name: '',
  who: 'permitted',
  roleName: null,
  people: [],
  peopleCount: 0,
  ...over,
});
const three = ['admin', 'jing', 'priya'].map(person);
const colleague = step({ name: 'Colleague', people: three, peopleCount: 5 });
const boss = step({ step: 2, who: 'role', roleName: 'Admin', people: [person('admin')], peopleCount: 1 });

const after = (turn: Turn, waits = true) => ({ turn, ...(waits && { waits }) });
const verb = (shown: Record<string, unknown>) =>
  turnVerb({ done: ['1'], refused: [], preview: [{ id: '1', before: {}, after: shown }] });

it('says whom a person asks, and that nothing is booked before', () => {
  const asks = after({ step: null, steps: 2, next: [colleague, boss] });
  expect([turnText(asks), verb(asks)]).toEqual([
    'Asks in 2 steps: Colleague (admin, jing, priya +2), then Admin (admin). Nothing is booked before the last of them agrees.',
    'Ask for approval',
  ]);
  const one = after({ step: null, steps: 1, next: [step({ who: 'people', people: three, peopleCount: 3 })] });
  expect(turnText(one)).toBe('Asks admin, jing, priya. Nothing is booked before they agree.');
});

it('says in which step one agrees, and who decides after that', () => {
  const first = after({ step: 1, steps: 2, next: [boss] });
  expect([turnText(first), verb(first)]).toEqual([
    'You agree in step 1 of 2; then Admin (admin) decides.',
    'Agree',
  ]);
  const together = after({
    step: 1,
    steps: 2,
    next: [step({ who: 'people', people: three, peopleCount: 3 })],
  });
  expect(turnText(together)).toBe('You agree in step 1 of 2, where admin, jing, priya still have to agree.');
});

it('leaves the command its own name where it is carried out', () => {
  const last = after({ step: 2, steps: 2, next: [] }, false);
  expect([turnText(last), verb(last)]).toEqual([
    'Last step (2 of 2): it is carried out once you agree.',
    undefined,
  ]);
  expect(turnText(after({ step: 1, steps: 1, next: [] }, false))).toBeUndefined();
  expect([turnText({}), verb({})]).toEqual([undefined, undefined]);
});
