import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from './fixtures.ts';
import { sampled } from './sample.ts';
import { scaleLimit } from '../support/patience.ts';

/** Alerts: heard, followed to their rows, muted, and rules that are tried before they are saved. */

interface Rows {
  items: { id: string; name: string; state: string; mutedUntil: string | null }[];
}

test('an alert is a toast and under the bell, leads to its rows, and is muted in a click', {
  tag: '@long',
}, async ({ open, page, product }) => {
  const api = await product.as('admin');
  // The demo has orders in review, and a rule about them: it is heard once the worker of a server that has just
  // started has looked.
  await expect
    .poll(
      async () =>
        (await api.call<{ title: string }[]>('sysNotice/mine', { limit: 50 })).map(({ title }) => title),
      { timeout: scaleLimit(90_000) },
    )
    .toContainEqual(expect.stringContaining('Collections in review'));
  // It fires after the person has arrived.
  await page.route('**/api/sysNotice/mine*', (route) => route.fulfill({ json: { code: 200, result: [] } }));
  const workspace = await open('operator', { only: 'payOrder' });
  await page.unroute('**/api/sysNotice/mine*');
  await page.context().setOffline(true);
  await page.context().setOffline(false);
  const toast = page.locator('.ant-notification-notice').filter({ hasText: 'Collections in review' });
  await expect(toast).toContainText('above the threshold');
  await toast.getByRole('button', { name: 'Open the list' }).click();
  await workspace.grid('collectOrder').loaded();
  const panel = workspace.panel('collectOrder');
  await expect(panel.locator('.view-bar')).toContainText('Review');
  await expect(panel.locator('.ag-row [col-id="status"]').first()).toContainText('Review');

  await page.getByRole('button', { name: /^Notices/ }).click();
  const bell = page.getByRole('dialog', { name: /^Notices/ });
  const alert = bell.locator('.notices-announced > li').filter({ hasText: 'Collections in review' });
  await alert.getByRole('button', { name: 'Mute for an hour' }).click();
  await expect(workspace.toast('Muted for an hour')).toBeVisible();
  await expect(alert).toContainText('muted');
  const { items } = await api.call<Rows>('alertRule/page', {});
  const rule = items.find(({ name }) => name.includes('Collections in review'));
  expect(rule).toMatchObject({ state: 'firing' });
  expect(Date.parse(rule?.mutedUntil ?? '')).toBeGreaterThan(Date.now());
  await api.command('alertRule/unmute', { ids: [rule?.id] });
});

test('an incident is looked into with a layout of its own, which leaves the person’s as it was', {
  tag: '@long',
}, async ({ open, page, product }) => {
  const api = await product.as('admin');
  // The past of the demo is drawn anew for each load, and not each has an hour as bad as this.
  await product.planting(async (database) => {
    await database.query(
      `insert into alert_incident (id, tenant_id, rule_id, name, measure, comparison, threshold, window_minutes,
         status, opened_at, resolved_at, peak, peak_at)
       select id + 1, tenant_id, id, name, measure, comparison, threshold, window_minutes,
         'resolved', now() - interval '90 minutes', now() - interval '30 minutes', 40, now() - interval '1 hour'
       from alert_rule where name like '%Collection success rate%'
       on conflict do nothing`,
    );
  });
  const incidents = (await api.call<Rows>('alertIncident/page', {})).items;
  const fallen = incidents.find(({ name }) => name.includes('Collection success rate'));
  const workspace = await open('operator', { only: 'alertIncident' });
  const before = await workspace.tabs().allInnerTexts();
  const grid = workspace.grid('alertIncident');
  await grid.loaded();
  await grid.choose(fallen!.id);
  await workspace.press('i');
  const banner = workspace.banner('Incident layout of Collection success rate');
  await expect(banner).toBeVisible();
  const chart = workspace.panel('incidentChart');
  await expect(chart.locator('canvas, svg').first()).toBeVisible();
  await expect(chart).toContainText('%');
  // Each panel is narrowed to what fell, over the time of the incident.
  await expect(workspace.panel('collectOrder').locator('.view-bar')).toContainText('Created at');
  await expect(workspace.panel('callback')).toBeVisible();
  // Nothing of it is saved, and leaving it brings the own layout back as it was.
  const saves: string[] = [];
  page.on('request', (request) => request.url().endsWith('/api/layout/save') && saves.push(request.url()));
  await workspace.command('Merchants');
  await workspace.saved();
  expect(saves).toEqual([]);
  await banner.getByRole('button', { name: /^Back to/ }).click();
  await expect(workspace.tabs()).toHaveText(before);
  await expect(banner).toHaveCount(0);

  // From the bell too, and kept where the person wants to.
  await page.getByRole('button', { name: /^Notices/ }).click();
  await page
    .getByRole('dialog', { name: /^Notices/ })
    .getByRole('button', { name: 'Incident layout' })
    .first()
    .click();
  await page
    .locator('.ws-banner')
    .filter({ hasText: 'Incident layout of' })
    .getByRole('button', { name: 'Keep as a layout' })
    .click();
  await expect(workspace.toast('is one of your layouts now')).toBeVisible();
  await page.reload();
  await workspace.ready();
  await expect(workspace.panel('incidentChart')).toBeVisible();
});

for (const theme of ['light', 'dark'] as const)
  test(
    `a rule is replayed over the past while its threshold is dragged (${theme})`,
    sampled(theme === 'dark'),
    async ({ open, page }) => {
      const workspace = await open('operator', { only: 'alertRule', theme });
      const panel = workspace.panel('alertRule');
      await workspace.grid('alertRule').loaded();
      await panel.locator('[col-id="name"]').filter({ hasText: 'Collection success rate' }).click();
      await workspace.press('e');
      const trial = panel.getByRole('region', { name: 'Trial over the past' });
      await expect(trial.locator('canvas')).toBeVisible();
      const count = async () => Number(/\d+/.exec((await trial.locator('output').textContent()) ?? '')?.[0]);
      const slider = trial.getByRole('slider', { name: 'Threshold' });
      await slider.focus();
      await workspace.press('Home');
      await expect(panel.getByLabel('Threshold', { exact: true }).first()).toHaveValue('0');
      await expect.poll(count).toBe(0);
      // A rate below a hundred: whatever has ended has been an alert at some time.
      await slider.fill('100');
      await expect.poll(count).toBeGreaterThan(0);
      await expect(trial.getByRole('listitem').first()).toContainText('%');
      const { violations } = await new AxeBuilder({ page }).include('.dock-form').analyze();
      const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
      expect(serious.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id} ${html}`))).toEqual([]);
      await panel.getByRole('button', { name: 'Cancel' }).click();
    },
  );
