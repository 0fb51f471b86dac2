import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, test } from './fixtures.ts';
import { orderOf } from './orders.ts';

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

for (const [view, width] of [
  ['collectOrder', 80],
  ['payOrder', 148],
] as const)
  test(`a receipt is printed from the list, ${width} mm wide with its whole number (${view})`, async ({
    open,
    page,
    product,
  }) => {
    const workspace = await open('admin', { only: view });
    const grid = workspace.grid(view);
    const id = await grid.loaded();
    await grid.choose(id);
    const { orderNo, amount } = await (view === 'collectOrder'
      ? orderOf(await product.as('admin'), id)
      : (await product.as('admin')).call<{ orderNo: string; amount: string }>(`payOrder/detail?id=${id}`));
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
