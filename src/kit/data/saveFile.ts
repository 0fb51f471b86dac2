/** The browser reads it after the call. */
const KEPT_MS = 60_000;

/** A text as the name of a file: what some system would not take is a dash. */
export const fileName = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '-');

/** Gives a file to the browser to save. */
export function saveFile(content: Blob, name: string): void {
  const anchor = document.createElement('a');
  anchor.href = URL.createObjectURL(content);
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(anchor.href), KEPT_MS);
}
