import type { CDPSession, Locator, Page } from '@playwright/test';
import { envelope, panel, tabset } from './envelope.ts';
import { expect, test } from './fixtures.ts';
import { WorkspacePage } from './workspacePage.ts';

/** Chinese is composed: the keys that spell it and pick a candidate send, search and choose nothing. */

class InputMethod {
  readonly #session: CDPSession;

  constructor(session: CDPSession) {
    this.#session = session;
  }

  async key(key: string): Promise<void> {
    const code = key === ' ' ? 'Space' : key;
    const of = { key, code, windowsVirtualKeyCode: 229, nativeVirtualKeyCode: 229 };
    await this.#session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...of });
    await this.#session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...of });
  }

  /** Spelled, looked through, and picked by Enter: as Chromium reports it, then as Safari does. */
  async compose(spelled: string, text: string): Promise<void> {
    await this.#session.send('Input.imeSetComposition', {
      text: spelled,
      selectionStart: spelled.length,
      selectionEnd: spelled.length,
    });
    for (const key of ['ArrowDown', ' ', 'Enter']) await this.key(key);
    await this.#session.send('Input.insertText', { text });
    // Safari ends the composition first; the key that ended it comes afterwards, unmarked but for its code.
    await this.key('Enter');
  }
}

/** What the field holds, whatever kind it is. */
const textOf = (field: Locator): Promise<string> =>
  field.evaluate((element) => ('value' in element ? String(element.value) : (element.textContent ?? '')));

async function start(page: Page, account: string, plant: (working: string) => Promise<void>) {
  await plant(envelope([tabset('list', 'dash')], { list: panel('collectOrder'), dash: panel('dashboard') }));
  const workspace = new WorkspacePage(page);
  await workspace.enter(account);
  await workspace.grid('collectOrder').loaded();
  await expect(workspace.panel('collectOrder').locator('.grid-cursor')).toHaveCount(1);
  return { workspace, method: new InputMethod(await page.context().newCDPSession(page)) };
}

interface Place {
  name: string;
  /** Opens it and returns the field. */
  open: (workspace: WorkspacePage) => Promise<Locator>;
  /** What Enter would close or leave. */
  stays: (page: Page) => Locator;
}

const dialog = (page: Page) => page.getByRole('dialog').first();

const PLACES: readonly Place[] = [
  {
    name: 'palette',
    async open(workspace) {
      await workspace.press('Control+k');
      return dialog(workspace.page).getByRole('combobox');
    },
    stays: (page) => page.locator('dialog.palette[open]'),
  },
  {
    name: 'filter by any number',
    async open(workspace) {
      await workspace.press('/');
      return workspace.panel('collectOrder').locator('.any-id input');
    },
    stays: (page) => page.locator('.any-id input:focus'),
  },
  {
    name: 'filter that is searched',
    async open(workspace) {
      await workspace
        .panel('collectOrder')
        .locator('.chip-face', { hasText: /^Merchant/ })
        .click();
      return workspace.page.locator('.pop-search:visible');
    },
    stays: (page) => page.locator('.pop:popover-open .pop-search'),
  },
  {
    name: 'note of an order, with a colleague to choose',
    async open(workspace) {
      await workspace.press('n');
      return workspace.panel('collectOrder').locator('.notes textarea');
    },
    stays: (page) => page.locator('.notes textarea:focus'),
  },
  {
    name: 'name of a tab',
    async open(workspace) {
      await workspace.press('F2');
      return workspace.page.locator('.ws-tab-input');
    },
    stays: (page) => page.locator('.ws-tab-input'),
  },
  {
    name: 'name of a layout',
    async open(workspace) {
      await workspace.command('Duplicate layout');
      return dialog(workspace.page).locator('input').first();
    },
    stays: dialog,
  },
  {
    name: 'catalogue of widgets',
    async open(workspace) {
      await workspace.tab('Home').click();
      await workspace.command('Add widget');
      return dialog(workspace.page).locator('input[type=search]');
    },
    stays: dialog,
  },
  {
    name: 'help',
    async open(workspace) {
      await workspace.press('F1');
      const help = workspace.panel('help');
      await expect(help).toBeVisible();
      const field = help.locator('input[type=search]');
      await field.focus();
      return field;
    },
    stays: (page) => page.locator('[data-view="help"] input[type=search]:focus'),
  },
];

test('what is composed in a field of the workspace sends and chooses nothing', { tag: '@long' }, async ({
  page,
  product,
}) => {
  const { workspace, method } = await start(page, 'operator', (working) =>
    product.plant('operator', working),
  );
  for (const place of PLACES)
    await test.step(place.name, async () => {
      const field = await place.open(workspace);
      await expect(field).toBeVisible();
      await field.focus();
      const before = await textOf(field);
      await method.compose("ni'hao", '你好');
      await expect(place.stays(page)).toBeVisible();
      await expect.poll(() => textOf(field)).toContain('你好');
      if (before === '') expect(await textOf(field)).toBe('你好');
      for (let presses = 0; presses < 3; presses += 1) await workspace.press('Escape');
      await workspace.tab('Collection orders').click();
    });
});

/** Forms that have every kind of input between them. */
const FORMS = ['merchant', 'sysNotice', 'sysMenu', 'sysJob', 'bankAccount', 'upstream'] as const;

const FIELDS =
  'input:not([type=hidden],[type=checkbox],[type=radio],[type=file],[type=range]):not(:disabled),textarea:not(:disabled),[contenteditable=true]';

test('what is composed in any field of a form neither sends nor closes it', { tag: '@long' }, async ({
  page,
  product,
}) => {
  const { workspace, method } = await start(page, 'admin', (working) => product.plant('admin', working));
  const kinds = new Set<string>();
  const writes: string[] = [];
  page.on('request', (request) => {
    if (/\/(?:add|update)$/.test(request.url())) writes.push(request.url());
  });
  for (const view of FORMS)
    await test.step(view, async () => {
      const shown = await workspace.openView(view);
      await workspace.activate(view);
      await workspace.press('n');
      const form = shown.getByRole('dialog').first();
      await expect(form).toBeVisible();
      const fields = form.locator(FIELDS);
      await expect(fields.first()).toBeVisible();
      for (let at = 0; at < (await fields.count()); at += 1) {
        const field = fields.nth(at);
        if (!(await field.isVisible()) || !(await field.isEditable())) continue;
        await field.focus();
        kinds.add(
          await field.evaluate(
            (each) => `${each.tagName}.${each.getAttribute('role') ?? each.getAttribute('type') ?? ''}`,
          ),
        );
        await method.compose("ni'hao", '你好');
        await expect(form, `field ${at} of ${view}`).toBeVisible();
        await workspace.press('Escape');
        // An open list is shut by Esc, the form by the next: it is opened again, with what was typed.
        if (!(await form.isVisible())) {
          await workspace.activate(view);
          await workspace.press('n');
          await expect(form).toBeVisible();
        }
      }
      await workspace.press('Escape');
      await workspace.press('Escape');
    });
  expect(writes).toEqual([]);
  expect([...kinds].sort()).toEqual(expect.arrayContaining(['INPUT.combobox', 'INPUT.text', 'TEXTAREA.']));
});
