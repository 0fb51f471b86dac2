/** What a server says of itself: the HTTP status, and why it is not ready. */
export async function readinessOf(base: string): Promise<{ status: number; reasons: string[] }> {
  const answer = await fetch(`${base}/ready`);
  const { reasons } = (await answer.json()) as { reasons: string[] };
  return { status: answer.status, reasons };
}
