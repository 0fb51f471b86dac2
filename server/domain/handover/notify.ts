import type { PoolClient } from 'pg';
import type { Locale } from '../../../contract/locales.ts';
import { LINKED_ROW } from '../../../contract/noticeLink.ts';
import { announce } from '../../platform/events/announce.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { escapeHtml } from '../../platform/http/escapeHtml.ts';
import { inEveryLocale, textOf } from '../../platform/http/locales.ts';

interface Announcing {
  tx: PoolClient;
  /** The side that the news is of. */
  caller: Pick<Caller, 'account' | 'realName' | 'tenantId'>;
  now: Date;
}

export interface Deciding extends Announcing {
  caller: Caller;
}

export type HandoverNews = 'offered' | 'accepted' | 'declined' | 'withdrawn' | 'expired';

/** Notifies one side of a handover, once of each step, with the way to it. */
export async function notifyParty(
  deps: AppDeps,
  { tx, caller, now }: Announcing,
  {
    id,
    userId,
    news,
    values,
  }: { id: string; userId: string; news: HandoverNews; values: Record<string, unknown> },
): Promise<void> {
  const name = caller.realName || caller.account;
  const textIn = (locale: Locale, key: string): string =>
    textOf(deps.locales, locale, 'orders', `shiftHandover.notice.${key}`, { name, ...values }) ?? name;
  await announce(
    tx,
    {
      key: `handover:${id}:${news}`,
      permission: 'shiftHandover:page',
      tenantId: caller.tenantId,
      userId,
      title: inEveryLocale((locale) => textIn(locale, news)),
      // The content of a notice may have markup; what a person wrote has none.
      content: inEveryLocale((locale) => escapeHtml(textIn(locale, `${news}Text`))),
      link: { view: 'shiftHandover', args: { [LINKED_ROW]: id } },
    },
    now,
  );
}
