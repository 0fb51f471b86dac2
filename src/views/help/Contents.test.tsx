import { cleanup, render } from '@testing-library/react';
import { createRef } from 'react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { loadAllTexts, startI18n } from '../../kit/i18n/i18n.ts';
import { keepLocale } from '../../kit/i18n/locale.ts';
import { Contents } from './Contents.tsx';

beforeAll(async () => {
  keepLocale('en');
  await startI18n(['app']);
  await loadAllTexts();
});
afterEach(cleanup);

const entry = (id: string) => ({ id, title: id });
const groups = [
  { title: 'Orders', entries: [entry('collectOrder'), entry('payOrder')] },
  { title: 'System', entries: [entry('sysUser')] },
];

test('the chosen line comes into sight, also when another chapter is chosen', () => {
  const shown: (string | undefined)[] = [];
  const reveal = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (
    this: HTMLElement,
  ) {
    shown.push(this.dataset.chapter);
  });
  const contents = (chosen: string) => (
    <Contents
      list={list}
      groups={groups}
      found={undefined}
      terms={[]}
      chosen={chosen}
      choose={() => undefined}
    />
  );
  const list = createRef<HTMLElement>();
  const { rerender } = render(contents('sysUser'));
  rerender(contents('payOrder'));
  rerender(contents('payOrder'));
  expect(shown).toEqual(['sysUser', 'payOrder']);
  reveal.mockRestore();
});
