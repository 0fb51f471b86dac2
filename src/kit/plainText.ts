/** Notices may have been written with markup; here they are read as text, never drawn as HTML. */
export function plainText(content: string): string {
  const parsed = new DOMParser().parseFromString(
    content.replace(/<(?:br|\/p|\/li|\/h\d)\s*\/?>/gi, '\n$&'),
    'text/html',
  );
  for (const element of parsed.querySelectorAll('script,style,template')) element.remove();
  return (parsed.body.textContent ?? '')
    .replace(/[ \t]+/g, ' ')
    .replace(/\s*\n\s*/g, '\n')
    .trim();
}
