import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { systemInfoAtom } from './systemInfo.ts';

/** The logo the server names; its title in words where there is none or it does not load. */
export function Wordmark() {
  const { logo, title } = useAtomValue(systemInfoAtom);
  const [broken, setBroken] = useState('');
  if (logo && broken !== logo) {
    return <img className="wordmark-logo" src={logo} alt={title} onError={() => setBroken(logo)} />;
  }
  return <span className="wordmark">{title}</span>;
}
