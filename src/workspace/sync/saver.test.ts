import { getDefaultStore } from 'jotai';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CallError } from '../../kit/data/CallError.ts';
import type { LayoutDetail, LayoutSave } from '../../kit/data/layout.ts';
import operator from '../../../layouts/operator/workspace.json' with { type: 'json' };
import { workspace } from '../core/workspace.ts';
import { panels } from '../core/panels.ts';
import type { Envelope } from '../envelope/envelope.ts';
import { provideDefault } from './defaults.ts';
import type { ConfirmRequest } from '../parts/NameDialog.tsx';
import { askedAtom, layoutActions } from './dialogs.ts';
import { layouts, startLayouts } from './layouts.ts';
import { decide, saveBaseline, saveNow, startSaver } from './saver.ts';
import { keepCopy } from './crash.ts';
import { currentAtom, layoutsAtom, reportAtom } from './state.ts';

/** The server's side of layouts, as far as versions go. */
const server = vi.hoisted(() => ({
  rows: [] as LayoutDetail[],
  down: false,
  /** What is saved arrives, and its answer waits for this. */
  answers: undefined as Promise<void> | undefined,
}));
const refusal = (code: number, errorCode: string) =>
  new CallError(errorCode, { code, errorCode, extras: {} });

vi.mock('../../kit/data/layout.ts', () => {
  const answer = async <T>(work: () => T): Promise<T> => {
    if (server.down) throw refusal(0, 'network');
    return work();
  };
  const find = (id: string) => {
    const row = server.rows.find((each) => each.id === id);
    if (!row) throw refusal(404, 'notFound');
    return row;
  };
  return {
    layoutApi: {
      list: () => answer(() => server.rows.map((row, index) => ({ ...row, active: index === 0 }))),
      activate: (id: string) => answer(() => void find(id)),
      detail: (id: string) => answer(() => ({ ...find(id) })),
      save: async ({ id, name, kind, version, ...texts }: LayoutSave) => {
        const { answers } = server;
        const saved = await answer(() => {
          if (!id) {
            if (server.rows.some((row) => row.name === name)) throw refusal(400, 'duplicate');
            const row = {
              id: String(server.rows.length + 1),
              name,
              kind,
              version: 1,
              baseline: null,
              working: null,
            };
            server.rows.push({ ...row, ...texts });
            return { id: row.id, version: 1 };
          }
          const row = find(id);
          if (row.version !== version) throw refusal(409, 'staleVersion');
          Object.assign(row, texts, { version: version + 1 });
          return { id, version: version + 1 };
        });
        await answers;
        return saved;
      },
    },
  };
});

const status = () => getDefaultStore().get(currentAtom)?.status;
const stored = (): Envelope => {
  const [row] = server.rows;
  return JSON.parse(String(row!.working ?? row!.baseline)) as Envelope;
};
/** What another window saves: the stored layout, changed. */
function elsewhere(change: (envelope: Envelope) => void): void {
  const [row] = server.rows;
  const envelope = stored();
  change(envelope);
  Object.assign(row!, { working: JSON.stringify(envelope), version: row!.version + 1 });
}
const dropTab = (id: string) => (envelope: Envelope) => {
  const walk = (node: { children?: unknown[] }): void => {
    node.children = node.children?.filter((child) => (child as { id?: string }).id !== id);
    for (const child of node.children ?? []) walk(child as { children?: unknown[] });
  };
  walk(envelope.layout.layout);
  delete envelope.panels[id];
};

/** The panes of the outermost row that has several, in the other order. */
function turned(envelope: Envelope): void {
  let row: { children?: unknown[] } = envelope.layout.layout;
  while (row.children?.length === 1) row = row.children[0] as typeof row;
  row.children?.reverse();
}

let undos: (() => void)[] = [];
beforeEach(async () => {
  localStorage.clear();
  server.rows = [];
  server.down = false;
  server.answers = undefined;
  undos = [provideDefault(async () => operator), startSaver()];
  await startLayouts();
});
afterEach(() => {
  for (const undo of undos.reverse()) undo();
  workspace.unload();
});

describe('a layout that another window deleted', () => {
  beforeEach(saveBaseline);

  it('is reported as gone, and what is on screen becomes a layout again when a person says so', async () => {
    server.rows = [];
    workspace.close('assets');
    await saveNow();
    expect(status()).toBe('gone');
    await expect(saveBaseline()).rejects.toThrow();
    expect(server.rows).toEqual([]);
    await layouts.keepGone();
    expect(status()).toBe('saved');
    expect(stored().panels).not.toHaveProperty('assets');
  });

  it('gives way to one that is left', async () => {
    const [row] = server.rows;
    server.rows = [{ ...row!, id: '7', name: 'Other' }];
    workspace.close('assets');
    await saveNow();
    await layouts.leaveGone();
    expect(getDefaultStore().get(currentAtom)).toMatchObject({ id: '7', name: 'Other', status: 'saved' });
    expect(stored().panels).toHaveProperty('assets');
  });
});

