import { ref } from '../../../contract/field.ts';
import { FieldInput } from '../inputs/FieldInput.tsx';
import { useT } from '../i18n/i18n.ts';
import { Choice } from '../ui/Choice.tsx';

/** Whom something is for: its owner alone, those who hold a role, or an organisation's staff. */
export interface Audience {
  kind: 'own' | 'role' | 'org';
  /** Of the role or organisation; null until one is chosen. */
  id: string | null;
}

const FIELDS = { role: ref('sysRole'), org: ref('sysOrg') };

export const audienceIds = ({ kind, id }: Audience): { roleId: string | null; orgId: string | null } => ({
  roleId: kind === 'role' ? id : null,
  orgId: kind === 'org' ? id : null,
});

export const isChosen = ({ kind, id }: Audience): boolean => kind === 'own' || id !== null;

interface AudienceInputProps {
  audience: Audience;
  kinds: readonly Audience['kind'][];
  change: (audience: Audience) => void;
}

export function AudienceInput({ audience, kinds, change }: AudienceInputProps) {
  const t = useT('grid');
  const { kind, id } = audience;
  return (
    <>
      <Choice
        label={t('views.for')}
        value={kind}
        options={kinds.map((value) => ({ value, text: t(`views.${value}`) }))}
        set={(value) => change({ kind: value as Audience['kind'], id: null })}
      />
      {kind !== 'own' && (
        <FieldInput
          label={t(`views.${kind}`)}
          field={FIELDS[kind]}
          value={id}
          onChange={(value) => change({ kind, id: typeof value === 'string' && value !== '' ? value : null })}
        />
      )}
    </>
  );
}
