/** Which panels show an order because their colour is on it, so that nobody opens the same a second time. */
const shown = new Map<string, { view: string; orderNo: string }>();

export const followers = Object.freeze({
  /** Returns how to take it back. */
  add(tabId: string, view: string, orderNo: string | undefined): () => void {
    if (orderNo !== undefined) shown.set(tabId, { view, orderNo });
    return () => void shown.delete(tabId);
  },
  has: (view: string, orderNo: unknown): boolean =>
    [...shown.values()].some((each) => each.view === view && each.orderNo === orderNo),
});
