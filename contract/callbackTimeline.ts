/** What the detail of one callback attempt says about the event it belongs to. */
export interface CallbackTimeline {
  /** The body as it is sent, from the order as it is now; its signature is left out. */
  request: Record<string, unknown> | null;
  /** callbackStatusEnum: of the event, not of this attempt. */
  state: number;
  nextTryAt: string | null;
  /** Planned tries made so far, and how many there are. */
  tries: number;
  of: number;
  attempts: {
    id: string;
    attempt: number;
    manual: boolean;
    delivered: boolean;
    httpStatus: number | null;
    milliseconds: number;
    failure: string | null;
    sentAt: string;
  }[];
}
