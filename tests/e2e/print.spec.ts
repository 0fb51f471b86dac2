import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, test } from './fixtures.ts';
import { type Order, rowsOf, STATUS } from './orders.ts';
import { sampled } from './sample.ts';

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
  test(
    `a receipt is printed from the list, ${width} mm wide with its whole number (${view})`,
    sampled(view === 'collectOrder'),
    async ({ open, page, product }) => {
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
    },
  );

const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

test('a template is drawn over the latest row, and shows a picture that is uploaded on the spot', async ({
  open,
}) => {
  const workspace = await open('admin', { only: 'sysPrint' });
  const grid = workspace.grid('sysPrint');
  await grid.choose(await grid.loaded());
  await workspace.press('d');
  const designer = workspace.panel('sysPrint');
  const tried = designer.locator('.design-tried');
  await expect(tried).toHaveText(/Preview with C\d{10,}/);
  const paper = designer.locator('.design-paper');
  await expect(paper).toContainText((await tried.innerText()).match(/C\d+/)![0]);
  const picture = designer.getByRole('button', { name: 'Element 1: picture' });
  await picture.focus();
  await designer
    .getByLabel('Upload')
    .and(designer.locator('input'))
    .setInputFiles({ name: 'Seal.png', mimeType: 'image/png', buffer: DOT });
  await expect(designer.locator('.design-picture[aria-pressed="true"]')).toHaveText('Seal.png');
  await expect(paper.locator('img').first()).toHaveAttribute('src', /^\/.*\.png$/);
  await expect(designer.getByText('Not saved yet')).toBeVisible();
  await workspace.press('Control+z');
  await tried.click();
  await designer.getByRole('menuitemradio', { name: 'Sample values' }).click();
  await expect(tried).toHaveText('Preview with Sample values');
});
