import { accessToken, isExpired } from './token.ts';

/**
 * The pair is renewed by one small call at a time, over every tab of the browser. A refresh token that went along with
 * a dozen calls would on a slow line arrive with the last of them when its grace is over, which ends the session.
 */

let running: Promise<void> | undefined;

async function alone(spent: string, ask: () => Promise<void>): Promise<void> {
  const renew = async (): Promise<void> => {
    // Another tab was first.
    if (accessToken() === spent) await ask();
  };
  const { locks } = globalThis.navigator ?? {};
  if (locks) await locks.request('paydesk:renew', renew);
  else await renew();
}

/** Asks for a new pair in place of `spent`, or waits for whoever asks already. True when another one is in force. */
export async function renewOnce(spent: string, ask: () => Promise<void>): Promise<boolean> {
  if (accessToken() === spent) {
    running ??= alone(spent, ask).finally(() => (running = undefined));
    await running;
  }
  return accessToken() !== spent;
}

/** Before a call whose token has ended by its own word. */
export async function renewExpired(ask: () => Promise<void>): Promise<void> {
  if (isExpired()) await renewOnce(accessToken(), ask);
}
