/** Requests that one person makes and others decide, and where they are. */
const TABLES = {
  adjustment: 'adjustment',
  rechargeOrder: 'recharge_order',
  manualOrder: 'manual_order',
} as const;

export type RequestResource = keyof typeof TABLES;

export const tableOf = (resource: RequestResource): string => TABLES[resource];
