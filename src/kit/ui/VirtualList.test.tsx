// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { VirtualList } from './VirtualList.tsx';

const ROW = 26;
const MANY = Array.from({ length: 5_000 }, (_, index) => ({ id: `r${index}`, name: `Row ${index}` }));
const FEW = ['Amount', 'Channel', 'Created at', 'Currency', 'Status'].map((name) => ({ id: name, name }));
type Item = (typeof MANY)[number];

afterEach(cleanup);

const mounted = () => [...document.querySelectorAll<HTMLElement>('li')];
const indexes = () => mounted().map((row) => Number(row.dataset.index));
const list = () => document.querySelector('ul')!;

function draw(items: readonly Item[], props: { active?: number; reveal?: boolean; walk?: boolean } = {}) {
  const of = (active = props.active) => (
    <div style={{ overflowY: 'auto' }} data-testid="scroller">
      <VirtualList
        {...props}
        active={active}
        items={items}
        keyOf={({ id }) => id}
        estimate={ROW}
        textOf={({ name }) => name}
      >
        {({ name }) => <button type="button">{name}</button>}
      </VirtualList>
    </div>
  );
  const { rerender } = render(of());
  return { activate: (active: number) => rerender(of(active)) };
}

/** What a browser does a moment after the offset was set. */
const settle = () =>
  act(async () => {
    screen.getByTestId('scroller').dispatchEvent(new Event('scroll'));
    await new Promise((resolve) => setTimeout(resolve, 40));
  });

const heightOf = (element: HTMLElement): number =>
  Number.parseFloat(element.style.paddingTop || '0') + Number.parseFloat(element.style.paddingBottom || '0');

describe('5,000 rows', () => {
  test('fewer than 60 are mounted, and the list is as high as all of them', () => {
    draw(MANY);
    expect(mounted().length).toBeGreaterThan(10);
    expect(mounted().length).toBeLessThan(60);
    expect(heightOf(list()) + mounted().length * ROW).toBe(MANY.length * ROW);
    expect(mounted()[3]!.getAttribute('aria-posinset')).toBe('4');
    expect(mounted()[3]!.getAttribute('aria-setsize')).toBe('5000');
  });

  test('the active row comes into sight, and the others stay few', async () => {
    const { activate } = draw(MANY, { active: 0 });
    activate(4_321);
    await settle();
    expect(indexes()).toContain(4_321);
    expect(mounted().length).toBeLessThan(60);
  });

  test('a row that is active without being revealed moves nothing and is mounted', async () => {
    const { activate } = draw(MANY, { active: 0, reveal: false });
    activate(4_321);
    await settle();
    expect(screen.getByTestId('scroller').scrollTop).toBe(0);
    expect(indexes()).toEqual(expect.arrayContaining([0, 4_321]));
    // The gap before it is as high as the rows that are not mounted.
    const gap = Number.parseFloat(mounted().at(-1)!.style.marginTop);
    expect(gap + heightOf(list()) + mounted().length * ROW).toBe(MANY.length * ROW);
  });

  test('End and PageUp take the focus to rows that were not mounted', async () => {
    draw(MANY, { walk: true });
    screen.getByText('Row 0').focus();
    fireEvent.keyDown(document.activeElement!, { key: 'End' });
    await settle();
    expect(document.activeElement?.textContent).toBe('Row 4999');
    fireEvent.keyDown(document.activeElement!, { key: 'PageUp' });
    await settle();
    const at = Number(document.activeElement?.textContent?.slice(4));
    expect(at).toBeGreaterThan(4_960);
    expect(at).toBeLessThan(4_999);
  });

  test('the row that has the focus stays mounted when it is scrolled away', async () => {
    draw(MANY, { walk: true });
    screen.getByText('Row 2').focus();
    const scroller = screen.getByTestId('scroller');
    // What lies in it moves up as it scrolls.
    list().getBoundingClientRect = () => new DOMRect(0, -scroller.scrollTop, 100, MANY.length * ROW);
    scroller.scrollTop = 50_000;
    await settle();
    expect(document.activeElement?.textContent).toBe('Row 2');
    expect(indexes().some((index) => index > 1_500)).toBe(true);
  });
});

describe('keys of a short list', () => {
  const walkBy = (...keys: string[]) => {
    draw(FEW, { walk: true });
    screen.getByText('Amount').focus();
    for (const key of keys) fireEvent.keyDown(document.activeElement!, { key });
    return document.activeElement?.textContent;
  };

  test.each([
    ['arrows', ['ArrowDown', 'ArrowDown', 'ArrowUp'], 'Channel'],
    ['End', ['End'], 'Status'],
    ['a letter', ['c'], 'Channel'],
    ['the same letter again', ['c', 'c', 'c'], 'Currency'],
    ['the beginning of a word', ['c', 'u'], 'Currency'],
    ['round the end', ['End', 'a'], 'Amount'],
    ['no such word', ['x'], 'Amount'],
  ])('%s', (_name, keys, at) => expect(walkBy(...keys)).toBe(at));

  test('past an end the key is for what is around the list', () => {
    draw(FEW, { walk: true });
    screen.getByText('Amount').focus();
    expect(fireEvent.keyDown(document.activeElement!, { key: 'ArrowUp' })).toBe(true);
    expect(fireEvent.keyDown(document.activeElement!, { key: 'ArrowDown' })).toBe(false);
  });
});
