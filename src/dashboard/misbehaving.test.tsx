import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { getDefaultStore } from 'jotai';
import { type ComponentType, useEffect, useLayoutEffect, useState } from 'react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { parseProfile } from '../kit/data/session.ts';
import { loadAllTexts, startI18n } from '../kit/i18n/i18n.ts';
import { keepLocale } from '../kit/i18n/locale.ts';
import { VisibilityContext, type Widget, type WidgetProps, profileAtom, queryClient } from '../kit/index.ts';
import { NO_ACTIONS, Tile } from './Tile.tsx';
import { loadWidgets } from './catalogue.ts';
import { provideDashboards } from './provide.ts';

/** W24: a widget that fails in whatever way harms its own tile alone. */

let heals = false;
let ticks = 0;

function Throws() {
  if (!heals) throw new Error('broken');
  return <p>healed</p>;
}
/** Draws itself again and again. */
function Loops() {
  const [count, set] = useState(0);
  useLayoutEffect(() => set(count + 1), [count]);
  return <p>{count}</p>;
}
/** Throws where no draw is under way, and leaves its timer behind. */
function Leaks() {
  useEffect(() => {
    setInterval(() => (ticks += 1), 10);
  }, []);
  return <p>leaks</p>;
}
const Good = () => <p>well</p>;

const made = (id: string, load: Widget['load']): Widget => ({
  id,
  version: 1,
  size: { w: 6, h: 6, minW: 4, minH: 4 },
  settings: {},
  defaults: {},
  load,
});
const at = (Content: ComponentType) => async () => ({ default: Content as ComponentType<WidgetProps> });
const WIDGETS = [
  made('throws', at(Throws)),
  made('loops', at(Loops)),
  made('leaks', at(Leaks)),
  made('hangs', () => new Promise(() => undefined)),
  made('lost', () => Promise.reject(new Error('gone from the server'))),
  made('good', at(Good)),
];

class Seen {
  readonly #tell: IntersectionObserverCallback;
  constructor(tell: IntersectionObserverCallback) {
    this.#tell = tell;
  }
  observe(target: Element) {
    this.#tell([{ isIntersecting: true, target } as IntersectionObserverEntry], this as never);
  }
  disconnect() {}
  unobserve() {}
}
class Sized {
  readonly #tell: ResizeObserverCallback;
  constructor(tell: ResizeObserverCallback) {
    this.#tell = tell;
  }
  observe(target: Element) {
    const contentRect = { width: 300, height: 200 } as DOMRectReadOnly;
    this.#tell([{ target, contentRect } as ResizeObserverEntry], this as never);
  }
  disconnect() {}
  unobserve() {}
}

beforeAll(async () => {
  keepLocale('en');
  await startI18n(['widgets']);
  await loadAllTexts();
  vi.stubGlobal('IntersectionObserver', Seen);
  vi.stubGlobal('ResizeObserver', Sized);
  getDefaultStore().set(profileAtom, parseProfile({ id: '1', accountType: 999 }));
  provideDashboards({ widgets: async () => WIDGETS, shipped: async () => undefined });
  await loadWidgets();
});
afterEach(cleanup);

const tileOf = (id: string) => document.querySelector<HTMLElement>(`[data-widget="${id}"]`)!;

test('what throws, loops, never comes, is lost or leaks leaves the others as they are', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const tiles = WIDGETS.map(({ id }, index) => (
    <Tile
      key={id}
      tile={{ id, widget: id, version: 1, x: 0, y: index * 6, w: 6, h: 6, settings: {} }}
      tabId="tab"
      values={{}}
      editing={false}
      frozen={false}
      actions={NO_ACTIONS}
    />
  ));
  await act(
    async () =>
      void render(
        <QueryClientProvider client={queryClient}>
          <VisibilityContext value>{tiles}</VisibilityContext>
        </QueryClientProvider>,
      ),
  );
  await act(() => new Promise((done) => setTimeout(done, 60)));
  expect(await screen.findByText('well')).toBeTruthy();
  await act(() => new Promise((done) => setTimeout(done, 60)));
  expect(within(tileOf('hangs')).getByRole('status').className).toContain('pd-state-loading');
  expect(within(tileOf('leaks')).getByText('leaks')).toBeTruthy();
  expect(ticks).toBeGreaterThan(0);
  for (const id of ['throws', 'loops', 'lost']) expect(within(tileOf(id)).getByRole('alert')).toBeTruthy();

  // It is tried again where the person says so, and the others are not drawn again.
  heals = true;
  const well = screen.getByText('well');
  fireEvent.click(within(tileOf('throws')).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('healed')).toBeTruthy();
  expect(screen.getByText('well')).toBe(well);
});
