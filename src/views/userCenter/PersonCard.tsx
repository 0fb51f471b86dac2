import { Suspense, useState } from 'react';
import { Avatar, FileButton, formatInstant, part, useCaller, useT } from '../../kit/index.ts';
import { DictTag } from '../../kit/ui/DictTag.tsx';
import { Fact } from '../../resource/ui/Fact.tsx';
import '../../resource/actions/sheet.css';
import { Signature } from './Signature.tsx';
import type { OwnRecord } from './useOwnRecord.ts';

const AvatarDialog = part(async () => ({ default: (await import('./AvatarDialog.tsx')).AvatarDialog }));

export const PICTURES = 'image/png,image/jpeg,image/gif';
const AVATAR_SIZE = 96;

/** Who the person is: what they may change of it is picture and signature. */
export function PersonCard({ own }: { own: OwnRecord }) {
  const t = useT('system');
  const { profile } = useCaller();
  const [picked, setPicked] = useState<File>();
  const { row } = own;
  const none = <span className="pd-muted">–</span>;
  const lastLogin = row?.lastLoginAt;
  return (
    <aside className="centre-card" aria-label={t('userCenter.card')}>
      <div className="centre-who">
        <Avatar name={profile.realName} src={profile.avatar} size={AVATAR_SIZE} />
        <strong>{profile.realName}</strong>
        <FileButton label={t('userCenter.avatar.change')} accept={PICTURES} take={setPicked} />
      </div>
      <dl className="facts">
        <Fact label={t('userCenter.account')} mono>
          {profile.account}
        </Fact>
        <Fact label={t('sysUser.fields.accountType')}>
          <DictTag dict="accountTypeEnum" value={profile.accountType} />
        </Fact>
        {profile.merchantName && <Fact label={t('sysUser.fields.merchantId')}>{profile.merchantName}</Fact>}
        <Fact label={t('sysUser.fields.orgId')}>{profile.orgName || none}</Fact>
        <Fact label={t('sysUser.fields.posId')}>{profile.posName || none}</Fact>
        <Fact label={t('userCenter.roles')}>{String(row?.roleName ?? '') || none}</Fact>
        <Fact label={t('sysUser.fields.lastLoginAt')}>
          <span className="pd-number">{typeof lastLogin === 'string' ? formatInstant(lastLogin) : none}</span>
        </Fact>
      </dl>
      <Signature own={own} />
      {picked && (
        <Suspense fallback={null}>
          <AvatarDialog file={picked} close={() => setPicked(undefined)} />
        </Suspense>
      )}
    </aside>
  );
}
