/** A tile as a picture: its elements with the styles they have, drawn by the browser into a canvas. */

const SVG = 'http://www.w3.org/2000/svg';
const HTML = 'http://www.w3.org/1999/xhtml';

/** A file of ours as an address that holds it: a picture reaches nothing outside itself. */
async function heldIn(url: string): Promise<string> {
  const blob = await (await fetch(url)).blob();
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error(url));
    reader.readAsDataURL(blob);
  });
}

/** The fonts of the page, with what they are made of. */
async function fontsOf(page: Document): Promise<string> {
  const rules = [...page.styleSheets].flatMap((sheet) =>
    [...sheet.cssRules].filter((rule) => rule instanceof CSSFontFaceRule),
  );
  const held = rules.map(async ({ cssText, parentStyleSheet }) => {
    const [, path] = /url\("?([^")]+)"?\)/.exec(cssText) ?? [];
    if (!path) return '';
    const url = new URL(path, parentStyleSheet?.href ?? page.baseURI).href;
    return cssText.replace(path, await heldIn(url));
  });
  return (await Promise.all(held)).join('\n');
}

/** What is not in a picture: it is for the hand. */
const LEFT_OUT = '.tile-tools, .react-resizable-handle';

function drawn(element: Element): Element | undefined {
  if (element.matches(LEFT_OUT)) return undefined;
  const style = element.ownerDocument.defaultView!.getComputedStyle(element);
  if (style.display === 'none') return undefined;
  const copy =
    element instanceof HTMLCanvasElement
      ? Object.assign(element.ownerDocument.createElement('img'), { src: element.toDataURL() })
      : (element.cloneNode(false) as HTMLElement);
  const css = [...style].map((name) => `${name}:${style.getPropertyValue(name)}`).join(';');
  copy.setAttribute('style', `${css};transition:none;animation:none`);
  for (const child of element.childNodes) {
    if (child instanceof Element) {
      const inner = drawn(child);
      if (inner) copy.append(inner);
    } else if (child instanceof Text) copy.append(child.data);
  }
  return copy;
}

function loaded(source: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => resolve(image);
    image.onerror = () => reject(new Error('the picture cannot be drawn'));
    image.src = source;
  });
}

/** Draws an element as it is on screen, at the screen's own resolution. @throws Error where the browser cannot */
export async function pictureOf(element: HTMLElement): Promise<Blob> {
  const page = element.ownerDocument;
  const { width, height } = element.getBoundingClientRect();
  const copy = drawn(element);
  if (!copy) throw new Error('nothing is shown');
  copy.setAttribute('xmlns', HTML);
  const fonts = page.createElement('style');
  fonts.textContent = await fontsOf(document);
  copy.prepend(fonts);
  const content = new XMLSerializer().serializeToString(copy);
  const svg = `<svg xmlns="${SVG}" width="${width}" height="${height}"><foreignObject width="100%" height="100%">${content}</foreignObject></svg>`;
  const image = await loaded(`data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`);
  const scale = globalThis.devicePixelRatio || 1;
  const canvas = Object.assign(page.createElement('canvas'), {
    width: Math.ceil(width * scale),
    height: Math.ceil(height * scale),
  });
  const context = canvas.getContext('2d');
  context?.scale(scale, scale);
  context?.drawImage(image, 0, 0);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'),
  );
}
