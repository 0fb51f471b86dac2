import type { LaidItem, LaidPage } from '../../../contract/print/layout.ts';
import { qrPath } from '../../kit/qrPath.ts';
import './paper.css';

/** Draws laid pages as elements of a document. A value is only ever text: nothing of a template or a row is read as HTML. */

const SVG = 'http://www.w3.org/2000/svg';

/** Addresses of pictures by their id in the template; what has none is left out. */
export type Pictures = Readonly<Record<string, string>>;

const mm = (value: number): string => `${value.toFixed(2)}mm`;

function textOf(target: Document, item: LaidItem & { kind: 'text' }): HTMLElement {
  const { letters, label, text, cell } = item;
  const element = target.createElement('div');
  const names = ['print-text', `print-${letters.align ?? 'left'}`];
  if (letters.bold) names.push('print-bold');
  if (letters.mono) names.push('print-mono');
  if (letters.tone && letters.tone !== 'ink') names.push(`print-${letters.tone}`);
  if (cell) names.push('print-cell');
  element.className = names.join(' ');
  element.style.fontSize = `${letters.size}pt`;
  if (cell) element.style.lineHeight = mm(cell.line);
  if (label === undefined) element.textContent = text;
  else {
    const [name, value] = [target.createElement('span'), target.createElement('span')];
    name.className = 'print-label';
    name.textContent = label;
    value.className = 'print-value';
    value.textContent = text || '–';
    element.classList.add('print-labelled');
    element.append(name, value);
  }
  return element;
}

function pictureOf(target: Document, address: string | undefined): HTMLElement {
  // Only what this server serves itself is asked for.
  if (!address || !/^(?:\/(?!\/)|blob:|data:image\/)/.test(address)) return target.createElement('div');
  const image = target.createElement('img');
  image.src = address;
  image.alt = '';
  return image;
}

/** Characters of a code that a reader still makes out on paper. */
const QR_MOST = 1_000;
/** Modules of light around it; the paper around it is light, too. */
const QUIET = 1;

function qrOf(target: Document, text: string): HTMLElement | SVGElement {
  if (text === '' || text.length > QR_MOST) return target.createElement('div');
  const drawn = qrPath(text, QUIET);
  const svg = target.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', `0 0 ${drawn.size} ${drawn.size}`);
  svg.setAttribute('shape-rendering', 'crispEdges');
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', text);
  const path = target.createElementNS(SVG, 'path');
  path.setAttribute('d', drawn.path);
  svg.append(path);
  return svg;
}

function shapeOf(target: Document, item: LaidItem, pictures: Pictures): HTMLElement | SVGElement {
  switch (item.kind) {
    case 'text':
      return textOf(target, item);
    case 'picture':
      return pictureOf(target, pictures[item.picture]);
    case 'qr':
      return qrOf(target, item.text);
    case 'line':
    case 'box': {
      const element = target.createElement('div');
      const style = item.kind === 'box' ? item.fill && 'print-fill' : item.thick && 'print-thick';
      element.className = `print-${item.kind}${item.kind === 'line' && item.h > item.w ? ' print-upright' : ''} ${style || ''}`;
      return element;
    }
  }
}

export function drawPage(target: Document, page: LaidPage, pictures: Pictures): HTMLElement {
  const sheet = target.createElement('div');
  sheet.className = 'print-page';
  sheet.style.width = mm(page.width);
  sheet.style.height = mm(page.height);
  for (const item of page.items) {
    const element = shapeOf(target, item, pictures);
    element.classList.add('print-item');
    element.style.left = mm(item.x);
    element.style.top = mm(item.y);
    element.style.width = mm(item.w);
    element.style.height = mm(item.h);
    sheet.append(element);
  }
  return sheet;
}
