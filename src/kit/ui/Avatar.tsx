import { useState } from 'react';
import { initialsOf, isPicture } from './initials.ts';
import './avatar.css';

interface AvatarProps {
  /** Whose it is: drawn by its initials where there is no picture. */
  name: string;
  /** Address of the picture. */
  src?: string | null | undefined;
  /** In px; 24 without one. */
  size?: number;
}

/** A person's picture, round; its name stands next to it, so that it says nothing by itself. */
export function Avatar({ name, src, size = 24 }: AvatarProps) {
  const [broken, setBroken] = useState<string>();
  const shown = isPicture(src) && src !== broken ? src : undefined;
  const style = { width: size, height: size, fontSize: Math.max(9, Math.round(size * 0.4)) };
  // Drawn by the style sheet: as text they would be part of what a button around them is called by sight.
  const initials = shown ? undefined : initialsOf(name);
  return (
    <span className="avatar" style={style} aria-hidden="true" data-initials={initials}>
      {shown && <img src={shown} alt="" onError={() => setBroken(shown)} />}
    </span>
  );
}
