/** What happened to an order, newest first: its log, the callbacks to its merchant and the money it moved. */
export type TimelineItem = { id: string; at: string } & (
  | {
      kind: 'log';
      event: string;
      operator: string;
      before: Record<string, unknown> | null;
      after: Record<string, unknown> | null;
      remark: string | null;
    }
  | {
      kind: 'callback';
      attempt: number;
      manual: boolean;
      delivered: boolean;
      httpStatus: number | null;
      milliseconds: number;
      failure: string | null;
      nextTryAt: string | null;
    }
  | {
      kind: 'fund';
      type: number;
      account: number;
      currency: string;
      amount: string;
      balanceBefore: string;
      balanceAfter: string;
      merchantName: string | null;
      operator: string;
    }
);