describe('a layout that two windows save', () => {
  beforeEach(saveBaseline);

  it('keeps the panel state of both, and nobody is asked', async () => {
    elsewhere((envelope) => (envelope.panels.funds!.state = { filter: 'theirs' }));
    panels.saveState('orders', { filter: 'mine' });
    workspace.close('assets');
    await saveNow();
    expect(status()).toBe('saved');
    expect(stored().panels.funds!.state).toEqual({ filter: 'theirs' });
    expect(stored().panels.orders!.state).toEqual({ filter: 'mine' });
    expect(stored().panels).not.toHaveProperty('assets');
  });

  it('shows the other window’s panels once this one has saved something of its own', async () => {
    elsewhere(dropTab('assets'));
    panels.saveState('orders', { filter: 'one' });
    await saveNow();
    expect(status()).toBe('saved');
    expect(stored().panels.orders!.state).toEqual({ filter: 'one' });
    expect(stored().panels).not.toHaveProperty('assets');
    expect(workspace.tabs()).not.toContain('assets');
    const { version } = server.rows[0]!;
    await saveNow();
    expect(server.rows[0]!.version).toBe(version);
  });

  it('merges panels that each window opened or closed, and nobody is asked', async () => {
    elsewhere(dropTab('assets'));
    workspace.close('log');
    const merchants = workspace.open('merchant', {});
    await saveNow();
    expect(status()).toBe('saved');
    for (const gone of ['log', 'assets']) {
      expect(stored().panels).not.toHaveProperty(gone);
      expect(workspace.tabs()).not.toContain(gone);
    }
    expect(stored().panels).toHaveProperty(merchants);
  });

  it('is a conflict when both moved panels, until a person keeps one', async () => {
    elsewhere(turned);
    workspace.split('log', 'right');
    await saveNow();
    expect(status()).toBe('conflict');
    const theirs = JSON.stringify(stored().layout);
    await decide('mine');
    expect(status()).toBe('saved');
    expect(JSON.stringify(stored().layout)).not.toBe(theirs);
  });

  it.each([
    ['mine', 'here'],
    ['theirs', 'elsewhere'],
  ] as const)('asks which name of a panel counts, and merges the rest: %s', async (side, name) => {
    elsewhere((envelope) => {
      envelope.panels.funds!.name = '{"en":"elsewhere"}';
      dropTab('assets')(envelope);
    });
    panels.setName('funds', '{"en":"here"}');
    panels.saveState('orders', { filter: 'mine' });
    await saveNow();
    expect(getDefaultStore().get(currentAtom)).toMatchObject({
      status: 'conflict',
      renamed: { mine: 'here', theirs: 'elsewhere' },
    });
    expect(stored().panels.funds!.name).toBe('{"en":"elsewhere"}');
    await layouts[side === 'mine' ? 'keepMine' : 'takeTheirs']();
    expect(status()).toBe('saved');
    expect(JSON.parse(stored().panels.funds!.name!)).toEqual({ en: name });
    expect(JSON.parse(panels.get('funds')!.name!)).toEqual({ en: name });
    expect(stored().panels.orders!.state).toEqual({ filter: 'mine' });
    expect(workspace.tabs()).not.toContain('assets');
  });

  it('is left without what was changed here only when a person says so', async () => {
    server.rows.push({ ...server.rows[0]!, id: '7', name: 'Other' });
    elsewhere(turned);
    workspace.split('log', 'right');
    // Nothing has been sent yet: the other window's change is learnt on leaving.
    await layoutActions.open('7');
    const asked = getDefaultStore().get(askedAtom)!;
    expect([asked.kind, getDefaultStore().get(currentAtom)?.id]).toEqual(['confirm', '1']);
    await (asked as { request: ConfirmRequest }).request.done();
    expect(getDefaultStore().get(currentAtom)).toMatchObject({ id: '7', status: 'saved' });
    getDefaultStore().set(askedAtom, null);
    await layoutActions.open('1');
    expect([getDefaultStore().get(askedAtom), getDefaultStore().get(currentAtom)?.id]).toEqual([null, '1']);
  });

  it('is saved with what another window changed, and not over a tree that both rearranged', async () => {
    elsewhere(dropTab('assets'));
    await saveBaseline();
    expect([status(), stored().panels.assets]).toEqual(['saved', undefined]);
    elsewhere(turned);
    workspace.split('payOrders', 'right');
    await expect(saveBaseline()).rejects.toThrow();
    expect(status()).toBe('conflict');
  });
});

