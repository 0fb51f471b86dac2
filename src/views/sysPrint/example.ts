import type { Row } from '../../../contract/calls.ts';
import { PRINT_EXAMPLES } from '../../../contract/print/examples.ts';
import type { PrintData } from '../../../contract/print/layout.ts';
import type { PrintTemplate } from '../../../contract/print/template.ts';

/** The picture that a template calls `logo`, until the system has its own. */
export const LOGO = { logo: '/icon.svg' };

/** The example of the row where it has the shape of one, else the product's own. */
export function exampleOf(row: Row, { source }: PrintTemplate): PrintData {
  try {
    const read: unknown = JSON.parse(String(row.printDataDemo ?? ''));
    if (read !== null && typeof read === 'object' && 'fields' in read && 'rows' in read)
      return read as PrintData;
  } catch {
    // It was no JSON: the product's own is shown.
  }
  return PRINT_EXAMPLES[source];
}
