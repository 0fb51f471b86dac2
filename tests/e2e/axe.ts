import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** Rows look alike: the first few show every kind of cell, and weighing them all takes longer than all other checks. */
const MORE_ROWS = '.grid-body > .ag-row:nth-child(n + 9)';

/** Serious and critical findings, each with where it is; a second theme of the same page differs in its colours alone. */
export async function findings(page: Page, theme: 'light' | 'dark'): Promise<string[]> {
  const axe = new AxeBuilder({ page }).exclude(MORE_ROWS);
  const { violations } = await (theme === 'light' ? axe : axe.withRules(['color-contrast'])).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(
        (node) => `${id}: ${node.target.join(' ')} ${node.html.slice(0, 160)} ${node.any[0]?.message ?? ''}`,
      ),
    );
}
