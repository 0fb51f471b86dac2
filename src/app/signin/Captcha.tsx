import { type Ref, useCallback, useEffect, useImperativeHandle, useState } from 'react';
import { call } from '../../kit/data/call.ts';
import { useT } from '../../kit/i18n/i18n.ts';

export interface CaptchaHandle {
  id: () => string;
  renew: () => void;
}

interface Picture {
  id: string | number;
  img: string;
  expirySeconds?: number;
}

interface Props {
  ref: Ref<CaptchaHandle>;
  invalid: boolean;
  describedBy: string | undefined;
}

/** Data URL of a base64 picture that names no type; ours are PNG, older servers of the family send GIF or JPEG. */
function source(img: string): string {
  if (img.startsWith('data:')) return img;
  const head = atob(img.slice(0, 16));
  const type = head.startsWith('\u0089P') ? 'png' : head.startsWith('GIF') ? 'gif' : 'jpeg';
  return `data:image/${type};base64,${img}`;
}

export function Captcha({ ref, invalid, describedBy }: Props) {
  const t = useT('app');
  const [picture, setPicture] = useState<Picture>();
  const [code, setCode] = useState('');
  const renew = useCallback(() => {
    setCode('');
    call<Picture>('sysAuth/captcha', undefined, { customCatch: true }).then(setPicture, () =>
      setPicture(undefined),
    );
  }, []);
  useEffect(renew, [renew]);
  useEffect(() => {
    if (!picture?.expirySeconds) return;
    const timer = setTimeout(renew, picture.expirySeconds * 1_000);
    return () => clearTimeout(timer);
  }, [picture, renew]);
  useImperativeHandle(ref, () => ({ id: () => String(picture?.id ?? ''), renew }), [picture, renew]);
  return (
    <div className="signin-code">
      <input
        className="pd-input"
        id="signin-code"
        name="code"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={code}
        onChange={(event) => setCode(event.target.value)}
        aria-invalid={invalid}
        aria-describedby={describedBy}
      />
      <button type="button" className="signin-picture" onClick={renew} aria-label={t('signIn.newCode')}>
        {picture && <img src={source(picture.img)} alt={t('signIn.codePicture')} />}
      </button>
    </div>
  );
}
