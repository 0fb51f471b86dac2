// @vitest-environment happy-dom
import { getDefaultStore } from 'jotai';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { adjustment } from '../../../contract/resources/finance/adjustment.ts';
import type * as kit from '../../kit/index.ts';
import { loadAllTexts, startI18n } from '../../kit/i18n/i18n.ts';
import { keepLocale } from '../../kit/i18n/locale.ts';
import { forgetToasts, toastLogAtom } from '../../kit/ui/toast.ts';
import { wordsOf } from '../actions/texts.ts';
import { useSaving } from './useSaving.ts';

const called = vi.hoisted(() => vi.fn());
vi.mock('../../kit/index.ts', async (load) => ({ ...(await load<typeof kit>()), call: called }));

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
beforeAll(async () => {
  keepLocale('en');
  await startI18n(['app']);
  await loadAllTexts();
});
beforeEach(forgetToasts);

const FILED = { merchantId: '7', currency: 'INR', kind: 1, amount: '50', reason: 'fee' };
const nothing = () => undefined;

async function save(): Promise<void> {
  const now: { save?: ReturnType<typeof useSaving>['save'] } = {};
  function Probe() {
    const draft = { drop: nothing, over: nothing } as never;
    now.save = useSaving({
      resource: adjustment,
      mode: 'add',
      row: undefined,
      words: wordsOf(adjustment),
      setRow: nothing,
      saved: nothing,
      draft,
      form: { setFields: nothing },
    } as never).save;
    return null;
  }
  const root = createRoot(document.createElement('div'));
  act(() => root.render(<Probe />));
  await act(() => now.save!(FILED));
  act(() => root.unmount());
}

it.each([
  ['waits for others', { id: '1', who: 'permitted' }, 'info', /^Waits for others to decide/],
  ['is done', null, 'success', /^Operation successful/],
])('says of what was filed that it %s', async (_, asked, kind, text) => {
  called.mockResolvedValue({ id: '9', orderNo: 'J1', asked, ...FILED });
  await save();
  const [latest] = getDefaultStore().get(toastLogAtom);
  expect(latest).toMatchObject({
    kind,
    text: expect.stringMatching(text),
    description: expect.stringContaining('J1'),
  });
});
