/**
 * What happened to an order, newest first: its log, the callbacks to its merchant, the money it moved and, for staff,
 * what went to its upstreams and what came from them word for word.
 */
export type TimelineItem = {
  id: string;
  at: string;
  /** The request that it is a consequence of, where the log keeps it; the staff's. */
  traceId?: string | null;
} & (
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
      /** What the merchant was notified of: the status of its order then. */
      status: number;
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
  | {
      kind: 'attempt';
      attempt: number;
      upstreamName: string;
      /** payAttemptEnum. */
      state: number;
      upstreamOrderNo: string | null;
      httpStatus: number | null;
      milliseconds: number | null;
      failure: string | null;
      answer: string | null;
    }
  | {
      kind: 'message';
      upstreamName: string;
      /** The answer to a question of ours; else the upstream wrote by itself. */
      asked: boolean;
      /** What the answer came to, where it was asked for. */
      state: string | null;
      verified: boolean;
      raw: string;
    }
);
