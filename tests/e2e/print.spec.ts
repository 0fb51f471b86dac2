import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, test } from './fixtures.ts';
import { type Order, rowsOf, STATUS } from './orders.ts';

const MM_POINT = 25.4 / 72;

/** What is on the first page of a document, and its size in millimetres. */
async function firstPage(bytes: Uint8Array): Promise<{ text: string; width: number; pages: number }> {
  const opening = getDocument({ data: bytes, useWorkerFetch: false });
  const pdf = await opening.promise;
  const page = await pdf.getPage(1);
  const { items } = await page.getTextContent();
  const text = items.map((item) => ('str' in item ? item.str : '')).join('');
  const read = { text, width: page.getViewport({ scale: 1 }).width * MM_POINT, pages: pdf.numPages };
  await opening.destroy();
  return read;
}

for (const [view, width, paid] of [
  ['collectOrder', 80, STATUS.success],
  ['payOrder', 148, 4],
] as const)
  test(`a receipt is printed from the list, ${width} mm wide with its whole number (${view})`, async ({
    open,
    page,
    product,
  }) => {
    const workspace = await open('admin', { only: view });
    const grid = workspace.grid(view);
    await grid.loaded();
    const api = await product.as('admin');
    const { items } = await rowsOf<Pick<Order, 'id' | 'orderNo' | 'amount'>>(api, view, { status: paid });
    const { id, orderNo, amount } = items[0]!;
    await grid.find(orderNo, id);
    await grid.choose(id);
    // The browser's own dialog waits for a person.
    await page.evaluate(() => {
      window.print = () => undefined;
    });
    await workspace.press('Control+p');
    const paper = page.locator('.print-preview');
    await expect(paper).toContainText(orderNo);
    const whole = Number(amount).toLocaleString('en-US').split('.')[0]!;
    await expect(paper).toContainText(whole);
    await workspace.press('Enter');
    await expect(page.locator('.print-root')).toHaveCount(1);
    const printed = await firstPage(
      new Uint8Array(await page.pdf({ preferCSSPageSize: true, printBackground: true })),
    );
    expect(printed.text.replaceAll(/\s/g, '')).toContain(orderNo);
    expect(printed.text).toContain(whole);
    expect(printed.width).toBeCloseTo(width, 0);
    expect(printed.pages).toBe(1);
  });
