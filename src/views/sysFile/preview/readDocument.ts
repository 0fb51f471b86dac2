import mammoth from 'mammoth/mammoth.browser.min.js';

/** The text of a word processor's document as markup, of which nothing is to be trusted. */
export async function readDocument(bytes: Uint8Array): Promise<string> {
  const { value } = await mammoth.convertToHtml({ arrayBuffer: bytes.slice().buffer });
  return value;
}
