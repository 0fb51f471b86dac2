import { createHmac } from 'node:crypto';
import { encryptSecret } from '../../platform/secrets.ts';
import { AGENTS, type Branch, type DemoMerchant } from './demoNames.ts';
import { type DemoText, demoText } from './demoTexts.ts';
import { idAt } from '../../platform/db/id.ts';

export interface MerchantOptions {
  seed: number;
  tenantId: string;
  orgIds: Readonly<Record<Branch, string>>;
  secretsKey: string;
  /** Where the merchants' callbacks go; the merchant's name is appended. */
  callbackBase: string;
}

const slug = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
const GROUPS: Readonly<Record<Branch, DemoText>> = {
  india: '印度',
  latinAmerica: '拉美',
  southeastAsia: '东南亚',
};
/** Not everybody is active: one is switched off, one may not pay out. */
const STATUS: Readonly<Record<string, number>> = { 'Gulmohar Homes': 2, 'Mango Lending': 3 };

export function merchantRows(
  people: readonly DemoMerchant[],
  bornMs: number,
  options: MerchantOptions,
): Record<string, unknown>[] {
  const ids = new Map(
    people.map((person, index) => [person.name, idAt(bornMs + index * 3_600_000, index + 1)]),
  );
  return people.map((person, index) => {
    const isAgent = AGENTS.includes(person);
    const code = `${isAgent ? 'A' : 'M'}${String(10_001 + index)}`;
    const secret = createHmac('sha256', String(options.seed)).update(`merchant secret ${code}`).digest('hex');
    return {
      id: ids.get(person.name),
      tenant_id: options.tenantId,
      org_id: options.orgIds[person.branch],
      agent_id: person.agent ? ids.get(person.agent) : null,
      code,
      name: person.name,
      type: isAgent ? 2 : 1,
      status: STATUS[person.name] ?? 1,
      category: demoText(person.category),
      group_name: demoText(isAgent ? '代理' : GROUPS[person.branch]),
      callback_url: `${options.callbackBase}/${slug(person.name)}`,
      messaging_group: `@${slug(person.name)}`,
      order_match_regex: null,
      config: { notifyOn: ['success', 'failed', 'expired'] },
      extended_config: null,
      sign_secret: encryptSecret(options.secretsKey, secret),
      remark: 'Contract signed, documents on file',
      version: 1,
      created_at: new Date(bornMs + index * 3_600_000),
    };
  });
}
