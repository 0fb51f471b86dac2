import type { sysNotice } from '../../../contract/resources/system/sysNotice.ts';
import { safeHtml, saysNothing } from '../../../contract/richText.ts';
import { validationText } from '../../../contract/validationTexts.ts';
import type { ActionHandlers } from '../../engine/action.ts';
import type { FamilyPage, ServerHalf, WriteContext } from '../../engine/serverHalf.ts';
import { NOTICE_STATUS } from '../../platform/db/statuses.ts';
import { Refused } from '../../platform/http/refused.ts';
import { timeText } from '../../platform/http/zone.ts';
import { eachText, localText } from '../../../contract/localised.ts';
import { idList } from './idList.ts';
import { words } from './words.ts';

const LISTS = ['roleIds', 'orgIds', 'merchantIds'] as const;

/** The refusal of a field that says nothing. */
function emptied({ deps, caller }: WriteContext, field: string): Refused {
  const label = words(deps.locales, caller.locale, 'sysNotice').label(field);
  return new Refused('validation', {}, { [field]: [validationText(caller.locale, 'enter', { label })] });
}

/** Lists of ids, each once; an empty one is for nobody in particular and kept as none. */
function tidyLists({ values }: WriteContext): void {
  for (const name of LISTS) {
    const ids = idList(values[name]);
    if (ids) values[name] = ids.length > 0 ? ids : null;
  }
}

/** What the markup comes to is what is kept, so that nothing else is ever read back. */
function tidyContent(context: WriteContext): void {
  const { values } = context;
  if (typeof values.content !== 'string') return;
  values.content = eachText(values.content, (html) => {
    if (saysNothing(html)) throw emptied(context, 'content');
    return safeHtml(html);
  });
}

/** What was published is read by others as it was: it is withdrawn, never changed. */
async function beforeWrite(context: WriteContext): Promise<void> {
  const { verb, before, values, caller } = context;
  if (verb !== 'add' && before?.status !== NOTICE_STATUS.draft) throw new Refused('noticePublished');
  tidyLists(context);
  tidyContent(context);
  if (verb !== 'add') return;
  values.tenantId = caller.tenantId;
  values.userId = caller.userId;
  values.orgId = caller.orgId || null;
  values.publisher = caller.realName || caller.account;
  values.status = NOTICE_STATUS.draft;
  values.publishTime = null;
}

const actions: ActionHandlers<typeof sysNotice> = {
  async public({ set, now }, row) {
    const at = row.publishAt instanceof Date && row.publishAt > now ? row.publishAt : now;
    const values = { status: NOTICE_STATUS.published, publishTime: at };
    await set(values);
    return at > now ? { ...values, status: NOTICE_STATUS.scheduled } : values;
  },
  async cancel({ set, now }) {
    const values = { status: NOTICE_STATUS.withdrawn, cancelTime: now };
    await set(values);
    return values;
  },
};

interface Shown {
  id: string;
  publisher: string;
  org: string | null;
  status: number;
  publishTime: Date | null;
  cancelTime: Date | null;
}

/** By the family's names; a draft was published at no time. */
const familyPage: FamilyPage = {
  ask: (_deps, _caller, body) =>
    Promise.resolve({ ...body, ...(Array.isArray(body.type) || !body.type ? {} : { type: [body.type] }) }),
  async more({ pool }, { locale, timeZone }, ids) {
    const { rows } = await pool.query<Shown>(
      `select n.id::text, n.publisher, n.status, n.publish_time as "publishTime", n.cancel_time as "cancelTime", o.name as org
         from sys_notice n left join sys_org o on o.id = n.org_id where n.id = any($1::bigint[])`,
      [ids],
    );
    const time = (at: Date | null) => at && timeText(at, timeZone);
    return new Map(
      rows.map(({ id, publisher, org, status, publishTime, cancelTime }) => [
        id,
        {
          publicUserName: localText(publisher, locale),
          publicOrgName: org && localText(org, locale),
          publicTime: status === NOTICE_STATUS.draft ? null : time(publishTime),
          cancelTime: time(cancelTime),
        },
      ]),
    );
  },
};

export const sysNoticeHalf: ServerHalf = {
  readsFrom: 'sys_notice_list',
  beforeWrite,
  commands: actions,
  familyPage,
  async detail(pool, id) {
    const { rows } = await pool.query<Record<string, unknown>>(
      'select role_ids as "roleIds", org_ids as "orgIds", merchant_ids as "merchantIds" from sys_notice where id = $1',
      [id],
    );
    return rows[0] ?? {};
  },
};
