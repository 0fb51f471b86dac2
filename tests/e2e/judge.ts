import type { Page } from '@playwright/test';
import { findings } from './axe.ts';

/** What a look at any screen finds wrong, whatever it shows. */

/** In the page: labels that are keys or English, and parts that are cut or out of reach. */
function drawn(isEnglish: boolean): string[] {
  const LABELS = 'button, label, legend, [role="columnheader"], [role="tab"], h1, h2, h3, dt';
  const KEY = /^[a-z][A-Za-z]*(\.[a-z][A-Za-z0-9]*)+$/;
  const WORDS = /^[A-Z][a-z]{2,} [a-z]{2,}( [a-z]{2,})*$/;
  const faults: string[] = [];
  const scrolls = (element: Element): boolean => {
    for (let at = element.parentElement; at; at = at.parentElement) {
      const { overflowX } = getComputedStyle(at);
      if (overflowX === 'auto' || overflowX === 'scroll' || overflowX === 'hidden') return true;
    }
    return false;
  };
  if (document.documentElement.scrollWidth > innerWidth) faults.push('the page is wider than the window');
  for (const element of document.querySelectorAll<HTMLElement>(LABELS)) {
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    const text = element.innerText.trim();
    const { right, width } = element.getBoundingClientRect();
    if (width === 0) continue;
    if (KEY.test(text)) faults.push(`a key for a text: ${text}`);
    if (!isEnglish && WORDS.test(text)) faults.push(`English: ${text}`);
    if (right > innerWidth + 1 && !scrolls(element)) faults.push(`out of the window: ${text}`);
    const style = getComputedStyle(element);
    const isCut = element.scrollWidth > element.clientWidth + 1 && style.overflowX === 'hidden';
    if (element.tagName === 'BUTTON' && isCut && style.textOverflow !== 'ellipsis')
      faults.push(`cut: ${text}`);
  }
  return [...new Set(faults)];
}

/** Notes what the page reports while it is open; read and emptied by `heard`. */
export function listen(page: Page): () => string[] {
  let lines: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') lines.push(`console: ${message.text().slice(0, 200)}`);
  });
  page.on('pageerror', (error) => lines.push(`error: ${error.message.slice(0, 200)}`));
  page.on('response', (response) => {
    if (response.status() >= 400)
      lines.push(`HTTP ${response.status()}: ${new URL(response.url()).pathname}`);
  });
  return () => {
    const heard = lines;
    lines = [];
    return [...new Set(heard)];
  };
}

export interface Judged {
  locale: string;
  theme: 'light' | 'dark';
}

/** @returns a line for each fault of what is on screen now */
export async function judge(page: Page, { locale, theme }: Judged): Promise<string[]> {
  const failed = await page.locator('.pd-state-error:visible').allInnerTexts();
  return [
    ...failed.map((text) => `failed: ${text.replaceAll('\n', ' ')}`),
    ...(await page.evaluate(drawn, locale === 'en')),
    ...(await findings(page, theme)),
  ];
}
