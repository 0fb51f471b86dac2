/** Who has read a notice. */
export interface NoticeReaders {
  /** How many people it is for now. */
  hearers: number;
  /** How many have read it, those too whom it is no longer for. */
  read: number;
  /** The latest of them, as far as the caller may know of them; times are ISO. */
  named: readonly { account: string; realName: string; readAt: string }[];
}
