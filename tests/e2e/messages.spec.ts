import { expect, test } from './fixtures.ts';

/** What a person received is read from the bell: whole, drawn as elements and never as markup, and read is read. */

test('messages are found from the bell, read by keys and marked in one go', { tag: '@long' }, async ({
  open,
  page,
  product,
}) => {
  const api = await product.as('admin');
  const content =
    '<p>Before <b>nine</b></p><script>document.title = "taken"</script><p onclick="alert(1)">after</p>';
  for (const title of ['Drill today', 'Rates move']) {
    const { id } = await api.call<{ id: string }>('sysNotice/add', { title, content, type: 2, audience: 0 });
    await api.call('sysNotice/public', { id });
  }
  const workspace = await open('operator', { only: 'collectOrder' });
  await page.getByRole('button', { name: /^Notices/ }).click();
  await page.getByRole('button', { name: 'All messages' }).click();
  const panel = workspace.panel('notice');
  const line = panel.getByRole('button', { name: /^Drill today/ });
  await expect(line).toHaveAttribute('data-unread', 'true');
  await expect(panel.getByText('Choose a message to read it')).toBeVisible();

  await line.click();
  const article = panel.getByRole('article', { name: 'Drill today' });
  await expect(article.locator('b')).toHaveText('nine');
  await expect(article.locator('script, [onclick]')).toHaveCount(0);
  await expect(line).not.toHaveAttribute('data-unread', 'true');

  await workspace.press('/');
  await page.keyboard.type('rates');
  await expect(panel.locator('.received-line')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await panel.getByRole('searchbox').fill('no such title');
  await expect(panel.getByText('No message matches')).toBeVisible();
  await panel.getByRole('button', { name: 'Show all' }).click();
  await panel.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(panel.locator('[data-unread]')).toHaveCount(0);
  await panel.getByRole('button', { name: 'Unread', exact: true }).click();
  await expect(panel.getByText('No message matches')).toBeVisible();

  // One that comes while the panel is open is there at once.
  const { id } = await api.call<{ id: string }>('sysNotice/add', {
    title: 'Just now',
    content,
    type: 1,
    audience: 0,
  });
  await api.call('sysNotice/public', { id });
  await expect(panel.getByRole('button', { name: /^Just now/ })).toBeVisible();
});
