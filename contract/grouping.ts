/** An amount as people copy it from a list, by thousands or by lakhs: 1,234.5 or 1,23,456 → without its commas. */
export function ungrouped(text: string): string {
  return /^-?\d{1,3}(,\d{2,3})*,\d{3}(\.\d+)?$/.test(text) ? text.replaceAll(',', '') : text;
}

/** An amount by thousands, as a sentence names it: 5000000 → 5,000,000. */
export function grouped(text: string): string {
  const [whole = '', fraction] = text.split('.');
  const parted = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? parted : `${parted}.${fraction}`;
}
