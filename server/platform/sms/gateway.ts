import type { AppDeps } from '../http/deps.ts';

/** Carries short messages to telephones. */
export interface SmsGateway {
  /** @param phone in E.164 */
  send(message: { phone: string; text: string }): Promise<void>;
}

/** The demo's: whoever runs the server reads the message in its log, and no telephone gets it. */
const sandboxGateway = ({ log }: Pick<AppDeps, 'log'>): SmsGateway => ({
  send: async (message) => log.warn(message, 'a short message of the sandbox gateway'),
});

/** Undefined where no gateway is set up: then nobody signs in by telephone. */
export function smsGatewayOf(deps: Pick<AppDeps, 'sms' | 'env' | 'log'>): SmsGateway | undefined {
  return deps.sms ?? (deps.env.demo ? sandboxGateway(deps) : undefined);
}
