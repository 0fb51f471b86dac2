import { flag } from '../field.ts';

/** Filters for the rows about which something waits for the decision of others (contract/asked.ts). */
export const waitsForApproval = flag({ readonly: true, staff: true, formOnly: true, filter: 'equals' });
