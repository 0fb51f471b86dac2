import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { COMPONENT_SAMPLES } from './componentSamples.tsx';

/** They give to what is inside of them, or are loaded by a component that is shown. */
const NOT_DRAWN = new Set(['AntRoot', 'ChartCanvas', 'PartBoundary', 'Toasts', 'part']);

test('the gallery shows every component of the kit', () => {
  const files = readdirSync(join(import.meta.dirname, '../../kit/ui'))
    .filter((name) => name.endsWith('.tsx') && !name.includes('.test.'))
    .map((name) => name.replace('.tsx', ''))
    .filter((name) => !NOT_DRAWN.has(name));
  expect(Object.keys(COMPONENT_SAMPLES).sort()).toEqual(files.sort());
});
