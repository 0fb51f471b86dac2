import { Refused } from '../http/refused.ts';

/** Why a file is not taken: a text of errors.json `texts`. */
export const refuseFile = (says: string, values: Record<string, unknown> = {}): Refused =>
  new Refused('fileRefused', { says, ...values });
