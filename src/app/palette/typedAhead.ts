/** What was typed for the palette while it was on its way. */
let typed = '';

export const typedAhead = (): string => typed;

/** Takes a key of text, or Backspace. */
export function typeAhead(key: string): void {
  typed = key === 'Backspace' ? typed.slice(0, -1) : typed + key;
}

export function forgetTyped(): void {
  typed = '';
}
