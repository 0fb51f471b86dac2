import { cleanup, render } from '@testing-library/react';
import { useMemo, useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { type Figures, WidgetHostContext, useFigures } from './widgetHost.ts';

afterEach(cleanup);

const drawn = vi.fn();
const heard = vi.fn<(read: (() => Figures) | undefined) => void>();
const read = () => heard.mock.lastCall?.[0]?.();

/** Its figures are made again each time it is drawn, as those of a table are. */
function Widget({ rows }: { rows: string[] }) {
  drawn();
  useFigures({ head: ['name'], rows: rows.map((row) => [row]) });
  return null;
}

/** Draws its widget again when it hears of figures, as a tile does. */
function Host({ rows }: { rows: string[] }) {
  const [, setFigures] = useState<() => Figures>();
  const host = useMemo(
    () => ({
      report: () => undefined,
      note: () => undefined,
      days: () => undefined,
      figures: (next: (() => Figures) | undefined) => {
        heard(next);
        setFigures(() => next);
      },
    }),
    [],
  );
  return (
    <WidgetHostContext value={host}>
      <Widget rows={rows} />
    </WidgetHostContext>
  );
}

test('a tile hears once that there are figures, and reads those of the moment', () => {
  const { rerender, unmount } = render(<Host rows={['a']} />);
  expect(drawn.mock.calls.length).toBeLessThan(4);
  expect(read()?.rows).toEqual([['a']]);
  rerender(<Host rows={['a', 'b']} />);
  expect(drawn.mock.calls.length).toBeLessThan(6);
  expect(read()?.rows).toEqual([['a'], ['b']]);
  unmount();
  expect(read()).toBeUndefined();
});
