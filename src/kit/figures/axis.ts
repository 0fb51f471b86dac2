/** Steps of an axis that read well, a line between the ground and the top. */
const STEPS = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];

/** Half the height of an axis on which a tenth stays free above the highest point: a whole number, of orders too. */
export function stepFor(max: number): number {
  const least = Math.max(1, (max * 1.1) / 2);
  const scale = 10 ** Math.floor(Math.log10(least));
  return STEPS.map((step) => step * scale).find((step) => step >= least && Number.isInteger(step))!;
}

/** Text that a chart's tooltip would take for HTML. */
export const escapedText = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
