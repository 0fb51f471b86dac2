import { Tour as AntTour } from 'antd';
import { useEffect, useState } from 'react';
import { setUserSetting } from '../../kit/data/userSetting.ts';
import { useT } from '../../kit/i18n/i18n.ts';
import { STOPS, targetOf } from './steps.ts';

/** Shows a new person around in two minutes: Esc ends it at any stop, arrows go on and back. */
export function Tour({ close }: { close: () => void }) {
  const t = useT('app');
  // What a person sees when it begins: a panel that opens meanwhile adds no stop.
  const [stops] = useState(() => STOPS.filter(({ target }) => targetOf(target)));
  const [current, setCurrent] = useState(0);
  const end = () => {
    setUserSetting('tour', 'seen');
    close();
  };
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      setCurrent((at) => Math.min(stops.length - 1, Math.max(0, at + step)));
    };
    document.addEventListener('keydown', press, true);
    return () => document.removeEventListener('keydown', press, true);
  }, [stops]);
  return (
    <AntTour
      open
      current={current}
      onChange={setCurrent}
      onClose={end}
      onFinish={end}
      steps={stops.map(({ id, target, placement }) => ({
        title: t(`tour.${id}.title`),
        description: t(`tour.${id}.text`),
        target: () => targetOf(target) ?? document.body,
        ...(placement && { placement }),
      }))}
      indicatorsRender={(at, total) => t('tour.at', { at: at + 1, total })}
    />
  );
}
