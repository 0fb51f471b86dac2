import { newId } from '../../server/platform/db/id.ts';

/** A mobile number that no other account of a test has. */
export const newPhone = (): string => `+86138${newId().slice(-8)}`;
