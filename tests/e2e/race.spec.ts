import { WorkspacePage } from './workspacePage.ts';
import { expect, test } from './fixtures.ts';
import { claimable, orderOf } from './orders.ts';

const PEOPLE = ['operator', 'priya'] as const;

test('two browsers press claim on one order: one wins, the other reads who holds it', async ({
  browser,
  product,
}) => {
  const api = await product.as('operator');
  // Of the branch that both see.
  const order = await claimable(await product.as('priya'));
  const desks = await Promise.all(
    PEOPLE.map(async (person) => {
      await product.forget(person);
      const context = await browser.newContext({
        baseURL: product.base,
        viewport: { width: 1600, height: 900 },
      });
      const workspace = new WorkspacePage(await context.newPage());
      await workspace.enter(person);
      const grid = workspace.grid('collectOrder');
      await grid.loaded();
      await grid.find(order.orderNo, order.id);
      await grid.choose(order.id);
      return { person, workspace, context, grid };
    }),
  );
  await Promise.all(desks.map(({ workspace }) => workspace.press('c')));
  const outcomes = await Promise.all(
    desks.map(async ({ person, workspace }) => {
      const won = workspace.toast('Claim successful');
      const lost = workspace.toast(/^Claimed by /);
      await expect(won.or(lost).first()).toBeVisible();
      return {
        person,
        won: await won.isVisible(),
        text: (await lost.isVisible()) ? await lost.innerText() : '',
      };
    }),
  );
  const winners = outcomes.filter(({ won }) => won);
  expect(winners).toHaveLength(1);
  const winner = winners[0]!.person;
  const loser = outcomes.find(({ won }) => !won)!;
  expect(loser.text).toMatch(new RegExp(`^Claimed by ${winner}, free again in \\d+ min`));
  const { claimedBy, claimedByName } = await orderOf(api, order.id);
  expect(claimedBy).toBe(
    (await (await product.as(winners[0]!.person)).call<{ id: string }>('sysAuth/userInfo')).id,
  );
  for (const { person, grid } of desks)
    await expect(grid.cell(order.id, 'claimedBy')).toContainText(
      person === winner ? 'me' : String(claimedByName),
    );
  await Promise.all(desks.map(({ context }) => context.close()));
});
