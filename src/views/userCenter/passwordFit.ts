import { kindsIn, type PasswordRules } from '../../../contract/passwordRules.ts';

export type RuleName = 'length' | 'kinds' | 'account' | 'other';

interface Typed {
  next: string;
  current: string;
  account: string;
}

/** The rules that the server refuses a password by, but for those that were used before, each with whether it is met. */
export function rulesOf({ minLength, kinds }: PasswordRules, { next, current, account }: Typed) {
  const typed = next !== '';
  const all: { rule: RuleName; met: boolean }[] = [{ rule: 'length', met: next.length >= minLength }];
  if (kinds > 1) all.push({ rule: 'kinds', met: kindsIn(next) >= kinds });
  const named = account !== '' && next.toLowerCase().includes(account.toLowerCase());
  all.push({ rule: 'account', met: typed && !named }, { rule: 'other', met: typed && next !== current });
  return all;
}

/** The first rule that is not met. */
export const unmetRule = (rules: PasswordRules, typed: Typed): RuleName | undefined =>
  rulesOf(rules, typed).find(({ met }) => !met)?.rule;
