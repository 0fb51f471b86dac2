/** Who did it, where it takes two: the one who asked and the one who agreed. No account has a plus or a blank in it. */
const AND = ' + ';

export const bothHands = (maker: string, checker: string): string => `${maker}${AND}${checker}`;

/** Whether this account is one of those who did it. */
export const hadHandIn = (operator: string, account: string): boolean =>
  operator === account || operator.split(AND).includes(account);

/** What an operator with this account among others starts or ends with. */
export const operatorEnds = (account: string): { begins: string; ends: string } => ({
  begins: `${account}${AND}`,
  ends: `${AND}${account}`,
});
