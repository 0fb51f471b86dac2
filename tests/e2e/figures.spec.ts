import type { Locator, Page } from '@playwright/test';
import type { Totals } from '../../contract/calls.ts';
import { expect, test } from './fixtures.ts';
import type { WorkspacePage } from './workspacePage.ts';
import { scaleLimit } from '../support/patience.ts';

/** W25: each figure of a widget is what the list has that it opens. */

const BUTTONS = '.fig-open:visible, .ov-figure:enabled:visible';
/** An amount or a count; a rate is the share of what its list has, and names have digits too. */
const IS_FIGURE = /^[-−]?\p{Sc}? ?[\d,]+(\.\d+)?[KMB]?$/u;

const plain = (text: string): number => Number(text.replace('−', '-').replaceAll(/[^\d.-]/g, ''));

/** Everything that a list says of what it holds. */
const shownBy = ({ total, byCurrency }: Totals): number[] => [
  total,
  ...byCurrency.flatMap(({ sums, count }) => [count, ...Object.values(sums).map(Number)]),
];

/** What the lists shown, the latest by view; a list that was asked the same before is not asked again. */
function listen(page: Page): Map<string, number[]> {
  const shown = new Map<string, number[]>();
  page.on('response', async (response) => {
    const view = /\/api\/(\w+)\/totals$/.exec(response.url())?.[1];
    // The bar at the top asks by itself, for the last minutes.
    if (!view || /"to"/.test(response.request().postData() ?? '') !== (view !== 'merchantAsset')) return;
    const { result } = (await response.json().catch(() => ({}))) as { result?: Totals };
    if (result && !result.late) shown.set(view, [...(shown.get(view) ?? []), ...shownBy(result)]);
  });
  return shown;
}

/** A short figure is rounded: what it stands for is in its tooltip. */
async function figureOf(button: Locator): Promise<number | undefined> {
  const strong = button.locator('strong');
  const text = ((await strong.count()) > 0 ? await strong.innerText() : await button.innerText()).trim();
  if (!IS_FIGURE.test(text)) return undefined;
  const exact = await button.getAttribute('title');
  return plain(/[KMB]$/.test(text) && exact ? exact : text);
}

/** Opens what a figure stands for; what is wrong, if the list has another one. */
async function opened(workspace: WorkspacePage, tile: Locator, button: Locator): Promise<string | undefined> {
  const { page } = workspace;
  const figure = await figureOf(button);
  if (figure === undefined) return undefined;
  const shown = listen(page);
  await button.click();
  const panel = page.locator('[data-view]:not([data-view="dashboard"]):visible').first();
  const view = (await panel.getAttribute('data-view')) ?? '';
  const has = () => shown.get(view)?.includes(figure) === true;
  const wrong = await expect
    .poll(has, { timeout: scaleLimit(8_000) })
    .toBe(true)
    .then(() => undefined)
    .catch(() => `${figure} is not among ${view} ${shown.get(view)?.join(' ')}`);
  // The next one asks again.
  await panel.press('Alt+w').catch(() => undefined);
  await workspace.tab('Home').click();
  await tile.scrollIntoViewIfNeeded();
  return wrong;
}

/** The figures of the first row of a widget, and of what is below all rows. */
async function check(workspace: WorkspacePage, widget: string): Promise<string[]> {
  const tile = workspace.page.locator('[data-view="dashboard"]').first().locator(`[data-widget="${widget}"]`);
  await tile.scrollIntoViewIfNeeded();
  await expect(tile.locator(BUTTONS).first(), widget).toBeVisible();
  const row = tile.locator('tbody tr').first();
  const places = (await row.count()) > 0 ? [row, tile.locator('tfoot tr').first()] : [tile];
  const wrong: string[] = [];
  for (const place of places)
    for (let at = 0; at < (await place.locator(BUTTONS).count()); at += 1) {
      const button = place.locator(BUTTONS).nth(at);
      // Balances move while they are looked at: one that moved in between agrees the next time.
      const found = (await opened(workspace, tile, button)) && (await opened(workspace, tile, button));
      if (found) wrong.push(`${widget} ${at}: ${found}`);
    }
  return wrong;
}

/** Bills are matched and today's report grows while they are looked at: their sums are compared in tests/api. */
const WIDGETS = ['platform-overview', 'grouped-orders', 'upstream-orders', 'assets'];

const tileOf = (widget: string, index: number) => ({
  id: `t${index}`,
  widget,
  version: 1,
  x: (index % 2) * 12,
  y: Math.floor(index / 2) * 9,
  w: 12,
  h: 9,
  settings: {},
});

test('W25: each figure of a widget is what the list has that it opens', { tag: '@long' }, async ({
  open,
  page,
  product,
}) => {
  test.slow();
  const workspace = await open('admin', { only: 'dashboard' });
  const api = await product.as('admin');
  // Of a day that has ended: orders of now move while they are looked at.
  const values = { period: 'yesterday' };
  await api.call('layout/save', {
    name: 'Figures',
    kind: 'dashboard',
    baseline: JSON.stringify({ schema: 1, tiles: WIDGETS.map(tileOf), values }),
    version: 0,
  });
  await page.reload();
  await workspace.ready();
  const wrong: string[] = [];
  for (const widget of WIDGETS) wrong.push(...(await check(workspace, widget)));
  expect(wrong).toEqual([]);
});
