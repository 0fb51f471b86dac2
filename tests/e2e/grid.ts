import { expect, type Locator } from '@playwright/test';

/** A panel's grid as a person uses it. */
export class Grid {
  readonly panel: Locator;

  constructor(panel: Locator) {
    this.panel = panel;
  }

  /** Rows on screen that have arrived. */
  get rows(): Locator {
    return this.panel
      .locator('[row-id]:not([row-id^="gap:"])')
      .filter({ has: this.panel.page().locator('[col-id]:not(:empty)') });
  }

  get viewport(): Locator {
    return this.panel.locator('.ag-grid-viewport');
  }

  row(id: string): Locator {
    return this.panel.locator(`[row-id="${id}"]`);
  }

  at(index: number): Locator {
    return this.panel.locator(`[row-index="${index}"]`);
  }

  cell(id: string, field: string): Locator {
    return this.row(id).locator(`[col-id="${field}"]`);
  }

  /** Ids of the rows on screen, sorted. */
  ids(): Promise<string[]> {
    return this.panel
      .locator('[row-index]')
      .evaluateAll((rows) => rows.map((row) => row.getAttribute('row-id') ?? '').sort());
  }

  get foot(): Locator {
    return this.panel.locator('.grid-foot');
  }

  /** The first row has arrived; returns its id. */
  async loaded(): Promise<string> {
    const first = this.at(0);
    await expect(first).toHaveAttribute('row-id', /^\d{6,}$/);
    return (await first.getAttribute('row-id')) ?? '';
  }

  /** Drags the thumb, in effect: the row of that index comes to the top. */
  async scrollTo(index: number): Promise<void> {
    const height = await this.rowHeight();
    await this.viewport.evaluate((element, top) => element.scrollTo({ top }), index * height);
  }

  async rowHeight(): Promise<number> {
    return this.panel
      .locator('[row-index]')
      .first()
      .evaluate((row) => (row as HTMLElement).offsetHeight);
  }

  /** Narrows the list to one order by any of its numbers. */
  async find(number: string, id: string): Promise<void> {
    await this.panel.locator('.any-id input').fill(number);
    await expect(this.at(0)).toHaveAttribute('row-id', id);
    await expect(this.at(1)).toHaveCount(0);
  }

  /** Stands on it: what a verb means while nothing is ticked. */
  async choose(id: string): Promise<void> {
    await this.cell(id, 'status').click();
    await expect(this.row(id)).toHaveClass(/grid-cursor/);
  }

  /** By its check box: beside what is ticked already. */
  async add(id: string): Promise<void> {
    await this.cell(id, 'pd-select').click();
    await expect(this.row(id)).toHaveClass(/grid-chosen/);
  }
}

/** Every child of the bar is in one line inside it, as soon as the bar has folded what it has no room for. */
export async function oneLine(panel: Locator): Promise<void> {
  const bar = panel.locator('.view-bar');
  const fit = () =>
    bar.evaluate((element) => {
      const edge = element.getBoundingClientRect();
      const outside = [...element.querySelectorAll<HTMLElement>('button:not([popover] *), input')]
        .filter((each) => !each.closest('[inert]') && !each.closest('[popover]') && each.checkVisibility())
        .map((each) => each.getBoundingClientRect())
        .filter((box) => box.left < edge.left - 1 || box.right > edge.right + 1 || box.bottom > edge.bottom);
      return {
        isLow: edge.height <= 36,
        sideways: element.scrollWidth - element.clientWidth,
        outside: outside.length,
      };
    });
  await expect.poll(fit).toEqual({ isLow: true, sideways: 0, outside: 0 });
}
