import { Choice, toast, translate, useT } from '../kit/index.ts';
import { addressOf } from '../kit/address.ts';

const SECONDS = [10, 15, 30, 60, 120, 300];
const LINK = 'link';
const LINKED_SECONDS = 30;
const HOME = '/dashboard/home';

async function copyLink(): Promise<void> {
  const link = location.origin + addressOf(HOME, { wall: String(LINKED_SECONDS) });
  try {
    await navigator.clipboard.writeText(link);
    toast.success(translate('widgets:wall.linked', { n: LINKED_SECONDS }), { key: 'tile' });
  } catch {
    toast.info(link, { key: 'tile' });
  }
}

/** Starts the rotation of the person's dashboards, or copies the link that starts it without a press. */
export function WallButton({ start }: { start: (seconds: number) => void }) {
  const t = useT('widgets');
  const text = (n: number) => t('wall.each', { n });
  return (
    <Choice
      className="dash-choice"
      label={t('wall.title')}
      value={undefined}
      options={[
        ...SECONDS.map((n) => ({ value: String(n), text: text(n) })),
        { value: LINK, text: t('wall.copy') },
      ]}
      set={(value) => (value === LINK ? void copyLink() : start(Number(value)))}
    />
  );
}
