import type { Figure } from '../../server/figures.ts';
import { type Bench, onPage, percent } from '../bench.ts';
import { shareOf, type Tab } from '../browser.ts';
import { product } from '../build.ts';
import { Feed } from '../feed.ts';
import { openFront } from '../front.ts';
import { gridReady, OURS, shownIds } from '../grids.ts';

/** B7: tabs behind others do no live work while changes of what they show keep arriving. */

const STORM = 20_000;
const FOR_MS = 6_000;

/** Shows every tab of the pile once, so that all are mounted, and ends on the first. */
async function mountAll({ page }: Tab): Promise<number> {
  const buttons = page.locator('.flexlayout__tab_button');
  const count = await buttons.count();
  for (const at of [...Array.from({ length: count - 1 }, (_, index) => index + 1), 1]) {
    await buttons.nth(at).click();
    await page.waitForTimeout(800);
  }
  return page.evaluate(
    () =>
      [...document.querySelectorAll('.ws-panel')].filter(
        (panel) => !panel.checkVisibility() && panel.firstChild,
      ).length,
  );
}

/** Counts what changes in panels that cannot be seen. */
async function watch({ page }: Tab): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const counter = { changes: 0 };
    Object.assign(window, { hiddenWork: counter });
    const observer = new MutationObserver((records) => {
      counter.changes += records.length;
    });
    for (const panel of document.querySelectorAll('.ws-panel'))
      if (!panel.checkVisibility())
        observer.observe(panel, { subtree: true, childList: true, attributes: true, characterData: true });
  });
  return () =>
    page.evaluate(() => (window as unknown as { hiddenWork: { changes: number } }).hiddenWork.changes);
}

export async function benchHidden(bench: Bench): Promise<Figure[]> {
  const feed = new Feed();
  const front = await openFront(product, bench.subject.base, feed);
  const seen = await onPage(
    bench,
    'pile',
    async (tab) => {
      await gridReady(tab);
      const mounted = await mountAll(tab);
      feed.shown = await shownIds(tab, OURS);
      feed.resources = ['collectOrder', 'fundDetail', 'orderLog', 'merchantAsset'];
      const changes = await watch(tab);
      front.calls.length = 0;
      feed.pace = STORM;
      const share = await shareOf(tab, FOR_MS);
      const asked = front.calls.filter((path) => /\/(fundDetail|dashboard)\//.test(path)).length;
      const alive = front.calls.filter((path) => path === '/api/collectOrder/rows').length;
      if (alive === 0) throw new Error('the panel on screen did not follow the changes either');
      return { mounted, share, asked, changes: await changes() };
    },
    front.base,
  );
  feed.close();
  front.close();
  return [
    {
      budget: 'B7',
      what: `live work of ${seen.mounted} hidden mounted tabs at ${STORM.toLocaleString('en')} changes a second`,
      measured: `${seen.changes} changes of their elements, ${seen.asked} calls; the page takes ${percent(seen.share)} of a core`,
      peer: '',
      limit: '0',
      met: seen.mounted > 0 && seen.changes === 0 && seen.asked === 0,
    },
  ];
}
