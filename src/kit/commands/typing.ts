const TEXT_INPUT = /^(?:text|search|email|password|number|tel|url|date|datetime-local|month|time|week|)$/;
const TEXT_ROLES = new Set(['textbox', 'searchbox', 'combobox', 'spinbutton']);

/** What is typed there is text. */
export function isTyping(target: EventTarget | null): boolean {
  // Not instanceof: a pop-out's elements belong to another realm.
  const element = target as HTMLElement | null;
  if (!element?.tagName) return false;
  const tag = element.tagName.toLowerCase();
  if (tag === 'input') return TEXT_INPUT.test((element as HTMLInputElement).type ?? '');
  if (tag === 'textarea' || tag === 'select') return true;
  return element.isContentEditable || TEXT_ROLES.has(element.getAttribute('role') ?? '');
}
