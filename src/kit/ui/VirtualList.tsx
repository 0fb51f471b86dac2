import {
  type Virtualizer,
  defaultRangeExtractor,
  observeElementRect,
  useVirtualizer,
} from '@tanstack/react-virtual';
import {
  type FocusEvent,
  type HTMLAttributes,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { isTyping } from '../commands/typing.ts';
import { findTyped, stepTo, typeAheadOf } from './listKeys.ts';

/** A list up to this long is mounted whole: the browser finds every word in it, and its width is that of all rows. */
const WHOLE = 40;
const OVERSCAN = 8;
/** Height in px of what scrolls while it has none: it is not laid out yet, or its panel is hidden. */
const UNKNOWN_HEIGHT = 480;
const CONTROLS = 'input,button,a[href],[tabindex]';

type List = Virtualizer<HTMLElement, HTMLElement>;

interface RowsProps<T> {
  items: readonly T[];
  keyOf: (item: T) => string;
  /** Height in px of a row that has not been measured yet. */
  estimate?: number | undefined;
  /** Px above the active row that come into sight with it. */
  above?: number | undefined;
}

interface VirtualListProps<T> extends RowsProps<T>, Omit<HTMLAttributes<HTMLUListElement>, 'children'> {
  children: (item: T, index: number) => ReactNode;
  /** Attributes of the row of an item. */
  row?: (item: T, index: number) => HTMLAttributes<HTMLLIElement> & Record<`data-${string}`, unknown>;
  /** This row stays mounted wherever the list is scrolled to. */
  active?: number | undefined;
  /** The active row comes into sight. */
  reveal?: boolean;
  /** Arrows, Home, End and the page keys go from the control of one row to that of another. */
  walk?: boolean;
  /** What a row begins with: with it typing goes to a row. */
  textOf?: (item: T) => string;
}

const scrollerOf = (list: HTMLElement): HTMLElement => {
  const style = (each: HTMLElement) => list.ownerDocument.defaultView?.getComputedStyle(each).overflowY ?? '';
  for (let each: HTMLElement | null = list; each; each = each.parentElement)
    if (/auto|scroll/.test(style(each))) return each;
  return list;
};

/** Px between the top of what scrolls and the list in it. */
const marginOf = (list: HTMLElement, scroller: HTMLElement): number =>
  list === scroller
    ? 0
    : Math.round(
        list.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop,
      );

const indexOf = (target: EventTarget): number =>
  Number((target as HTMLElement).closest<HTMLElement>('[data-index]')?.dataset.index ?? -1);

/** The rows in sight of the nearest ancestor that scrolls, or of the list itself where it does. */
function useRows<T>(
  list: RefObject<HTMLUListElement | null>,
  { items, keyOf, estimate = 26, above = 0 }: RowsProps<T>,
  kept: readonly number[],
): List {
  const count = items.length;
  const scroller = useRef<HTMLElement>(null);
  const [margin, setMargin] = useState(0);
  const rows = useVirtualizer<HTMLElement, HTMLElement>({
    count,
    getScrollElement: () => (scroller.current ??= list.current && scrollerOf(list.current)),
    estimateSize: () => estimate,
    getItemKey: (index) => keyOf(items[index]!),
    initialRect: { width: 0, height: UNKNOWN_HEIGHT },
    observeElementRect: (instance, give) =>
      observeElementRect(instance, ({ width, height }) => give({ width, height: height || UNKNOWN_HEIGHT })),
    measureElement: (element) => element.offsetHeight || estimate,
    overscan: count <= WHOLE ? WHOLE : OVERSCAN,
    rangeExtractor: (range) =>
      [
        ...new Set([...defaultRangeExtractor(range), ...kept.filter((index) => index >= 0 && index < count)]),
      ].sort((one, other) => one - other),
    scrollMargin: margin,
    scrollPaddingStart: above,
  });
  // What is above the list may grow or shrink with any commit; a margin that stays the same ends it.
  // oxlint-disable-next-line react/exhaustive-deps
  useLayoutEffect(() => {
    if (list.current && scroller.current) setMargin(marginOf(list.current, scroller.current));
  });
  return rows;
}

/** Moves the focus from row to row by keys. */
function useWalk(
  list: RefObject<HTMLUListElement | null>,
  rows: List,
  mount: (index: number) => void,
  texts: () => readonly string[] | undefined,
) {
  const wanted = useRef<number>(undefined);
  const [typed] = useState(typeAheadOf);
  // A row that was out of sight is mounted by now.
  useLayoutEffect(() => {
    if (wanted.current === undefined) return;
    const row = list.current?.querySelector(`[data-index="${wanted.current}"]`);
    wanted.current = undefined;
    row?.querySelector<HTMLElement>(CONTROLS)?.focus({ preventScroll: true });
  });
  const target = ({ key, ctrlKey, altKey, metaKey }: KeyboardEvent, at: number): number | undefined => {
    if (ctrlKey || altKey || metaKey) return undefined;
    const { startIndex = 0, endIndex = 0 } = rows.range ?? {};
    const step = stepTo(key, at, rows.options.count, Math.max(1, endIndex - startIndex - 1));
    const known = step === undefined ? texts() : undefined;
    const word = known && typed(key);
    return word === undefined ? step : findTyped(known!, at, word);
  };
  return (event: KeyboardEvent) => {
    const at = indexOf(event.target);
    if (at < 0 || event.defaultPrevented || isTyping(event.target)) return;
    const to = target(event, at);
    // Past the ends the keys are those of what is around the list.
    if (to === undefined || to < 0 || to >= rows.options.count) return;
    event.preventDefault();
    wanted.current = to;
    mount(to);
    rows.scrollToIndex(to);
  };
}

/**
 * A list of which only the rows in sight are mounted. The rows lie in the flow of the page, so they are as high as
 * what they hold, and grids and borders of the list work as they do in any other.
 */
export function VirtualList<T>({ items, keyOf, estimate, above, ...props }: VirtualListProps<T>) {
  const { children, row, active, reveal = true, walk, textOf, ...rest } = props;
  const list = useRef<HTMLUListElement>(null);
  const [focused, setFocused] = useState(-1);
  const rows = useRows(list, { items, keyOf, estimate, above }, [focused, active ?? -1]);
  const onKeyDown = useWalk(list, rows, setFocused, () => textOf && items.map(textOf));
  useEffect(() => {
    if (active !== undefined && active >= 0 && reveal) rows.scrollToIndex(active);
  }, [rows, active, reveal]);
  const mounted = rows.getVirtualItems();
  const margin = rows.options.scrollMargin;
  const first = mounted[0]?.start ?? margin;
  const end = mounted.at(-1)?.end ?? margin;
  return (
    <ul
      {...rest}
      ref={list}
      style={{
        paddingTop: first - margin,
        paddingBottom: rows.getTotalSize() - (end - margin),
        // What a measured row adds above is made up for once, by the virtualizer.
        overflowAnchor: 'none',
      }}
      {...(walk && { onKeyDown })}
      onFocus={(event: FocusEvent) => setFocused(indexOf(event.target))}
      onBlur={() => setFocused(-1)}
    >
      {mounted.map(({ key, index, start }, at) => (
        <li
          key={key as string}
          aria-setsize={items.length}
          aria-posinset={index + 1}
          {...row?.(items[index]!, index)}
          ref={rows.measureElement}
          data-index={index}
          style={
            at > 0 && mounted[at - 1]!.end < start ? { marginTop: start - mounted[at - 1]!.end } : undefined
          }
        >
          {children(items[index]!, index)}
        </li>
      ))}
    </ul>
  );
}
