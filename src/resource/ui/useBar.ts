import { type RefObject, useEffect, useState } from 'react';
import { share } from './share.ts';
import { NARROW } from './useNarrow.ts';
import { childrenOf, useDrawn, useSizes } from './useSizes.ts';

/** What both halves of a bar fold; marked so by whoever draws them. */
const CHIPS = '.chips';
const BUTTONS = '.view-buttons';
const FOLDING = `${CHIPS},${BUTTONS}`;
/** Boxes whose children stand in the line themselves. */
const OPEN = '.filters,.view-tools';
/** What gives way down to its least width, so that only this is counted. */
const YIELDING = '.any-id,.linked,.grow,[type="search"]';
const MARK = 'data-fold';
/** The bar's main verb, which a phone's has below the rest where there is no room next to it. */
const MAIN = '[data-main]';
const BELOW = 'data-below';
const barOf = (box: HTMLElement): HTMLElement | null => box.closest('.view-bar');

/** What something that never folds needs. */
function needs(element: HTMLElement): number {
  if (element.matches(FOLDING) || element.hasAttribute('popover')) return 0;
  if (element.matches(OPEN))
    return [...element.children].reduce((sum, each) => sum + needs(each as HTMLElement), 0);
  const least = (): number => Number.parseFloat(getComputedStyle(element).minWidth) || 0;
  return (element.matches(YIELDING) ? least() : element.offsetWidth) + gapOf(element.parentElement!);
}

const gapOf = (element: HTMLElement): number => Number.parseFloat(getComputedStyle(element).columnGap) || 0;

/** What a bar shows. */
function drawnIn(bar: HTMLElement | null): string {
  const sets = childrenOf(bar?.querySelector<HTMLElement>(CHIPS)).map(({ dataset }) => dataset.set ?? '');
  return `${bar?.getElementsByTagName('*').length} ${sets.join()} ${bar?.textContent}`;
}

/** Shares the line out; what does not fit leaves it and cannot be reached by Tab either. */
function layOut(bar: HTMLElement): void {
  // Below it is as wide as the bar: what it needs in the line is seen in the line alone.
  bar.removeAttribute(BELOW);
  const { paddingLeft, paddingRight } = getComputedStyle(bar);
  const inner = bar.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
  const fixed = [...bar.children].reduce((sum, each) => sum + needs(each as HTMLElement), 0);
  const chips = childrenOf(bar.querySelector<HTMLElement>(CHIPS));
  const buttons = childrenOf(bar.querySelector<HTMLElement>(BUTTONS));
  const given = share({
    free: inner - fixed,
    gap: gapOf(bar),
    chips: chips.map((chip) => ({ width: chip.offsetWidth, set: chip.dataset.set === 'true' })),
    buttons: buttons.map((button) => button.offsetWidth),
  });
  for (const [at, chip] of chips.entries()) chip.inert = !given.chips[at];
  const main = buttons.findIndex((button) => button.matches(MAIN));
  const isBelow = main >= given.buttons && bar.clientWidth < NARROW;
  for (const [at, button] of buttons.entries())
    button.inert = at >= given.buttons && !(isBelow && at === main);
  bar.toggleAttribute(BELOW, isBelow);
  const mark = [...chips, ...buttons].map(({ inert }) => (inert ? 0 : 1)).join('');
  if (bar.getAttribute(MARK) !== mark) bar.setAttribute(MARK, mark);
}

/**
 * Which children of a box in a bar are shown, as the whole line shares its room out. Filters and verbs are drawn by
 * components that do not know each other; the bar's element is what they have in common.
 */
export function useBar(box: RefObject<HTMLElement | null>): (at: number) => boolean {
  const [shown, setShown] = useState('');
  const read = (): boolean => {
    const { current } = box;
    // In a hidden panel nothing can be measured; what was known stays.
    const bar = current && barOf(current);
    if (!current || !bar?.checkVisibility()) return false;
    layOut(bar);
    setShown([...current.children].map((child) => ((child as HTMLElement).inert ? 0 : 1)).join(''));
    return true;
  };
  useDrawn(() => drawnIn(box.current && barOf(box.current)), read);
  useSizes(box, read, barOf);
  useEffect(() => {
    const bar = box.current && barOf(box.current);
    if (!bar) return;
    // The other half has taken or given room.
    const marks = new MutationObserver(read);
    marks.observe(bar, { attributes: true, attributeFilter: [MARK] });
    return () => marks.disconnect();
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [box]);
  return (at) => shown[at] !== '0';
}
