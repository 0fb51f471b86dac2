import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** What was to be seen in a window at the moment when a key was pressed there. */
interface Seen {
  /** Ids of the rows that were outlined and that nothing covered. */
  outlined: string[];
}

/** A message as the session keeps it. */
interface Message {
  id: number;
  text: string;
  description?: string;
}

/** A key pressed, what was seen then, and what came of it. */
interface Pressed extends Seen {
  /** Ids of the rows that a claim was sent for. */
  claimed: string[];
  /** What was stated since. */
  stated: string[];
}

declare global {
  var e2eSeen: Seen[] | undefined;
}

/** Notes in a window what is outlined whenever C is pressed, before anything of the product hears the key. */
const watch = (page: Page): Promise<void> =>
  page.evaluate(() => {
    if (globalThis.e2eSeen) return;
    const seen: Seen[] = [];
    globalThis.e2eSeen = seen;
    const isOnTop = (row: Element): boolean => {
      const list = row.closest('.ag-grid-viewport')!.getBoundingClientRect();
      const { top, height } = row.getBoundingClientRect();
      const y = top + height / 2;
      return [0.1, 0.5, 0.9].some((share) =>
        row.contains(document.elementFromPoint(list.left + share * list.width, y)),
      );
    };
    const outlined = () =>
      [...document.querySelectorAll('.grid-body > [row-id]')].filter(
        (row) => getComputedStyle(row, '::after').content !== 'none' && isOnTop(row),
      );
    const note = ({ key }: KeyboardEvent): void => {
      if (key === 'c') seen.push({ outlined: outlined().map((row) => row.getAttribute('row-id') ?? '') });
    };
    window.addEventListener('keydown', note, true);
  });

/** Messages so far, the latest first; those of pop-outs are the page's too. */
const messages = (page: Page): Promise<{ id: number; text: string }[]> =>
  page.evaluate(() => {
    const log = JSON.parse(sessionStorage.getItem('paydesk:messages') ?? '[]') as Message[];
    return log.map(({ id, text, description = '' }) => ({ id, text: `${text} ${description}` }));
  });

/** Presses C in windows of the product and compares what it did with what was seen. */
export class RowKeys {
  readonly #claims: string[][] = [];
  readonly #page: Page;
  readonly #heard = (request: { url(): string; postDataJSON(): unknown }): void => {
    if (request.url().endsWith('/api/collectOrder/claim'))
      this.#claims.push((request.postDataJSON() as { ids: string[] }).ids);
  };

  constructor(page: Page) {
    this.#page = page;
    page.context().on('request', this.#heard);
  }

  stop(): void {
    this.#page.context().off('request', this.#heard);
  }

  /** Ids that claims were sent for. */
  claimed(): string[] {
    return this.#claims.flat();
  }

  watch(page: Page): Promise<void> {
    return watch(page);
  }

  /** In a window: the page itself, or one of its own. */
  async press(window: Page): Promise<Pressed> {
    await watch(window);
    const before = this.#claims.length;
    const [latest] = await messages(this.#page);
    await window.keyboard.press('c');
    const seen = await window.evaluate(() => globalThis.e2eSeen!.at(-1)!);
    const news = async () => (await messages(this.#page)).filter(({ id }) => id > (latest?.id ?? 0));
    // Something comes of every key, or nothing does within a second.
    const until = Date.now() + 1_000;
    while (this.#claims.length === before && (await news()).length === 0 && Date.now() < until)
      await window.waitForTimeout(30);
    const stated = (await news()).map(({ text }) => text);
    return { ...seen, claimed: this.#claims.slice(before).flat(), stated };
  }
}

/** What C did was done to the row that was outlined, or not at all and with a word. */
export function expectAgreement({ outlined, claimed, stated }: Pressed, isSilent: boolean): void {
  expect(outlined.length, 'no more than one row is outlined').toBeLessThanOrEqual(1);
  if (claimed.length > 0) expect(claimed, 'the row that was outlined is claimed').toEqual(outlined);
  else if (!isSilent) expect(stated, 'why nothing was claimed').not.toEqual([]);
}