describe('the first layout', () => {
  it('is made once though two windows save it, and is listed at once', async () => {
    const other = { ...operator, name: 'other' };
    server.rows.push({
      id: '9',
      name: 'other',
      kind: 'workspace',
      baseline: JSON.stringify(other),
      working: null,
      version: 4,
    });
    workspace.close('log');
    await saveNow();
    expect(server.rows).toHaveLength(1);
    expect(getDefaultStore().get(currentAtom)).toMatchObject({
      id: '9',
      name: 'other',
      version: 5,
      status: 'saved',
    });
    expect(
      getDefaultStore()
        .get(layoutsAtom)
        .map(({ id }) => id),
    ).toEqual(['9']);
    expect(stored().panels).not.toHaveProperty('log');
  });
});

describe('a start without the server', () => {
  it('shows the default, saves nothing, and shows the stored layout when it can', async () => {
    workspace.close('log');
    await saveBaseline();
    server.down = true;
    await startLayouts();
    expect(status()).toBe('unloaded');
    expect(workspace.tabs()).toContain('log');
    server.down = false;
    const before = JSON.stringify(server.rows);
    workspace.close('funds');
    await saveNow();
    await expect(saveBaseline()).rejects.toThrow();
    expect(JSON.stringify(server.rows)).toBe(before);
    await layouts.loadAgain();
    expect(status()).toBe('saved');
    expect(workspace.tabs()).toContain('funds');
    expect(workspace.tabs()).not.toContain('log');
  });

  it('stays as the person changed it while it was asked for again in vain', async () => {
    await saveBaseline();
    server.down = true;
    await startLayouts();
    const again = layouts.loadAgain();
    workspace.close('funds');
    await expect(again).rejects.toThrow();
    expect(status()).toBe('unloaded');
    expect(workspace.tabs()).not.toContain('funds');
  });

  it('gives way unasked only while nobody has changed it', async () => {
    await saveBaseline();
    server.down = true;
    await startLayouts();
    server.down = false;
    const unasked = layouts.loadUnasked();
    workspace.close('funds');
    await unasked;
    expect(status()).toBe('unloaded');
    expect(workspace.tabs()).not.toContain('funds');
  });
});

describe('a stored layout that cannot be read', () => {
  const instead = () => getDefaultStore().get(reportAtom)?.instead;
  const tabs = () => workspace.tabs().includes('assets');
  beforeEach(async () => {
    workspace.close('assets');
    await saveBaseline();
  });

  it('names the changes since the last save, and shows the saved layout', async () => {
    Object.assign(server.rows[0]!, { working: '{{{' });
    await startLayouts();
    expect(instead()).toBe('saved');
    expect(tabs()).toBe(false);
  });

  it('shows the default where nothing of it can be read', async () => {
    for (const texts of [
      { working: '{{{', baseline: '{{{' },
      { working: null },
      { working: '{{{', baseline: null },
    ]) {
      Object.assign(server.rows[0]!, texts);
      await startLayouts();
      expect(instead()).toBe('default');
      expect(tabs()).toBe(true);
    }
  });

  it('shows what the server has where the copy in the browser is the broken one', async () => {
    workspace.close('funds');
    await saveNow();
    const { id, version } = server.rows[0]!;
    keepCopy(id, version, '{{{');
    await startLayouts();
    expect(instead()).toBe('stored');
    expect(workspace.tabs()).not.toContain('funds');
  });
});

describe('a page that goes while a save is on its way', () => {
  let lose: () => void;
  beforeEach(async () => {
    await saveBaseline();
    const answer = Promise.withResolvers<void>();
    lose = () => answer.reject(refusal(0, 'network'));
    server.answers = answer.promise;
    workspace.close('assets');
    void saveNow();
    await vi.waitFor(() => expect(stored().panels).not.toHaveProperty('assets'));
    server.answers = undefined;
    workspace.close('funds');
  });

  it('sends its last change after it, under the version that the save makes', async () => {
    globalThis.dispatchEvent(new Event('pagehide'));
    await vi.waitFor(() => expect(stored().panels).not.toHaveProperty('funds'));
    lose();
  });

  it('shows its last change again where only the save has arrived', async () => {
    server.down = true;
    globalThis.dispatchEvent(new Event('pagehide'));
    lose();
    await vi.waitFor(() => expect(status()).toBe('failed'));
    server.down = false;
    expect(stored().panels).toHaveProperty('funds');
    await startLayouts();
    expect(workspace.tabs()).not.toContain('funds');
  });

  it('shows what another window saved meanwhile', async () => {
    server.down = true;
    globalThis.dispatchEvent(new Event('pagehide'));
    lose();
    await vi.waitFor(() => expect(status()).toBe('failed'));
    server.down = false;
    const [row] = server.rows;
    Object.assign(row!, { working: row!.baseline });
    await startLayouts();
    expect(workspace.tabs()).toContain('funds');
  });
});
