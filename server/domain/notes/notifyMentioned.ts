import type { Locale } from '../../../contract/locales.ts';
import { LINKED_ROW } from '../../../contract/noticeLink.ts';
import { announce } from '../../platform/events/announce.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { escapeHtml } from '../../platform/http/escapeHtml.ts';
import { inEveryLocale, textOf } from '../../platform/http/locales.ts';
import type { Subject } from './subject.ts';
import type { NoteText, Writing } from './write.ts';

/** Characters of the note that its notice shows. */
const EXCERPT = 200;

function excerptOf(body: string): string {
  const characters = Array.from(body);
  return characters.length > EXCERPT ? `${characters.slice(0, EXCERPT).join('')}…` : body;
}

/** Notifies each person whom a note mentions, once per note, with the way to its order. */
export async function notifyMentioned(
  deps: AppDeps,
  { tx, caller, now }: Writing,
  { kind, id: orderId, orderNo, merchantId }: Subject,
  { id, body, mentions }: NoteText & { id: string },
): Promise<void> {
  const name = caller.realName || caller.account;
  const title = (locale: Locale) =>
    textOf(deps.locales, locale, 'orders', 'notes.mentioned', { name, orderNo }) ?? orderNo;
  // Notices are read as HTML, and a note is none.
  const content = inEveryLocale(() => escapeHtml(excerptOf(body)));
  for (const person of mentions)
    await announce(
      tx,
      {
        key: `note:${id}:${person.id}`,
        permission: 'orderNote:page',
        tenantId: caller.tenantId,
        userId: person.id,
        // A claim opens an order whose merchant its holder does not see.
        ...(person.sight === 'merchant' && { merchantId }),
        title: inEveryLocale(title),
        content,
        link: { view: kind, args: { anyId: orderNo, [LINKED_ROW]: orderId } },
      },
      now,
    );
}
