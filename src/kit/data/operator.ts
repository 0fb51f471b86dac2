import { translate } from '../i18n/i18n.ts';

/** Where no person's hand was. */
const NOBODY: Readonly<Record<string, string>> = {
  system: 'grid:operators.system',
  'local command': 'grid:operators.local',
};

/** Who did it: the account, or in words what was no person's hand. */
export function operatorName(operator: unknown): string {
  const account = operator === null || operator === undefined ? '' : String(operator);
  return Object.hasOwn(NOBODY, account) ? translate(NOBODY[account]!) : account;
}
