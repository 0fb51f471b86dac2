import type { LaidPage } from '../../../contract/print/layout.ts';
import { currentLocale, langTag, workDocument } from '../../kit/index.ts';
import { drawPage, type Pictures } from './draw.ts';

/** The root of what is printed, next to the page itself: while it is printed nothing else is (paper.css). */
const ROOT = 'print-root';

const loaded = async (image: HTMLImageElement): Promise<void> => image.decode().catch(() => undefined);

/** Prints pages by the browser's own dialog, in the window that the person works in. */
export async function printPages(pages: readonly LaidPage[], pictures: Pictures): Promise<void> {
  const target = workDocument();
  const view = target.defaultView ?? window;
  for (const old of target.querySelectorAll(`.${ROOT}`)) old.remove();
  const [first] = pages;
  if (!first) return;
  const root = target.createElement('div');
  root.className = ROOT;
  root.lang = langTag(currentLocale());
  const size = target.createElement('style');
  size.textContent = `@page { size: ${first.width}mm ${first.height}mm; margin: 0; }`;
  root.append(size, ...pages.map((page) => drawPage(target, page, pictures)));
  target.body.append(root);
  await Promise.all([...root.querySelectorAll('img')].map(loaded));
  view.addEventListener('afterprint', () => root.remove(), { once: true });
  view.print();
}
