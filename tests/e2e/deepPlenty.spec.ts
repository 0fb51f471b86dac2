import { expect, test } from './fixtures.ts';
import { plentyOrders } from '../support/plentyOrders.ts';
import { scrollDeep } from './scrollDeep.ts';

const PLENTY = 160_000;
/** As many of the demo's own take ten times as long to load. */
test.use({ orders: 2_000 });
test.beforeAll(({ product }) =>
  product.planting(async (database) => {
    const { rows } = await database.query<{ merchant: string; channel: string; count: number }>(
      `select merchant_id as merchant, channel_id as channel, (select count(*)::int from collect_order) as count
       from collect_order order by id desc limit 1`,
    );
    const { merchant, channel, count } = rows[0]!;
    // A worker that replaces another one finds what that one planted.
    if (count > PLENTY) return;
    await plentyOrders(database, merchant, channel, PLENTY);
    await database.query('vacuum analyze collect_order');
  }),
);

test(
  'W27: scrolls to row 150,000 and shows what the API has there',
  { tag: '@long' },
  async ({ open, product }) => scrollDeep(await open('operator', { only: 'collectOrder' }), product, 150_000),
);

test('W29: the selection survives a long scroll', { tag: '@long' }, async ({ open }) => {
  const workspace = await open('operator', { only: 'collectOrder' });
  const grid = workspace.grid('collectOrder');
  const first = await grid.loaded();
  const second = (await grid.at(3).getAttribute('row-id')) ?? '';
  await grid.add(first);
  await grid.add(second);
  await expect(grid.foot).toContainText('2 selected');
  await grid.scrollTo(40_000);
  await expect(grid.at(40_000)).toHaveAttribute('row-id', /^\d+$/);
  await expect(grid.row(first)).toHaveCount(0);
  await expect(grid.foot).toContainText('2 selected');
  await grid.scrollTo(0);
  for (const id of [first, second]) {
    await expect(grid.row(id)).toHaveClass(/grid-chosen/);
    await expect(grid.cell(id, 'pd-select').getByRole('checkbox')).toBeChecked();
  }
  await workspace.activate('collectOrder');
  await workspace.press('Escape');
  await expect(grid.foot).not.toContainText('selected');
});
