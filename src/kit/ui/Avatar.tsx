import { useState } from 'react';
import './avatar.css';

interface AvatarProps {
  /** Whose it is: drawn by its initials where there is no picture. */
  name: string;
  /** Address of the picture. */
  src?: string | null | undefined;
  /** In px; 24 without one. */
  size?: number;
}

/** What a server of the family answers for somebody without a picture. */
const NOBODYS = '/user.png';
const LETTER = /\p{Script=Han}|\p{Script=Hangul}|\p{Script=Kana}/u;

/** The first letters of two words; of a name in one word the first, of a Chinese one the last, which is the given name. */
export function initialsOf(name: string): string {
  const words = name
    .trim()
    .split(/[\s._@-]+/u)
    .filter(Boolean);
  const letters = words.map((word) => Array.from(word));
  const [first = [], second] = letters;
  if (second) return `${first[0]}${second[0]}`.toUpperCase();
  return ((first.some((each) => LETTER.test(each)) ? first.at(-1) : first[0]) ?? '?').toUpperCase();
}

/** A person's picture, round; its name stands next to it, so that it says nothing by itself. */
export function Avatar({ name, src, size = 24 }: AvatarProps) {
  const [broken, setBroken] = useState<string>();
  const shown = src && src !== NOBODYS && src !== broken ? src : undefined;
  const style = { width: size, height: size, fontSize: Math.max(9, Math.round(size * 0.4)) };
  return (
    <span className="avatar" style={style} aria-hidden="true">
      {shown ? <img src={shown} alt="" onError={() => setBroken(shown)} /> : initialsOf(name)}
    </span>
  );
}
