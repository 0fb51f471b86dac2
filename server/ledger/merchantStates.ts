import { defineMachine } from './machine.ts';

/** Statuses of a merchant by name (merchantStatusEnum). */
export type MerchantStatus = 'precreated' | 'active' | 'disabled' | 'frozen';

/** Every edge of a merchant: a frozen one collects but pays nothing out, a disabled one does neither. */
export const merchantMachine = defineMachine<MerchantStatus, 'enable' | 'disable' | 'freeze'>(
  'merchantStatusEnum',
  {
    enable: { from: ['precreated', 'disabled', 'frozen'], to: 'active' },
    disable: { from: ['precreated', 'active', 'frozen'], to: 'disabled' },
    freeze: { from: ['active'], to: 'frozen' },
  },
  // The form offers every status to whoever creates a merchant.
  ['precreated', 'active', 'disabled', 'frozen'],
);

/** What a merchant is to others (merchantTypeEnum). */
export type MerchantType = 'merchant' | 'agent';

export const merchantTypes = defineMachine<MerchantType, 'upgrade' | 'demote'>('merchantTypeEnum', {
  upgrade: { from: ['merchant'], to: 'agent' },
  demote: { from: ['agent'], to: 'merchant' },
});

/** What keeps an agent an agent, the first of it; undefined where nothing does. */
export function heldAsAgent(profile: {
  subMerchants: number;
  commissionPending: boolean;
}): 'subMerchants' | 'commissionPending' | undefined {
  if (profile.subMerchants > 0) return 'subMerchants';
  return profile.commissionPending ? 'commissionPending' : undefined;
}
